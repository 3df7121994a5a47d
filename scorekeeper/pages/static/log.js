// The logger: logs a session by tapping while it is played.  A link's token stands after the # of the address and is
// sent to the API only.  The browser stores every entry until the API acknowledges it, and sends it again until then.
import { sessionActions } from "./log_acts.js";
import { Check } from "./log_check.js";
import { parse, withCard, withoutLast } from "./log_composer.js";
import { actionOf, seatOf } from "./log_deck.js";
import { actionElement, narration, score, playerOf, table, reasonText, word } from "./log_drawing.js";
import { install } from "./log_install.js";
import { beganHere } from "./log_kept.js";
import { lastAddress, forgetLink, openSession } from "./log_opening.js";
import { Picker } from "./log_picker.js";
import { Seats } from "./log_seats.js";
import { learn } from "./log_sentences.js";
import { Verbs, usual } from "./log_verbs.js";

const AGAIN = 1000; // milliseconds
const OFFLINE = 4; // offline, only every fourth poll
const WHOLE = /^(\d+\s*:|unseen$)/; // an event with its seat, or "unseen" without one
const at = (id) => document.getElementById(id);
const form = at("event");
const page = at("log").dataset;
if (page.phrases) learn(page.phrases);
const games = JSON.parse(at("games").textContent);

let session = null;
let correcting = null; // the refused event being corrected in the form
let beats = 0;

const input = form.elements.text;
const seats = new Seats(at("seats"), page.cards, () => drawCards());
const picker = new Picker(at("picker"), page.cards, (face, left) => tap(face, left));
const verbs = new Verbs(at("verbs"), { text: () => input.value, write: (text) => put(text) });
const check = new Check(say);
const actions = sessionActions({ of: () => session, page, store, drawAndSend, correct });

function open() {
  session = openSession(games, page);
  notice("none", !session);
  draw();
  return refresh();
}

async function refresh() {
  await session?.reading.all();
  draw();
  await session?.sending.all(draw);
}

const send = () => session.sending.all(draw);

// draw and send what was logged
function drawAndSend() {
  draw();
  return send();
}

async function beat() {
  if (document.hidden || !session) return;
  beats += 1;
  if (session.offline && beats % OFFLINE) return;
  if (!session.details) await refresh();
  else if (session.unsent.first && !session.unsent.first.stopped) await send();
  else if (await session.reading.look()) draw();
}

function notice(name, shown) {
  document.querySelector(`[data-notice="${name}"]`).hidden = !shown;
}

// write only changes: a screen reader reads every write aloud
function write(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

function put(text) {
  input.value = text;
  drawCards();
}

function draw() {
  const read = Boolean(session?.details);
  notice("loading", Boolean(session) && !read && !session.offline && !session.ended);
  notice("offline", Boolean(session?.offline));
  notice("ended", Boolean(session?.ended));
  at("log").hidden = !read;
  at("kept").hidden = true;
  if (session?.ended && !page.session) forgetLink(session);
  if (read) drawSession();
}

function drawSession() {
  const { details, game, hand, hands, names, until, ended, running, position } = session;
  const isOver = Boolean(position?.over) && !game.melding; // in melding games a lucky card may follow
  const unsent = session.unsent.all;
  write("title", [word(details.variant), details.event, details.table].filter(Boolean).join(" · "));
  write("hand", word("hand", { number: session.number }));
  write("narration", narration({ hand, position, names, unsent, running }));
  write("kept", word("kept", { n: unsent.length }));
  write("until", until ? word("until", { when: until.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) }) : "");
  at("kept").hidden = !unsent.length;
  form.hidden = !running || isOver; // after a link has ended, entries wait for the next one
  if (isOver !== (at("acts").nextElementSibling === at("undo"))) at("undo")[isOver ? "before" : "after"](at("acts"));
  at("new").hidden = at("again").hidden = at("only").hidden = ended;
  at("own").hidden = ended || !running || !beganHere(running) || Boolean(position?.over);
  at("new").classList.toggle("second", Boolean(running) && !position?.over);
  for (const how of document.querySelectorAll("[data-notation]")) how.hidden = form.hidden || how.dataset.notation !== details.variant;
  table({ hand, names, unsent, acts: actions.acts, flag: actions.flag });
  score({ hands, names, totals: details.totals });
  drawLast();
  if (running) {
    seats.draw(names, position);
    drawCards();
  }
}

// draw the cards, the other buttons and the check of the typed event
function drawCards() {
  const { deck, game, position, events, dealt } = session;
  const seat = seatOf(input.value) ?? seats.seat;
  picker.draw(deck, { possible: deck.possible(seat, { events, dealt }), chosen: deck.facesIn(input.value) });
  at("picker").hidden = Boolean(position?.over) && !game.melding;
  verbs.draw(game, position);
  form.querySelector("[data-text=pass]").hidden = game.melding;
  at("back").hidden = !input.value;
  check.look(session, seat, typedEvent(), (event) => reasonText(event, session.names));
}

// return the event in the form with its seat, or an empty string if it is incomplete
function typedEvent() {
  const text = input.value.trim();
  if (!text || (!WHOLE.test(text) && !seats.seat)) return "";
  return WHOLE.test(text) ? text : `${seats.seat}: ${text}`;
}

function say(judged) {
  const wrong = judged?.verdict === "illegal";
  const text = judged ? [judged.text, judged.verdict && word(judged.verdict)].filter(Boolean).join(" – ") : "";
  at("said").className = judged?.verdict ? `said ${judged.verdict}` : "said";
  write("said", [text, judged?.reason].filter(Boolean).join(": "));
  write("do", wrong ? gettext("Record it anyway") : word("log"));
}

function tap(face, left) {
  const { verb, to } = usual(session.game, session.position);
  put(withCard(input.value, face, { most: left, verb, to }));
}

function drawLast() {
  const last = session.events.at(-1);
  at("undo").hidden = !last || session.ended;
  if (!last) return;
  at("last").replaceChildren(playerOf(last, session.names), " ", actionElement(last));
  at("takes").hidden = !seatOf(last) || actionOf(last) === "takes back";
}

function correct(entry) {
  const [, seat, text] = entry.text.match(/^(\d+):\s*(.*)$/) ?? [null, null, entry.text];
  correcting = entry.id;
  seats.chosen = true;
  if (seat) seats.seat = Number(seat);
  put(text);
  input.focus();
}

// build an event of the chosen seat; the browser's validation asks for one
const byChosen = (action) => seats.reportMissing() && `${seats.seat}: ${action}`;

function log(text) {
  if (!text) return;
  const refused = session.unsent.all.find((entry) => entry.id === correcting);
  if (!store(() => (refused ? session.correct(refused, text) : session.log(text)))) return;
  input.value = "";
  drawAndSend();
}

// run a function that logs something; return whether the browser could store it
function store(logs) {
  try {
    logs();
  } catch {
    notice("full", true);
    return false;
  }
  correcting = null;
  seats.chosen = false;
  return true;
}

form.addEventListener("submit", (submit) => {
  submit.preventDefault();
  const text = input.value.trim();
  if (text) log(WHOLE.test(text) ? text : byChosen(text));
  else input.focus();
});
input.addEventListener("input", () => drawCards());
for (const preset of form.querySelectorAll("[data-text]")) preset.addEventListener("click", () => log(byChosen(preset.dataset.text)));
at("back").addEventListener("click", () => {
  put(parse(input.value).cards.length ? withoutLast(input.value) : "");
  if (at("back").hidden) input.focus({ preventScroll: true });
});
at("takes").addEventListener("click", () => log(`${seatOf(session.events.at(-1))}: takes back`));
at("mistake").addEventListener("click", actions.undo);
at("only").addEventListener("click", actions.sheet);
at("own").addEventListener("click", actions.own);
at("new").addEventListener("click", () => {
  if (session.running && !session.position.over && !confirm(word("unfinished"))) return;
  if (store(() => session.begin())) drawAndSend();
});
at("again").addEventListener("click", refresh);
addEventListener("hashchange", () => location.hash && open());
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(beat, AGAIN);
const address = lastAddress(page);
if (address) location.replace(address);
else open().then(() => install(page.worker));
