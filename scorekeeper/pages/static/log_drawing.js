// Draws the logged events, the unsent entries and the score.
import { knows, sentence } from "./log_sentences.js";

const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };
const FRENCH = /^(10|[2-9TJQKA])([CDHS])$/i;

const at = (id) => document.getElementById(id);

export function word(name, blanks = {}) {
  const text = at("words").content.querySelector(`[data-word="${name}"]`).textContent;
  return text.replace(/{(\w+)}/g, (_, blank) => blanks[blank]);
}

// build an element with its children
export function build(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

export function button(text, act) {
  const element = build("button", "second", text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

const sign = (_, rank, suit) => rank.toUpperCase().replace("T", "10") + SIGNS[suit.toUpperCase()];
export const signs = (text) => text.replace(/[^ ]+/g, (face) => face.replace(FRENCH, sign));

// return the referee's sentence with names instead of seat numbers
export const reasonText = (event, names) => (knows(event) ? sentence(event, names, signs) : english(event.reason, names));

const english = (reason, names) =>
  reason
    .replace(/\b(10|[2-9JQKA])([CDHS])\b/g, sign)
    .replace(/\bseat (\d+)/gi, (number, seat) => names[seat - 1] ?? number);

// return an event such as "2: 3C 3D" without its seat
export const actionElement = (text) => {
  const action = text.replace(/^\d+\s*:\s*/, "");
  return ["pass", "unseen"].includes(action) ? build("i", "pass", word(action)) : build("b", "", signs(action));
};

export const playerOf = (text, names) => names[Number.parseInt(text, 10) - 1] ?? "";

function eventItem(event, names, flag) {
  const verdict = build("span", `verdict ${event.verdict}`, word(event.verdict));
  const reason = event.reason ? build("p", "reason", reasonText(event, names)) : null;
  const wrong = button("⚑", () => flag(event));
  wrong.className = "link flag";
  wrong.setAttribute("aria-label", interpolate(gettext("Something is wrong with event %(n)s"), { n: event.event }, true));
  const item = build("li", event.verdict, wrong, build("span", "name", playerOf(event.text, names)), " ", actionElement(event.text), " ", verdict, reason);
  item.value = event.event;
  return item;
}

// entries that wait besides events
function otherItem(entry) {
  if (entry.opens) return build("li", "opens", word("opening"));
  const text = entry.dispute ? gettext("Something is wrong with event %(n)s") : gettext("A correction");
  return build("li", "opens", interpolate(text, { n: entry.dispute?.event }, true));
}

function entryItem(entry, names, acts) {
  const event = entry.text !== undefined;
  const item = event ? build("li", "", build("span", "name", playerOf(entry.text, names)), " ", actionElement(entry.text)) : otherItem(entry);
  if (event) item.value = entry.after + 1;
  if (entry.stopped) {
    const choices = acts(entry).map(([name, act]) => button(word(name), act));
    item.classList.add("stopped");
    item.append(build("p", "reason", entry.stopped.code === "event-gap" ? word("gap") : entry.stopped.said), build("p", "actions", ...choices));
  }
  return item;
}

export function narration({ hand, position, names, unsent, running }) {
  if (unsent.some((entry) => entry.stopped)) return word("stopped");
  if (!running) return word("nothing");
  const { turn, over, standing, offer, must, exchange } = position;
  if (over) return word("over");
  const sentences = [exchange ? gift(exchange, names) : whose(turn, { standing, must, name: names[turn - 1] })];
  if (standing) sentences.push(standing.cards.length ? word("beat", { cards: signs(standing.cards.join(" ")) }) : word("hidden"));
  if (offer?.card) sentences.push(word("offer", { cards: signs(offer.card) }));
  const last = hand?.adjudication.events.at(-1);
  const who = last && playerOf(last.text, names);
  if (who && !unsent.length && last.verdict !== "legal") sentences.unshift(`${who}: ${word(last.verdict)}.`);
  return sentences.join(" ");
}

function whose(turn, { standing, must, name }) {
  if (!turn) return word("unknown");
  if (must === "discard") return interpolate(gettext("%(name)s is to discard."), { name }, true);
  if (must === "draw") return interpolate(gettext("%(name)s is to draw, unless somebody claims."), { name }, true);
  return word(standing === null ? "leads" : "turn", { name });
}

function gift({ loser, winner, gave }, names) {
  const [from, to] = gave ? [winner, loser] : [loser, winner];
  return interpolate(gettext("%(from)s has to give a card to %(to)s."), { from: names[from - 1], to: names[to - 1] }, true);
}

export function table({ hand, unsent, names, acts, flag }) {
  const logged = hand?.adjudication.events ?? [];
  at("events").replaceChildren(...logged.map((event) => eventItem(event, names, flag)).reverse());
  if (!logged.length) at("events").append(build("li", "pass none", word("empty")));
  at("unsent").replaceChildren(...unsent.map((entry) => entryItem(entry, names, acts)).reverse());
  at("waiting").hidden = !unsent.length;
}

const figure = (points) => (points === null || points === undefined ? "?" : `${points}`.replace("-", "−"));
const headerCell = (text, scope) => Object.assign(build("th", "", text), { scope });
const row = (first, cells) => [headerCell(first, "row"), ...cells.map((cell) => build("td", "", cell))];

// an unfinished hand has no points; an unproven total is not shown
export function score({ hands, names, totals }) {
  const scored = hands.filter((hand) => hand.adjudication.status !== "unfinished");
  at("sheet").hidden = !scored.length;
  at("names").replaceChildren(...[word("column"), ...names].map((text) => headerCell(text, "col")));
  const line = (hand) => row(`${hand.adjudication.number}`, names.map((_, seat) => figure(hand.adjudication.points?.[seat])));
  at("points").replaceChildren(...scored.map((hand) => build("tr", "", ...line(hand))));
  at("totals").replaceChildren(...(totals ? row(word("total"), totals.map(figure)) : []));
}
