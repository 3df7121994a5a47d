// What was logged: events, unsent entries, the score.  Loaded when something was.
import { CLAIMS, actionOf, parse, seatOf } from "./log_cards.js";
import { actionElement, build, button, figure, playerOf, reasonText, word } from "./log_drawing.js";
import { fetchAll } from "./log_network.js";
import { beganHere, newId } from "./log_store.js";

const at = (id) => document.getElementById(id);
let marked = { events: new Set() }; // the disputed events of a hand
let shown = null; // what was drawn last, or is to be drawn

const inWords = (text) => [build("span", "name", playerOf(text)), " ", actionElement(text)];

function mark(sign, act, label) {
  const one = button(sign, act);
  one.className = "link flag";
  one.setAttribute("aria-label", label);
  return one;
}

function eventItem(event, flag, back) {
  const verdict = build("span", `verdict ${event.verdict}`, word(event.verdict));
  const disputed = marked.events.has(event.event) ? build("span", "mark", word("disputed")) : null;
  const reason = event.reason ? build("p", "reason", reasonText(event)) : null;
  const wrong = mark("⚑", () => flag(event), word("something-is-wrong", { n: event.event }));
  const item = build("li", event.verdict, wrong, ...inWords(event.text), " ", verdict, " ", back, " ", disputed, reason);
  item.value = event.event;
  item.tabIndex = -1;
  return item;
}

// entries that wait besides events
function otherItem(entry) {
  if (entry.opens) return build("li", "opens", word("opening"));
  return build("li", "opens", entry.dispute ? word("something-is-wrong", { n: entry.dispute.event }) : word("a-correction"));
}

const told = (whose, text) => [build("dt", "", word(whose)), build("dd", "", playerOf(text), " ", actionElement(text))];

function entryItem(entry, view) {
  const { session } = view;
  const event = entry.text !== undefined;
  const item = event ? build("li", "", ...inWords(entry.text)) : otherItem(entry);
  if (event) item.value = entry.after + 1;
  if (!entry.stopped) return item;
  const choices = actsOn(entry, view).map(([name, act]) => button(word(name), act));
  item.classList.add("stopped");
  const isGap = entry.stopped.code === "event-gap";
  item.append(build("p", "reason", isGap ? word("gap") : entry.stopped.said));
  const other = isGap && event && session.storedAt(entry);
  if (other) item.append(build("dl", "both", ...told("mine", entry.text), ...told("theirs", other)));
  item.append(build("p", "actions", ...choices));
  return item;
}

// return whether two texts state the same event: the order of the cards does not matter
const sameEvent = (one, other) => Boolean(one) && words(one) === words(other);
const words = (text) => text.toUpperCase().split(/\s+/).sort().join(" ");

// drop the first unsent entries if somebody else logged the same; return whether there were any
export function merge(session) {
  let merged = false;
  for (let entry; (entry = session.unsent.first) && entry.text !== undefined && sameEvent(session.storedAt(entry), entry.text); merged = true) session.arrived(entry);
  return merged;
}

// the user has seen the stored events: let unsent entries follow them
function follow(session, { hand }) {
  let after = session.storedCount(hand);
  for (const entry of session.unsent.all.filter((one) => one.hand === hand && (one.text !== undefined || one.amend))) {
    session.unsent.change(entry.id, { after, stopped: undefined });
    after += entry.text === undefined ? entry.adds : 1;
  }
}

// leave a refused event out; where another seat has acted since, it stays as unseen, so that later events are in turn
function leaveOut(session, entry) {
  const { unsent } = session;
  const waiting = unsent.of(entry.hand);
  const next = waiting[waiting.findIndex(({ id }) => id === entry.id) + 1];
  const goesOn = entry.text !== undefined && next && seatOf(next.text) !== seatOf(entry.text);
  if (goesOn && entry.stopped.code !== "event-gap") unsent.change(entry.id, { id: newId(), text: `${seatOf(entry.text)}: unseen`, stopped: undefined });
  else unsent.remove(entry.id);
  follow(session, entry);
}

// replace what somebody else logged by this entry
function prevail(session, entry) {
  const { text, after: number } = entry;
  const amend = { changes: [{ operation: "replace", event: number + 1, text }], reason: word("two-phones-logged") };
  session.unsent.change(entry.id, { id: newId(), text: undefined, amend, adds: 0 });
  follow(session, entry);
}

// actions for a refused entry
function actsOn(entry, { session, correct, drawAndSend }) {
  const then = (change) => () => {
    change();
    drawAndSend();
    at("narration").focus();
  };
  const leave = then(() => leaveOut(session, entry));
  if (entry.text === undefined) return [["leave", leave]];
  if (entry.stopped.code !== "event-gap") return [["correct", () => correct(entry)], ["leave", leave]];
  const replace = session.storedAt(entry) ? [["prevail", then(() => prevail(session, entry))]] : [];
  return [["after", then(() => follow(session, entry))], ["keep", leave], ...replace];
}

// an event that is not sent yet, in its place among the others
function unsentItem(entry, number, { logger, back }) {
  const undoes = mark("↶", () => takeBack(logger, entry), word("take-back-event", { n: number }));
  const item = build("li", "unsent", undoes, ...inWords(entry.text), " ", back, " ", build("span", "state-mark", word("not-sent")));
  item.value = number;
  return item;
}

function drawEvents(view) {
  const { hand, unsent, flag, session, logger } = view;
  const { waiting, events } = session;
  const sent = events.length - waiting.length;
  const logged = (hand?.adjudication.events ?? []).slice(0, sent);
  // the mark on an event that the next one takes back
  const back = (number) => (actionOf(events[number] ?? "") === "takes back" ? build("span", "verdict back", word("taken-back")) : null);
  const items = [...logged.map((event) => eventItem(event, flag, back(event.event))), ...waiting.map((entry, place) => unsentItem(entry, sent + place + 1, { logger, back: back(sent + place + 1) }))];
  at("events").replaceChildren(...items.reverse());
  if (!items.length) at("events").append(build("li", "pass none", word("empty")));
  at("unsent").replaceChildren(...unsent.map((entry) => entryItem(entry, view)).reverse());
  at("waiting").hidden = !unsent.some((entry) => entry.stopped);
}

const headerCell = (text, scope) => Object.assign(build("th", "", text), { scope });
const row = (first, cells) => [headerCell(first, "row"), ...cells.map((cell) => build("td", "", cell))];

// an unfinished hand has no points; an unproven total is not shown
function drawScore({ hands, names, totals }) {
  const scored = hands.filter((hand) => hand.adjudication.status !== "unfinished");
  at("sheet").hidden = !scored.length;
  at("names").replaceChildren(...[word("column"), ...names].map((text) => headerCell(text, "col")));
  const line = (hand) => row(`${hand.adjudication.number}`, names.map((_, seat) => figure(hand.adjudication.points?.[seat])));
  at("points").replaceChildren(...scored.map((hand) => build("tr", "", ...line(hand))));
  at("totals").replaceChildren(...(totals ? row(word("total"), totals.map(figure)) : []));
}

// write the totals beside the names of the score sheet
export function showTotals({ totals }) {
  at("score-only").querySelectorAll(".count-row .total").forEach((cell, place) => (cell.textContent = totals ? figure(totals[place]) : ""));
}

// return whether the seat that claimed may hold only generals, which ends the hand (F19)
function mayHaveNoDiscard({ deck, events, position, rules }) {
  if (position?.due.must !== "discard" || !CLAIMS.has(parse(events.at(-1) ?? "").verb)) return false;
  const gone = deck.gone(events);
  const generals = deck.cards.filter(({ face }) => face.startsWith("G")).reduce((sum, { face, copies }) => sum + copies - (gone.get(face) ?? 0), 0);
  return position.counts[position.due.seat - 1] <= generals && rules.lucky_card && rules.lucky_on_forced;
}

// draw what else the menu has
function drawMenu({ session }) {
  const { details, ended, events, position, running, until } = session;
  const last = events.at(-1) ?? "";
  at("own").hidden = ended || !running || !beganHere(running) || Boolean(position?.over);
  at("taken").hidden = !seatOf(last) || actionOf(last) === "takes back";
  at("forced").hidden = !mayHaveNoDiscard(session);
  at("until").textContent = until ? word("until", { when: until.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) }) : "";
  for (const how of document.querySelectorAll("[data-notation]")) how.hidden = how.dataset.notation !== details.variant;
}

// read which events are disputed: once, after a dispute, and when the menu opens
async function readDisputes() {
  const { hand, session, unsent, drawAndSend } = shown;
  const waiting = unsent.filter(({ dispute }) => dispute).length;
  const isKnown = marked.hand === hand?.id && waiting >= marked.waiting;
  marked = { ...marked, hand: hand?.id, waiting };
  if (isKnown || !hand || session.offline || !at("log").dataset.session) return; // a link does not see them
  const before = [...marked.events].join();
  try {
    const disputes = await fetchAll(session.ask, `hands/${hand.id}/disputes/`);
    const open = disputes.filter(({ status }) => status === "open").map(({ event_now: event }) => event);
    if (marked.hand === hand.id) marked.events = new Set(open);
  } catch {
    return; // until the menu is opened again
  }
  if ([...marked.events].join() !== before) drawAndSend();
}

// name the rule of every verdict where the list is in view
async function drawReasons() {
  if (!at("book").getClientRects().length) return;
  const module = await import("./log_reasons.js").catch(() => null); // not offline
  module?.drawReasons(shown);
}

at("menu").addEventListener("click", () => {
  marked.hand = null;
  if (!shown) return;
  readDisputes();
  drawReasons();
});

export function drawBook(view) {
  shown = view;
  // a tap that has begun would be lost
  if (document.querySelector("#unsent :active, #events :active")) return setTimeout(() => shown === view && drawBook(view), 100);
  readDisputes();
  drawMenu(view);
  drawEvents(view);
  drawScore(view);
  showTotals(view);
  drawReasons();
  if (view.events.length) import("./log_undo.js").catch(() => {}); // so that a tap finds it; without a network it may be missing
}

const undoing = (name) => async (...parts) => (await import("./log_undo.js"))[name](...parts);
export const undo = undoing("undo");
const takeBack = undoing("takeBack");
