// Draws the logged events, the unsent entries and the score.
import { knows, sentence } from "./log_sentences.js";

const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };
const FRENCH = /^(10|[2-9TJQKA])([CDHS])$/i;

const at = (id) => document.getElementById(id);

export function word(name, blanks = {}) {
  const said = at("words").content.querySelector(`[data-word="${name}"]`).textContent;
  return said.replace(/{(\w+)}/g, (_, blank) => blanks[blank]);
}

// build an element with its children
export function made(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

export function button(said, act) {
  const element = made("button", "second", said);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

const sign = (_, rank, suit) => rank.toUpperCase().replace("T", "10") + SIGNS[suit.toUpperCase()];
export const signs = (text) => text.replace(/[^ ]+/g, (face) => face.replace(FRENCH, sign));

// return the referee's sentence with names instead of seat numbers
export const told = (event, names) => (knows(event) ? sentence(event, names, signs) : english(event.reason, names));

const english = (reason, names) =>
  reason
    .replace(/\b(10|[2-9JQKA])([CDHS])\b/g, sign)
    .replace(/\bseat (\d+)/gi, (number, seat) => names[seat - 1] ?? number);

// return an event such as "2: 3C 3D" without its seat
export const deed = (text) => {
  const done = text.replace(/^\d+\s*:\s*/, "");
  return ["pass", "unseen"].includes(done) ? made("i", "pass", word(done)) : made("b", "", signs(done));
};

export const seated = (text, names) => names[Number.parseInt(text, 10) - 1] ?? "";

function judged(event, names, flag) {
  const verdict = made("span", `verdict ${event.verdict}`, word(event.verdict));
  const reason = event.reason ? made("p", "reason", told(event, names)) : null;
  const wrong = button("⚑", () => flag(event));
  wrong.className = "link flag";
  wrong.setAttribute("aria-label", interpolate(gettext("Something is wrong with event %(n)s"), { n: event.event }, true));
  const item = made("li", event.verdict, wrong, made("span", "name", seated(event.text, names)), " ", deed(event.text), " ", verdict, reason);
  item.value = event.event;
  return item;
}

// entries that wait besides events
function other(entry) {
  if (entry.opens) return made("li", "opens", word("opening"));
  const said = entry.dispute ? gettext("Something is wrong with event %(n)s") : gettext("A correction");
  return made("li", "opens", interpolate(said, { n: entry.dispute?.event }, true));
}

function waiting(entry, names, acts) {
  const event = entry.text !== undefined;
  const item = event ? made("li", "", made("span", "name", seated(entry.text, names)), " ", deed(entry.text)) : other(entry);
  if (event) item.value = entry.after + 1;
  if (entry.stopped) {
    const choices = acts(entry).map(([said, act]) => button(word(said), act));
    item.classList.add("stopped");
    item.append(made("p", "reason", entry.stopped.code === "event-gap" ? word("gap") : entry.stopped.said), made("p", "actions", ...choices));
  }
  return item;
}

export function narration({ hand, position, names, unsent, running }) {
  if (unsent.some((entry) => entry.stopped)) return word("stopped");
  if (!running) return word("nothing");
  const { turn, over, standing, offer, must, exchange } = position;
  if (over) return word("over");
  const said = [exchange ? gift(exchange, names) : whose(turn, { standing, must, name: names[turn - 1] })];
  if (standing) said.push(standing.cards.length ? word("beat", { cards: signs(standing.cards.join(" ")) }) : word("hidden"));
  if (offer?.card) said.push(word("offer", { cards: signs(offer.card) }));
  const last = hand?.adjudication.events.at(-1);
  const who = last && seated(last.text, names);
  if (who && !unsent.length && last.verdict !== "legal") said.unshift(`${who}: ${word(last.verdict)}.`);
  return said.join(" ");
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
  at("events").replaceChildren(...logged.map((event) => judged(event, names, flag)).reverse());
  if (!logged.length) at("events").append(made("li", "pass none", word("empty")));
  at("unsent").replaceChildren(...unsent.map((entry) => waiting(entry, names, acts)).reverse());
  at("waiting").hidden = !unsent.length;
}

const figure = (points) => (points === null || points === undefined ? "?" : `${points}`.replace("-", "−"));
const headed = (said, scope) => Object.assign(made("th", "", said), { scope });
const row = (first, cells) => [headed(first, "row"), ...cells.map((cell) => made("td", "", cell))];

// an unfinished hand has no points; an unproven total is not shown
export function score({ hands, names, totals }) {
  const scored = hands.filter((hand) => hand.adjudication.status !== "unfinished");
  at("sheet").hidden = !scored.length;
  at("names").replaceChildren(...[word("column"), ...names].map((said) => headed(said, "col")));
  const line = (hand) => row(`${hand.adjudication.number}`, names.map((_, seat) => figure(hand.adjudication.points?.[seat])));
  at("points").replaceChildren(...scored.map((hand) => made("tr", "", ...line(hand))));
  at("totals").replaceChildren(...(totals ? row(word("total"), totals.map(figure)) : []));
}
