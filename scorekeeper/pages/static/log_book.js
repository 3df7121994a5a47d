// What was logged: the events, the unsent entries and the score.  Loaded when something was logged.
import { seatOf } from "./log_cards.js";
import { actionElement, build, button, figure, playerOf, reasonText, word } from "./log_drawing.js";
import { newId } from "./log_store.js";

const at = (id) => document.getElementById(id);

function eventItem(event, names, flag) {
  const verdict = build("span", `verdict ${event.verdict}`, word(event.verdict));
  const reason = event.reason ? build("p", "reason", reasonText(event, names)) : null;
  const wrong = button("⚑", () => flag(event));
  wrong.className = "link flag";
  wrong.setAttribute("aria-label", word("something-is-wrong", { n: event.event }));
  const item = build("li", event.verdict, wrong, build("span", "name", playerOf(event.text, names)), " ", actionElement(event.text), " ", verdict, reason);
  item.value = event.event;
  item.tabIndex = -1;
  return item;
}

// entries that wait besides events
function otherItem(entry) {
  if (entry.opens) return build("li", "opens", word("opening"));
  return build("li", "opens", entry.dispute ? word("something-is-wrong", { n: entry.dispute.event }) : word("a-correction"));
}

function entryItem(entry, view) {
  const { names, session } = view;
  const event = entry.text !== undefined;
  const item = event ? build("li", "", build("span", "name", playerOf(entry.text, names)), " ", actionElement(entry.text)) : otherItem(entry);
  if (event) item.value = entry.after + 1;
  if (!entry.stopped) return item;
  const choices = actsOn(entry, view).map(([name, act]) => button(word(name), act));
  item.classList.add("stopped");
  const isGap = entry.stopped.code === "event-gap";
  item.append(build("p", "reason", isGap ? word("gap") : entry.stopped.said));
  const other = isGap && event && session.rival(entry);
  if (other) item.append(build("dl", "both", build("dt", "", word("mine")), build("dd", "", playerOf(entry.text, names), " ", actionElement(entry.text)), build("dt", "", word("theirs")), build("dd", "", playerOf(other, names), " ", actionElement(other))));
  item.append(build("p", "actions", ...choices));
  return item;
}

// Leave a refused event out.  Where another seat has acted since, something was played that nobody can write down any
// more: it stays as unseen, so that the later events are in turn.
function leaveOut(session, entry) {
  const { unsent } = session;
  const waiting = unsent.of(entry.hand);
  const next = waiting[waiting.findIndex(({ id }) => id === entry.id) + 1];
  const goesOn = entry.text !== undefined && next && seatOf(next.text) !== seatOf(entry.text);
  if (goesOn && entry.stopped.code !== "event-gap") unsent.change(entry.id, { id: newId(), text: `${seatOf(entry.text)}: unseen`, stopped: undefined });
  else unsent.remove(entry.id);
  session.follow(entry);
}

// replace what somebody else logged by this entry
function prevail(session, entry) {
  const { text, after: number } = entry;
  const amend = { changes: [{ operation: "replace", event: number + 1, text }], reason: word("two-phones-logged") };
  session.unsent.change(entry.id, { id: newId(), text: undefined, amend, adds: 0 });
  session.follow(entry);
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
  const replace = session.rival(entry) ? [["prevail", then(() => prevail(session, entry))]] : [];
  return [["after", then(() => session.follow(entry))], ["keep", leave], ...replace];
}

function drawEvents(view) {
  const { hand, unsent, names, flag } = view;
  const logged = hand?.adjudication.events ?? [];
  at("events").replaceChildren(...logged.map((event) => eventItem(event, names, flag)).reverse());
  if (!logged.length) at("events").append(build("li", "pass none", word("empty")));
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

export function drawBook(view) {
  drawEvents(view);
  drawScore(view);
}
