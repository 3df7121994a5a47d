// Says and draws what is logged: cards and events in words, whose turn it is, what stands, what came last.
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
  if (face === "?") return word("unseen-card");
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
  return ["pass", "unseen", "takes back"].includes(action) ? word(action) : withNames(action).replace(/^(discards|draws|lucky)\b/, (verb) => word(verb));
};

export const actionElement = (text) => build(/:\s*(pass|unseen)$|^unseen$/.test(text) ? "i" : "b", "", actionText(text));

export const playerOf = (text, names) => names[Number.parseInt(text, 10) - 1] ?? "";

// return what to do next, and what else a screen reader says, which others see in pictures
export function narration({ hand, position, names, unsent, running, opening, chosen }) {
  if (unsent.some((entry) => entry.stopped)) return [word("stopped")];
  if (!running) return [word("nothing")];
  const { due, over, standing, offer, exchange } = position;
  if (over) return [word("over")];
  const first = !hand?.adjudication.events.length && !unsent.some((entry) => entry.text !== undefined);
  const next = exchange ? gift(due, exchange, names) : whose(due, { standing, first, opening, chosen, names });
  if (standing && !standing.cards.length) return [`${next} ${word("hidden")}`];
  if (standing && due.must === "lead") return [next];
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
  const caption = !standing ? word("to-claim") : position.due.must === "lead" ? "" : word("to-beat");
  return [build("small", "", caption, caption && owner ? build("br", "") : "", owner ?? ""), ...cards.map(picture)];
}

// the words for what the seat that is to act must do
const DUTIES = { lead: "leads", follow: "turn", discard: "name-is-to", draw: "name-is-to-draw", take: "name-must-take" };

function whose({ seat, must }, { standing, first, opening, chosen, names }) {
  if (!seat && chosen) return word(first && must !== "discard" ? "leads" : "turn", { name: chosen });
  if (!seat && first) return opening ? word("tap-whoever-leads", { card: withNames(opening) }) : must === "discard" ? word("tap-whoever-discards") : word("tap-whoever-leads-2");
  if (!seat) return word("unknown");
  const again = must === "lead" && standing; // nothing beats the top single
  return word(again ? "leads-again" : DUTIES[must], { name: names[seat - 1], cards: again ? withNames(standing.cards.join(" ")) : "" });
}

function gift({ seat }, { winner, loser }, names) {
  return word("from-has-to", { from: names[seat - 1], to: names[(seat === winner ? loser : winner) - 1] });
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

export const figure = (points) => (points === null || points === undefined ? "?" : `${points}`.replace("-", "−"));
