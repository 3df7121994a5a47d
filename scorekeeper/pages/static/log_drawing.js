// Says and draws cards, events, whose turn it is, what stands, what came last.
import { CLAIMS, actionOf, parse, seatOf } from "./log_cards.js";

const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };
const FRENCH = /^(10|[2-9TJQKA])([CDHS])$/i;
const SEATS = new Set(["seat", "holder", "turn", "giver", "receiver", "to", "source", "other", "drawer", "finisher", "payer"]);
const BLANK = /([Ss]eat )?\{(\w+)\}/g;

const SHORT = 6; // letters; a longer name takes one line at most

export const at = (id) => document.getElementById(id);

let phrases = {};
let cards = new Map(); // by face in capital letters
let players = []; // names by seat

// read the referee's sentences in the language of the page
export async function learn(address) {
  try {
    const answer = await fetch(address);
    if (answer.ok) phrases = await answer.json();
  } catch {
    // offline, they stay in English
  }
}

export function useNames(deck, names) {
  cards = new Map(deck.cards.map((card) => [card.face.toUpperCase(), card]));
  players = names;
}

export function word(name, blanks = {}) {
  const text = at("words").content.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
  return text.replace(/{(\w+)}/g, (_, blank) => blanks[blank]);
}

export const plural = (name, n, blanks) => word(n === 1 ? `${name} 1` : name, blanks);

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
  const unseen = text.includes("/") ? 0 : text.split("?").length - 1;
  if (unseen > 1) return [withNames(text.replace(/ ?\?/g, "").trim()), word("n-unseen", { n: unseen })].filter(Boolean).join(", ");
  const words = text.split(" ").map((one) => [one, cardName(one)]);
  return words.map(([one, name], place) => (place && name.includes(" ") && words[place - 1][0] !== words[place - 1][1] ? `, ${name}` : `${place ? " " : ""}${name}`)).join("");
}

// return a sentence with names instead of seat numbers; a parameter may be a sentence itself
export function sentence({ template, parameters }) {
  return (phrases[template] ?? template).replace(BLANK, (_, seat = "", name) => {
    const value = parameters[name] ?? "?";
    if (value.template !== undefined) return seat + sentence(value);
    if (SEATS.has(name)) return players[value - 1] ?? String(value);
    if (name === "kinds") return value.split(", ").map((kind) => phrases[kind] ?? kind).join(", ");
    return withNames(String(value));
  });
}

export const reasonText = (told) => (told.template ? sentence(told) : told.reason);

// return an event such as "2: 3C 3D" without its seat, as words
export function actionText(text) {
  const action = actionOf(text);
  if (["pass", "unseen", "takes back"].includes(action)) return word(action);
  const { calls, verb, cards: faces, tail } = parse(action);
  const shown = withNames(faces.join(" "));
  const does = verb && shown && !CLAIMS.has(verb) ? word(`does ${verb}`, { cards: shown, name: players[tail.slice(3) - 1] ?? "…" }) : [verb && word(verb), shown].filter(Boolean).join(" ");
  const remark = calls ? at("calls").textContent : tail === "last" ? word("last-card-announced") : "";
  return remark ? `${does} (${remark})` : does;
}

export const actionElement = (text) => build(/:\s*(pass|unseen)$|^unseen$/.test(text) ? "i" : "b", "", ...shortened(actionText(text)));

export const playerOf = (text) => players[seatOf(text) - 1] ?? "";

// return what to do next, and what else a screen reader says, which others see in pictures
function narration({ hand, position, unsent, running, opening, chosen }) {
  if (unsent.some((entry) => entry.stopped)) return [word("stopped")];
  if (!running) return [word("nothing")];
  const { due, over, standing, offer, exchange } = position;
  if (over) return [word("over")];
  const first = !hand?.adjudication.events.length && !unsent.some((entry) => entry.text !== undefined);
  const next = due.must === "give" ? gift(due, exchange) : whose(due, { standing, first, opening, chosen });
  if (standing && !standing.cards.length) return [`${next} ${word("hidden")}`];
  if (standing && due.must === "lead") return [next];
  const owner = players[standing?.seat - 1];
  const cards = withNames((standing?.cards ?? [offer?.card ?? ""]).join(" "));
  return [next, standing ? word(owner ? "beat-of" : "beat", { cards, name: owner }) : offer?.card ? word("offer", { cards }) : ""];
}

// the cards to beat or to claim, as pictures
function standingCards({ position }, picture) {
  const { standing, offer } = position ?? {};
  const cards = standing?.cards ?? (offer?.card ? [offer.card] : []);
  if (!cards.length) return [];
  const owner = players[(standing ?? offer).seat - 1];
  const caption = position.due.must === "lead" ? "" : build("small", "", build("span", "", word(standing ? "to-beat" : "to-claim")), owner ? build("span", "one-line", owner) : "");
  return [caption, ...cards.map(picture)].filter(Boolean);
}

// the words for what the seat that is to act must do
const DUTIES = { lead: "leads", follow: "turn", discard: "name-is-to", draw: "name-is-to-draw", take: "name-must-take" };

function whose({ seat, must }, { standing, first, opening, chosen }) {
  if (!seat && chosen) return word(first && must !== "discard" ? "leads" : "turn", { name: chosen });
  if (!seat && first) return opening ? word("tap-whoever-leads", { card: withNames(opening) }) : must === "discard" ? word("tap-whoever-discards") : word("tap-whoever-leads-2");
  if (!seat) return word("unknown");
  const again = must === "lead" && standing; // nothing beats the top single
  return word(again ? "leads-again" : DUTIES[must], { name: players[seat - 1], cards: again ? withNames(standing.cards.join(" ")) : "" });
}

function gift({ seat }, { winner, loser }) {
  return word("from-has-to", { from: players[seat - 1], to: players[(seat === winner ? loser : winner) - 1] });
}

// the last event; nothing if the pictures show it already
function lastEvent({ events, position }) {
  const last = events.at(-1);
  if (!last) return [];
  const { standing, offer } = position ?? {};
  const isPlay = !/pass|unseen|back|gives/.test(last);
  const isShown = (standing ?? offer)?.seat === seatOf(last) && (standing ? standing.cards.length && isPlay : /discards|draws/.test(last));
  if (isShown) return [];
  const n = isPlay && parse(last).cards.length; // beside the cards that stand, there is room for their number
  return [...shortened(playerOf(last)), " ", (standing || offer) && n > 1 ? plural("n-cards", n, { n }) : actionElement(last)];
}

// return a text with long names as elements, of which one line is shown
function shortened(text) {
  const split = (part, name) => (part.split?.(name) ?? [part]).flatMap((rest, at) => (at ? [build("span", "one-line", name), rest] : [rest]));
  return players.filter((name) => name.length > SHORT).reduce((parts, name) => parts.flatMap((part) => split(part, name)), [text]);
}

export function drawTable(view, picture) {
  const [seen, heard] = narration(view);
  const narrated = at("narration");
  // only changes, since a screen reader reads every one aloud
  if (narrated.textContent !== [seen, heard].filter(Boolean).join(" ")) narrated.replaceChildren(...shortened(seen), ...(heard ? [build("span", "spoken", ` ${heard}`)] : []));
  at("standing").replaceChildren(...standingCards(view, picture));
  at("last").replaceChildren(...lastEvent(view));
  for (const text of [narrated, at("last")]) {
    text.classList.remove("tight");
    text.classList.toggle("tight", text.scrollHeight > text.clientHeight + 1);
  }
  return seen;
}

// return the verdict on the last event, unless it is legal, and a text that says so
export function lastVerdict({ hand, events, position }) {
  const judged = hand?.adjudication.events[events.length - 1];
  const last = events.at(-1) ?? "";
  if (judged?.verdict !== "illegal" && position?.blocked?.includes(seatOf(last))) return { verdict: "", text: word("is-blocked", { name: playerOf(last) }) };
  if (!judged || judged.verdict === "legal") return { verdict: "", text: "" };
  const { verdict, text } = judged;
  return { ...judged, cited: hand.rules?.[events.length - 1], text: (verdict === "illegal" ? [word(verdict), reasonText(judged)] : [`${playerOf(text)} ${actionText(text)}`, word(verdict)]).join(word("colon")) };
}

export const figure = (points) => (points === null || points === undefined ? "?" : `${points}`.replace("-", "−"));
