// Logs a session through a link.  The token comes after the # and is told to the API only; what is logged is kept by
// the browser until the API has acknowledged it, and sent as often as it takes.
import { asking } from "./log_api.js";
import { made, narration, score, table, word } from "./log_drawing.js";
import { Session } from "./log_session.js";

const AGAIN = 4000; // milliseconds
const KEPT = "scorekeeper.link";
const WHOLE = /^(\d+\s*:|unseen$)/; // an event with its seat, or one that has none
const at = (id) => document.getElementById(id);
const form = at("event");

let session = null;
let correcting = null; // the refused event that is in the form
let chosen = false; // did somebody choose another seat than the one to act?

function open() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname); // so that nobody reads it off the screen
  }
  const token = given || sessionStorage.getItem(KEPT);
  session = token ? new Session(asking(new URL("../", new URL(at("log").dataset.api, location)), token)) : null;
  notice("none", !token);
  draw();
  return refresh();
}

async function refresh() {
  await session?.read();
  draw();
  await session?.send(draw);
}

const send = () => session.send(draw);

// the seat to act as the API says; until it answers, the next one that still plays
function toAct() {
  const situation = session.hand?.situation;
  const last = session.unsent.of(session.running).at(-1);
  if (!last) return situation?.turn ?? null;
  const seats = session.names.map((_, place) => place + 1);
  const from = Number.parseInt(last.text, 10);
  if (!from) return null;
  const round = [...seats.slice(from), ...seats.slice(0, from)];
  return round.find((seat) => !situation?.out?.includes(seat)) ?? null;
}

function choice(seat, name) {
  const radio = Object.assign(document.createElement("input"), { type: "radio", name: "seat", value: seat, required: true });
  return made("label", "", radio, made("span", "", `${seat} ${name}`));
}

function notice(name, shown) {
  document.querySelector(`[data-notice="${name}"]`).hidden = !shown;
}

// what is the same is not written again, since it would be read aloud again
function write(id, said) {
  if (at(id).textContent !== said) at(id).textContent = said;
}

function draw() {
  const read = Boolean(session?.found);
  notice("loading", Boolean(session) && !read && !session.offline && !session.ended);
  notice("offline", Boolean(session?.offline));
  notice("ended", Boolean(session?.ended));
  at("log").hidden = !read;
  at("kept").hidden = true;
  if (read) drawSession();
}

function drawSession() {
  const { found, hand, hands, names, until, ended, running } = session;
  const unsent = session.unsent.all;
  const when = until.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  write("title", [word(found.variant), found.event, found.table].filter(Boolean).join(" · "));
  write("hand", word("hand", { number: hand?.adjudication.number ?? hands.length + 1 }));
  write("narration", narration(hand, names, unsent));
  write("kept", word("kept", { n: unsent.length }));
  write("until", word("until", { when }));
  at("kept").hidden = !unsent.length;
  form.hidden = ended || !running;
  at("new").hidden = at("again").hidden = ended;
  at("new").classList.toggle("second", Boolean(running) && !hand?.situation.over);
  for (const how of document.querySelectorAll("[data-notation]")) how.hidden = form.hidden || how.dataset.notation !== found.variant;
  table({ hand, names, unsent, acts });
  score({ hands, names, totals: found.totals });
  drawSeats(names);
}

function drawSeats(names) {
  const seats = at("seats");
  const shown = names.map((name, place) => choice(place + 1, name));
  if (seats.textContent !== shown.map((label) => label.textContent).join("")) seats.replaceChildren(...shown);
  if (chosen) return;
  const seat = toAct();
  for (const radio of form.querySelectorAll("[name=seat]")) radio.checked = Number(radio.value) === seat;
}

// what can be done about an event that was refused
function acts(entry) {
  const then = (change) => () => {
    change();
    draw();
    at("narration").focus();
    send();
  };
  const leave = ["leave", then(() => session.leave(entry))];
  if (entry.stopped.code === "event-gap") return [["after", then(() => session.follow(entry))], leave];
  return [["correct", () => correct(entry)], leave];
}

function correct(entry) {
  const [, seat, text] = entry.text.match(/^(\d+):\s*(.*)$/) ?? [null, null, entry.text];
  correcting = entry.id;
  chosen = true;
  form.elements.text.value = text;
  if (seat) form.elements.seat.value = seat;
  form.elements.text.focus();
}

// an event of the seat that is chosen; the browser asks for one
const byChosen = (done) => form.querySelector("[name=seat]").reportValidity() && `${form.elements.seat.value}: ${done}`;

function log(text) {
  if (!text) return;
  const refused = session.unsent.all.find((entry) => entry.id === correcting);
  if (!kept(() => (refused ? session.correct(refused, text) : session.log(text)))) return;
  form.elements.text.value = "";
  draw();
  send();
}

// does the browser keep what is logged?  If not, nothing is
function kept(logs) {
  try {
    logs();
  } catch {
    notice("full", true);
    return false;
  }
  correcting = null;
  chosen = false;
  return true;
}

form.addEventListener("submit", (submit) => {
  submit.preventDefault();
  const done = form.elements.text.value.trim();
  if (done) log(WHOLE.test(done) ? done : byChosen(done));
  else form.elements.text.focus();
});
form.addEventListener("change", (change) => (chosen ||= change.target.name === "seat"));
for (const preset of form.querySelectorAll("[data-text]")) preset.addEventListener("click", () => log(byChosen(preset.dataset.text)));
at("new").addEventListener("click", () => {
  if (session.running && !session.hand?.situation.over && !confirm(word("unfinished"))) return;
  if (!kept(() => session.begin())) return;
  draw();
  send();
});
at("again").addEventListener("click", refresh);
addEventListener("hashchange", () => location.hash && open());
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(() => (session?.found ? session.unsent.first && send() : refresh()), AGAIN);
open();
