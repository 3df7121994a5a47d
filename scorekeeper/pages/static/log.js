// The logger: logs a session by tapping while it is played.  A link's token, after the # of the address, is sent to the API only.
import { CLAIMS, parse, seatOf, unreadable, withCard, withVerb, withoutLast } from "./log_cards.js";
import { Check } from "./log_check.js";
import * as drawing from "./log_drawing.js";
import { forgetLink, lastAddress, openSession } from "./log_opening.js";
import { Picker, Seats, Verbs, cardPicture, usual } from "./log_pad.js";
import { actor } from "./log_position.js";

const { at, word } = drawing;
const AGAIN = 1000; // milliseconds between polls
const OFFLINE = 4; // offline, only every fourth poll
const PAUSE = 350; // milliseconds in which a second tap does nothing
const LONG = 22; // letters of an event that fit on the button in its usual size
const MOST = 44; // letters that fit on it in two small lines
const WHOLE = /^(\d+\s*:|unseen$)/; // an event with its seat, or "unseen" without one
const all = (which) => document.querySelectorAll(which);
const onClick = (which, does) => all(which).forEach((one) => one.addEventListener("click", does));
const form = at("event");
const page = at("log").dataset;
drawing.learn(page.phrases);
const games = JSON.parse(at("games").textContent);

let session = null;
let correcting = null; // the refused event being corrected in the form
let continued = false; // whether the form is open although the hand is over, for the lucky card
let narrated = ""; // what is to be done next
let book = null; // log_book.js, once it is loaded
let remark = null; // returns what became of the last dispute or note about an event
let undone = null; // the seat of the event that was undone last
let beats = 0;
let drawn = null; // what the page shows of the session

const input = form.elements.text;
const seats = new Seats(at("seats"), tapSeat);
const picker = new Picker(at("picker"), page.cards, tap, [at("nobody"), at("calls"), at("meld"), at("type")]);
const verbs = new Verbs(at("verbs"), { text: () => input.value, write: put, nobody: at("nobody"), calls: at("calls"), meld: at("meld") });
const check = new Check(say);
const logger = { of: () => session, page, store, drawAndSend, put, tell: (text) => (remark = text), remember: (seat) => (undone = seat) };
const dialog = (name) => async (...parts) => (await import("./log_sheet.js"))[name](logger, ...parts);
const flag = dialog("flag");

async function open() {
  session = await openSession(games, page);
  notice("none", !session);
  draw();
  await refresh();
  const { searchParams } = new URL(location);
  if (searchParams.has("begin")) history.replaceState(null, "", location.pathname);
  if ((searchParams.has("begin") || page.trial) && session?.details && !session.running) begin();
}

async function refresh() {
  await session?.reading.all();
  if (session?.unsent?.isSwitched) await session.identify();
  draw();
  await session?.sending.all(draw);
}

const send = () => session.sending.all(draw);

function drawAndSend() {
  draw();
  return send();
}

async function beat() {
  if (document.hidden || !session) return;
  beats += 1;
  if (session.offline && beats % OFFLINE) return;
  if (!session.details) await refresh();
  else if (session.unsent.next) await send();
  else if (await session.reading.look()) draw();
}

function notice(name, shown) {
  document.querySelector(`[data-notice="${name}"]`).hidden = !shown;
}

// write only changes: a screen reader reads each aloud; return whether there was one
function write(id, text) {
  const changes = at(id).textContent !== text;
  if (changes) at(id).textContent = text;
  return changes;
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
  notice("others", Boolean(session?.others));
  const { foreign, isSwitched } = session?.unsent ?? {};
  notice("foreign", Boolean(foreign && !isSwitched));
  notice("switched", Boolean(foreign && isSwitched));
  at("adopt").hidden = !session?.unsent?.sender; // whoever is signed in may not log
  at("log").hidden = !read;
  at("kept").hidden = true;
  if (session?.ended && !page.session) forgetLink(session);
  if (read) drawSession();
}

function drawSession() {
  const { details, deck, hand, hands, names, ended, running, position } = session;
  const isOver = Boolean(position?.over) && !continued;
  const unsent = session.unsent.all;
  drawing.useNames(deck, names);
  write("title", [details.event, word(details.variant), details.table].filter(Boolean).join(" · "));
  write("hand", running ? word("hand", { number: session.number }) : "");
  write("kept", word("kept", { n: unsent.length }));
  at("kept").hidden = !unsent.length;
  form.hidden = !running || isOver; // after a link has ended, entries wait for the next one
  if (!isOver) at("ended").hidden = true;
  at("start").hidden = Boolean(running) || ended;
  for (const one of all("[data-act]")) one.disabled = ended;
  for (const one of all("[data-begin], [data-sheet]")) one.hidden = details.over;
  at("next").hidden = !running || isOver;
  drawUndo();
  if (undone && !seats.chosen && !position?.due.seat) seats.choose(undone); // whoever was tapped before
  const chosen = seats.chosen ? names[seats.seat - 1] : "";
  const view = { position, hand, hands, names, unsent, running, chosen, opening: session.openingCard, totals: session.totals, over: details.over, events: session.events, session };
  if (running || at("unsent").firstChild) import("./log_book.js").then((module) => {
    book = module;
    book.drawBook({ ...view, correct, drawAndSend, flag, logger });
    drawUndo();
  });
  // the result appears whole, so that its buttons do not move under a finger
  drawn = view;
  if (isOver) import("./log_result.js").then(({ drawResult }) => {
    if (drawn !== view) return;
    drawResult({ ...view, show });
    if (at("ended").hidden) pause(at("ended").querySelector("[data-begin]")); // it appears where the last play was logged
    at("ended").hidden = false;
  });
  write("noted", remark?.() ?? "");
  narrated = drawing.drawTable(view, (face) => cardPicture(page.cards, face));
  if (running) {
    seats.draw(names, position, session.totals);
    drawCards();
  }
}

function drawUndo() {
  for (const one of all("[data-undo]")) one.disabled = !input.value && (session.ended || !book || !(session.events.length || session.isScored));
}

function drawCards() {
  const { deck, game, position, events, dealt } = session;
  seats.suggest(actor(position, parse(input.value).verb, session.rules));
  const seat = WHOLE.test(input.value) ? seatOf(input.value) : seats.seat;
  const chosen = deck.facesIn(input.value);
  picker.draw(deck, { possible: deck.possible(seat, { events, dealt }), chosen });
  verbs.draw(session, seat);
  form.querySelector("[data-text=pass]").hidden = game.melding;
  at("back").hidden = !input.value;
  drawUndo();
  const problem = unreadable(typedEvent(), session);
  check.look(session, seat, problem ? "" : typedEvent());
  if (!deck.count(input.value) && parse(input.value).verb !== "gives") return;
  if (!seat) askWho();
  else if (problem) hint(problem);
}

// return the event in the form with its seat, or an empty string if it is incomplete
function typedEvent() {
  const text = input.value.trim();
  if (WHOLE.test(text)) return text;
  return text && seats.seat ? `${seats.seat}: ${text}` : "";
}

const isCut = (id) => at(id).scrollHeight > at(id).clientHeight;

function say(judged) {
  const wrong = judged?.verdict === "illegal";
  const text = judged ? [wrong && judged.reason ? "" : judged.text, judged.verdict && word(judged.verdict)].filter(Boolean).join(" – ") : "";
  const last = remark ? { verdict: "", text: remark() } : drawing.lastVerdict(session);
  const shown = judged ?? last;
  const line = at("said");
  line.className = `said ${shown.verdict}`;
  if (write("said", (!judged && last.text) || [text, judged?.reason].filter(Boolean).join(word("colon")))) {
    line.blur(); // the text of before was open in full
    line.tabIndex = -1;
    line.tabIndex = isCut("said") ? 0 : -1;
  }
  if (shown.cited || at("because").firstChild) import("./log_reasons.js").then((module) => module.showRule(session, shown), () => null);
  const what = input.value.trim() && drawing.actionText(input.value.trim());
  const fits = what && what.length < MOST;
  at("do").classList.toggle("long", wrong || (fits && what.length > LONG));
  write("do", word(fits ? (wrong ? "log-anyway" : "log-event") : wrong ? "log-it-anyway" : "log", { event: what }));
  if (wrong && isCut("do")) write("do", word("log-it-anyway"));
}

const hint = (text) => say({ verdict: "", text });

function tap(face, left) {
  const { position } = session;
  const { verb, to } = usual(session.game, position);
  const taken = input.value || position.due.must !== "take" ? input.value : withVerb("", verb, { offered: position.offer.card });
  put(taken !== input.value && face === position.offer.card ? taken : withCard(taken, face, { most: left, verb, to }));
  if (face === "?" && input.value.split("?").length === 3) dialog("askTwice")(input.value).catch(() => null);
}

function correct(entry) {
  const [, seat, text] = entry.text.match(/^(\d+):\s*(.*)$/) ?? [null, null, entry.text];
  correcting = entry.id;
  seats.choose(Number(seat) || seats.seat);
  showTyping(true);
  put(text);
  input.focus();
}

function showTyping(shown) {
  at("typing").hidden = !shown;
  at("type").setAttribute("aria-expanded", String(shown));
}

// choose a seat, or after a card the receiver of a gift that is not known
function tapSeat(seat) {
  const { verb, cards } = parse(input.value);
  const gets = verb === "gives" && cards.length && seats.seat && seats.seat !== seat && !usual(session.game, session.position).to;
  if (gets) input.value = withVerb(input.value, verb, { to: seat });
  seats.choose(gets ? seats.seat : seat);
  drawSession();
}

function askWho() {
  const { verb } = parse(input.value);
  hint(verb === "gives" ? word("tap-whoever-gives") : CLAIMS.has(verb) ? word("tap-whoever-claims") : narrated);
}
// build an event of the chosen seat; without one, ask for it
function byChosen(action, seat = seats.seat) {
  if (seat) return `${seat}: ${action}`;
  seats.focus();
  return askWho();
}

function log(text) {
  if (!text) return;
  const problem = unreadable(text, session);
  if (problem) return hint(problem);
  const refused = session.unsent.all.find((entry) => entry.id === correcting);
  if (!store(() => (refused ? session.correct(refused, text) : session.log(text)))) return;
  input.value = "";
  showTyping(false);
  drawAndSend();
}

function pause(button) {
  button.ariaDisabled = "true";
  setTimeout(() => (button.ariaDisabled = null), PAUSE);
}

// log an event of the chosen seat; a second tap at once is the same event
function logPreset(button) {
  if (button.ariaDisabled) return;
  pause(button);
  const { turn, due } = session.position;
  // after the top single its player is chosen, and the others may still pass
  const passes = button.dataset.text === "pass" && due.must === "lead" && !seats.chosen && turn;
  log(byChosen(button.dataset.text, passes || seats.seat));
}

// run a function that logs something; return whether the browser could store it
function store(does) {
  try {
    does();
  } catch {
    notice("full", true);
    return false;
  }
  correcting = remark = undone = null;
  continued = false;
  seats.chosen = false;
  showMenu(false);
  return true;
}

function begin(click) {
  if (click?.currentTarget.ariaDisabled) return;
  if (session.running && !session.position.over && !confirm(word("unfinished"))) return;
  if (store(() => session.begin())) drawAndSend();
}

const isMenuOpen = () => at("book").classList.contains("open");

function showMenu(shown) {
  if (shown === isMenuOpen()) return;
  at("book").classList.toggle("open", shown);
  at("menu").setAttribute("aria-expanded", String(shown));
  (shown ? at("book") : at("menu")).focus({ preventScroll: true });
}

function show(event) {
  showMenu(true);
  at("events").querySelector(`[value="${event}"]`).focus();
}

form.addEventListener("submit", (submit) => {
  submit.preventDefault();
  const text = input.value.trim();
  if (text) log(WHOLE.test(text) ? text : byChosen(text));
  else hint(word(session.game.melding ? "tap-an-action" : "tap-the-cards"));
});
input.addEventListener("input", drawCards);
onClick("[data-text]", ({ currentTarget }) => logPreset(currentTarget));
onClick("#type", () => {
  showTyping(at("typing").hidden);
  if (!at("typing").hidden) input.focus();
});
onClick("#back", () => {
  put(parse(input.value).cards.length ? withoutLast(input.value) : "");
  if (at("back").hidden) input.focus({ preventScroll: true });
});
onClick("#taken", () => log(`${seatOf(session.events.at(-1))}: takes back`));
onClick("#last-card", () => {
  continued = true;
  seats.choose(seatOf(session.events.at(-1))); // whoever ended the hand turns it
  draw();
});
onClick("#forced", () => {
  showMenu(false);
  put("lucky");
});
onClick("[data-undo]", () => (input.value ? put("") : book.undo(logger)));
onClick("[data-begin]", begin);
onClick("[data-sheet]", dialog("sheet"));
onClick("[data-adopt]", () => {
  session.unsent.adopt();
  drawAndSend();
});
onClick("#own", dialog("own"));
onClick("#add-phone", async () => session?.details && (await import("./log_phone.js")).addPhone(session));
onClick("#complete", dialog("complete"));
onClick("#again", refresh);
onClick("#menu", () => showMenu(!isMenuOpen()));
onClick("#close", () => showMenu(false));
addEventListener("keydown", (key) => key.key === "Escape" && isMenuOpen() && !document.querySelector("dialog[open]") && showMenu(false));
addEventListener("hashchange", () => location.hash && open());
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(beat, AGAIN);
const address = lastAddress(page);
if (address) location.replace(address);
else open().then(async () => (await import("./log_install.js")).install(page.worker));
