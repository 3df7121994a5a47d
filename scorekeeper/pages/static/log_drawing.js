// Draws what was logged: events, unsent entries, what stands, the end of a hand and the score.
const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };
const FRENCH = /^(10|[2-9TJQKA])([CDHS])$/i;
const SEATS = new Set(["seat", "holder", "turn", "giver", "receiver", "to", "source", "other", "drawer", "finisher", "payer"]);
const BLANK = /([Ss]eat )?\{(\w+)\}/g;

const at = (id) => document.getElementById(id);

let phrases = {};
let cards = new Map(); // by face in capital letters

// read the referee's sentences in the language of the page
export async function learn(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok) phrases = await answer.json();
  } catch (unreachable) {
    phrases = {};
  }
}

// use the names of this deck's cards
export function useDeck(deck) {
  cards = new Map(deck.cards.map((card) => [card.face.toUpperCase(), card]));
}

export function word(name, blanks = {}) {
  const text = at("words").content.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
  return text.replace(/{(\w+)}/g, (_, blank) => blanks[blank]);
}

// return a word for this many things
export const plural = (name, n, blanks) => word(n === 1 ? `${name} 1` : name, blanks);

// build an element with its children
export function build(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside.filter((one) => one !== null && one !== ""));
  return element;
}

export function button(text, act) {
  const element = build("button", "second", text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

// return a card inside a sentence: "10♦", "white chariot"
function cardName(face) {
  const parts = face.match(FRENCH);
  if (parts) return parts[1].toUpperCase().replace("T", "10") + SIGNS[parts[2].toUpperCase()];
  return cards.get(face.toUpperCase())?.name ?? face;
}

// return a text with the names of cards instead of notation
export function withNames(text) {
  const words = text.split(" ").map((one) => [one, cardName(one)]);
  return words.map(([one, name], place) => (place && name.includes(" ") && words[place - 1][0] !== words[place - 1][1] ? `, ${name}` : `${place ? " " : ""}${name}`)).join("");
}

// return a sentence with names instead of seat numbers; a parameter may be a sentence itself
export function sentence({ template, parameters }, names) {
  return (phrases[template] ?? template).replace(BLANK, (_, seat = "", name) => {
    const value = parameters[name] ?? "?";
    if (value.template !== undefined) return seat + sentence(value, names);
    if (SEATS.has(name)) return names[value - 1] ?? String(value);
    if (name === "kinds") return value.split(", ").map((kind) => phrases[kind] ?? kind).join(", ");
    return withNames(String(value));
  });
}

// return the referee's sentence with names instead of seat numbers
export const reasonText = (told, names) => (told.template ? sentence(told, names) : told.reason);

// return an event such as "2: 3C 3D" without its seat, as words
export const actionText = (text) => {
  const action = text.replace(/^\d+\s*:\s*/, "");
  return ["pass", "unseen", "takes back"].includes(action) ? word(action) : withNames(action);
};

export const actionElement = (text) => build(/:\s*(pass|unseen)$|^unseen$/.test(text) ? "i" : "b", "", actionText(text));

export const playerOf = (text, names) => names[Number.parseInt(text, 10) - 1] ?? "";

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

function entryItem(entry, names, acts, rival) {
  const event = entry.text !== undefined;
  const item = event ? build("li", "", build("span", "name", playerOf(entry.text, names)), " ", actionElement(entry.text)) : otherItem(entry);
  if (event) item.value = entry.after + 1;
  if (!entry.stopped) return item;
  const choices = acts(entry).map(([name, act]) => button(word(name), act));
  item.classList.add("stopped");
  const isGap = entry.stopped.code === "event-gap";
  item.append(build("p", "reason", isGap ? word("gap") : entry.stopped.said));
  const other = isGap && event && rival(entry);
  if (other) item.append(build("dl", "both", build("dt", "", word("mine")), build("dd", "", playerOf(entry.text, names), " ", actionElement(entry.text)), build("dt", "", word("theirs")), build("dd", "", playerOf(other, names), " ", actionElement(other))));
  item.append(build("p", "actions", ...choices));
  return item;
}

// return what to do next, and what else a screen reader says, which others see in pictures
export function narration({ hand, position, names, unsent, running, opening, chosen }) {
  if (unsent.some((entry) => entry.stopped)) return [word("stopped")];
  if (!running) return [word("nothing")];
  const { turn, over, standing, offer, must, exchange } = position;
  if (over) return [word("over")];
  const first = !hand?.adjudication.events.length && !unsent.some((entry) => entry.text !== undefined);
  const next = exchange ? gift(exchange, names) : whose(turn, { standing, must, first, opening, chosen, name: names[turn - 1] });
  if (standing && !standing.cards.length) return [`${next} ${word("hidden")}`];
  const owner = names[standing?.seat - 1];
  const cards = withNames((standing?.cards ?? [offer?.card ?? ""]).join(" "));
  return [next, standing ? word(owner ? "beat-of" : "beat", { cards, name: owner }) : offer?.card ? word("offer", { cards }) : ""];
}

// the cards to beat or to claim, as pictures
export function standingCards({ position, names, picture }) {
  const { standing, offer } = position ?? {};
  const cards = standing?.cards ?? (offer?.card ? [offer.card] : []);
  if (!cards.length) return [];
  const owner = names[(standing ?? offer).seat - 1];
  const caption = standing ? word("to-beat") : word("to-claim");
  return [build("small", "", caption, owner ? build("br", "") : "", owner ?? ""), ...cards.map(picture)];
}

function whose(turn, { standing, must, first, opening, chosen, name }) {
  if (!turn && chosen) return word(first && must !== "discard" ? "leads" : "turn", { name: chosen });
  if (!turn && first) return opening ? word("tap-whoever-leads", { card: withNames(opening) }) : must === "discard" ? word("tap-whoever-discards") : word("tap-whoever-leads-2");
  if (!turn) return word("unknown");
  if (must === "discard") return word("name-is-to", { name });
  if (must === "draw") return word("name-is-to-draw", { name });
  return word(standing === null ? "leads" : "turn", { name });
}

function gift({ loser, winner, gave }, names) {
  const [from, to] = gave ? [winner, loser] : [loser, winner];
  return word("from-has-to", { from: names[from - 1], to: names[to - 1] });
}

const lastJudged = ({ hand, events }) => hand?.adjudication.events[events.length - 1];

// the last event, marked if it is unproven; nothing if the pictures show it already
export function lastEvent({ hand, events, names, position }) {
  const last = events.at(-1);
  if (!last) return [];
  const judged = lastJudged({ hand, events });
  const verdict = judged?.verdict === "unproven" ? build("span", `verdict ${judged.verdict}`, word(judged.verdict)) : null;
  const { standing, offer } = position ?? {};
  const isShown = (standing ?? offer)?.seat === Number.parseInt(last, 10) && ((standing?.cards.length && !/pass|unseen|back|gives/.test(last)) || (!standing && /discards|draws/.test(last)));
  if (isShown) return verdict ? [verdict] : [];
  return [playerOf(last, names), " ", actionElement(last), verdict && " ", verdict].filter(Boolean);
}

// return why the last event is illegal; an empty text if it is not
export function lastFault({ hand, events, names }) {
  const judged = lastJudged({ hand, events });
  return judged?.verdict === "illegal" ? `${word("illegal")}: ${reasonText(judged, names)}` : "";
}

export function table({ hand, unsent, names, acts, flag, rival }) {
  const logged = hand?.adjudication.events ?? [];
  at("events").replaceChildren(...logged.map((event) => eventItem(event, names, flag)).reverse());
  if (!logged.length) at("events").append(build("li", "pass none", word("empty")));
  at("unsent").replaceChildren(...unsent.map((entry) => entryItem(entry, names, acts, rival)).reverse());
  at("waiting").hidden = !unsent.some((entry) => entry.stopped);
}

export const figure = (points) => (points === null || points === undefined ? "?" : `${points}`.replace("-", "−"));
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
