// The cards: which have left the hands, how tapping writes an event, whether it can be read.
import { plural, word } from "./log_drawing.js";

const SUITS = { c: "♣|梅花", d: "♦|方[块塊片]", h: "♥|[红紅][桃心]", s: "♠|黑桃" };
const SUIT = `(?:${Object.values(SUITS).join("|")})[\ufe0e\ufe0f]?`;
const inLetters = (text) => Object.entries(SUITS).reduce((read, [suit, signs]) => read.replace(RegExp(`(${signs})[\ufe0e\ufe0f]?`, "g"), suit), text.toLowerCase());
const wordsOf = (text) => text.replace(RegExp(`(^|\\s)(${SUIT})\\s+`, "g"), "$1$2").split(/\s+/).filter(Boolean); // "♠ 9" is one card
const turned = (face) => face.slice(1) + face[0];
const WHOLE_ACTIONS = new Set(["pass", "unseen", "takes back"]);
export const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);

export const seatOf = (text) => Number.parseInt(text, 10) || null;
export const actionOf = (text) => text.replace(/^\d+\s*:\s*/, "").trim();
const cardsOf = (text) => wordsOf(actionOf(text).replaceAll("/", " "));

export class Deck {
  constructor(game, houseRules) {
    const { cards, hand_size: size } = game.decks[houseRules?.deck] ?? game.decks[game.deck];
    const suits = houseRules?.suit_order ?? game.rules.suit_order;
    this.chosen = houseRules?.deck;
    this.cards = suits ? inSuits(cards, suits) : cards;
    this.size = size;
    this.columns = columns(cards);
    this.faces = new Map(cards.map((card) => [card.face.toLowerCase(), card]));
    this.readsSuitFirst = ![...this.faces.keys()].some((face) => this.faces.has(face.at(-1) + face.slice(0, -1)));
  }

  // parse a typed card, with its suit last or first
  card(typed) {
    const find = (face) => this.faces.get(face.replace(/^t(?=.$)/, "10"));
    if (!this.readsSuitFirst) return find(typed.toLowerCase());
    const face = inLetters(typed);
    return find(face) ?? find(turned(face));
  }

  facesIn(text) {
    return cardsOf(text).map((one) => this.card(one)?.face).filter(Boolean);
  }

  count(text) {
    return cardsOf(text).filter((one) => one === "?" || this.card(one)).length;
  }

  // return the cards that leave a hand: not the claimed card, not a gift
  #leaves(text) {
    const [verb] = actionOf(text).split(/\s+/);
    const faces = this.facesIn(text);
    if (verb === "gives" || verb === "calls") return [];
    return CLAIMS.has(verb) ? faces.slice(1) : faces;
  }

  // count the copies of each card that have left the hands
  gone(events) {
    const count = new Map();
    for (const text of withoutTakenBack(events))
      for (const face of this.#leaves(text)) count.set(face, (count.get(face) ?? 0) + 1);
    return count;
  }

  // count the copies of each card that a seat may still hold
  possible(seat, { events, dealt }) {
    const gone = this.gone(events);
    const left = new Map(this.cards.map(({ face, copies }) => [face, copies - (gone.get(face) ?? 0)]));
    const holdings = (dealt ?? []).map((hand, place) => this.#holding(place + 1, hand, events));
    const own = holdings[seat - 1];
    if (own) return new Map(this.cards.map(({ face }) => [face, Math.min(own.get(face) ?? 0, left.get(face))]));
    holdings.forEach((holding) => holding?.forEach((number, face) => left.set(face, left.get(face) - number)));
    return left;
  }

  // return the rest of a hand that was dealt face up
  #holding(seat, dealt, events) {
    const faces = (dealt ?? "").split(/\s+/).map((one) => this.card(one)?.face);
    if (faces.some((face) => !face)) return null;
    const count = new Map();
    const move = (face, by) => count.set(face, Math.max(0, (count.get(face) ?? 0) + by));
    faces.forEach((face) => move(face, 1));
    for (const text of withoutTakenBack(events)) {
      const gift = actionOf(text).match(/^gives (\S+) to (\d+)/);
      if (gift && Number(gift[2]) === seat && this.card(gift[1])) move(this.card(gift[1]).face, 1);
      if (seatOf(text) !== seat || /^(draws|lucky)\b/.test(actionOf(text))) continue;
      (gift ? this.facesIn(text) : this.#leaves(text)).forEach((face) => move(face, -1));
    }
    return count;
  }
}

// return how many keys are in a row: the cards of two ranks, of one where cards have pieces on them
function columns(cards) {
  const counts = cards.map(({ rank }) => cards.filter((card) => card.rank === rank).length).sort();
  const usual = counts[Math.floor(counts.length / 2)];
  return cards.some(({ glyph }) => glyph) ? usual : 2 * usual;
}

// sort the cards of each rank by the order of the suits; ranks stay as they are
function inSuits(cards, suits) {
  const ranks = [...new Set(cards.map(({ rank }) => rank))];
  const place = ({ face, rank }) => ranks.indexOf(rank) * 10 + suits.indexOf(face.at(-1));
  return [...cards].sort((one, other) => place(one) - place(other));
}

export function withoutTakenBack(events) {
  const remaining = [];
  for (const text of events) {
    if (actionOf(text) === "takes back") remaining.pop();
    else remaining.push(text);
  }
  return remaining;
}

// Writing an event: tapping a card or a button changes the text that somebody could have typed.
const VERB = /^(calls\s+)?(discards|draws|chi|pong|gan|hu|lucky|gives)\b\s*/i;
const SINGLE = new Set(["discards", "draws", "gives", "lucky"]);
const TAIL = /\s*(\blast|\bto\s+\d+)\s*$/i;

// parse into {calls, verb, cards, tail}
export function parse(text) {
  const action = text.trim().replace(/^\d+\s*:\s*/, "");
  const [prefix = ""] = action.match(VERB) ?? [];
  const [tail = ""] = action.match(TAIL) ?? [];
  const cards = wordsOf(action.slice(prefix.length, action.length - tail.length));
  const words = prefix.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return { calls: words[0] === "calls", verb: words.at(-1) ?? "", cards, tail: tail.trim().toLowerCase() };
}

export function format({ calls, verb, cards, tail }) {
  return [calls && "calls", verb, ...cards, tail].filter(Boolean).join(" ");
}

// add one copy of this card; after the last copy, remove all
export function withCard(text, face, { most, verb = "", to = null }) {
  const parts = parse(["pass", "unseen", "takes back"].includes(text.trim()) ? "" : text);
  const newVerb = parts.verb || parts.cards.length ? parts.verb : verb;
  const tail = newVerb === "gives" && to ? `to ${to}` : parts.tail;
  const count = parts.cards.filter((one) => one === face).length;
  if (SINGLE.has(newVerb)) return format({ ...parts, verb: newVerb, tail, cards: count ? [] : [face] });
  const claimed = CLAIMS.has(newVerb) && parts.cards[0] === face ? 1 : 0; // the claimed card is not from the hand
  if (face !== "?" && count >= Math.max(1, most + claimed)) return format({ ...parts, cards: parts.cards.filter((one) => one !== face) });
  return format({ ...parts, verb: newVerb, tail, cards: [...parts.cards, face] });
}

export function withoutLast(text) {
  const parts = parse(text);
  return parts.cards.length ? format({ ...parts, cards: parts.cards.slice(0, -1) }) : "";
}

// change the verb; a claim begins with the claimed card
export function withVerb(text, verb, { offered = null, to = null } = {}) {
  const parts = parse(text);
  const claims = CLAIMS.has(verb);
  const wasClaim = CLAIMS.has(parts.verb);
  let cards = claims === wasClaim ? parts.cards : [];
  if (claims && offered && !wasClaim) cards = [offered];
  const copies = { pong: 3, gan: 4 }[verb];
  if (copies && offered && cards.length < 2) cards = Array(copies).fill(offered);
  return format({ calls: claims && parts.calls, verb, cards: SINGLE.has(verb) ? cards.slice(0, 1) : cards, tail: verb === "gives" && to ? `to ${to}` : "" });
}

export const withLast = (text) => format({ ...parse(text), tail: parse(text).tail === "last" ? "" : "last" });
export const withCalls = (text) => format({ ...parse(text), calls: !parse(text).calls });
export const withNextMeld = (text) => format({ ...parse(text), cards: [...parse(text).cards, "/"] });

// Return what keeps an event from being read, or an empty string, as the referee's parser has it.
export function unreadable(text, { game, deck, names: { length: seats } }) {
  const action = actionOf(text);
  if (seatOf(text) > seats) return word("there-is-no", { n: seatOf(text) });
  if (WHOLE_ACTIONS.has(action.toLowerCase())) return "";
  const { calls, verb, cards, tail } = parse(action);
  const unknown = cards.find((one) => one !== "?" && one !== "/" && !deck.card(one));
  if (unknown) return word("text-is-no", { text: unknown });
  if (!cards.some((one) => one !== "/")) return verb || tail ? word("say-which-cards") : word(game.melding ? "tap-an-action" : "tap-the-cards");
  if (game.melding && !verb) return word("say-what-was");
  if (game.melding ? verb === "gives" || tail : verb && verb !== "gives") return word("this-game-has");
  if (calls && !CLAIMS.has(verb)) return word("only-a-claim");
  if (SINGLE.has(verb) && cards.length > 1) return word("name-one-card");
  if (verb === "gives" && !(Number(tail.slice(3)) >= 1 && Number(tail.slice(3)) <= seats)) return word("say-who-gets");
  if (cards.includes("/") && (verb !== "hu" || !cards.join(" ").split("/").every((meld) => meld.trim()))) return word("only-hu-has");
  const many = deck.cards.find(({ face, copies }) => cards.filter((one) => deck.card(one)?.face === face).length > copies);
  return many ? plural("the-deck-has", many.copies, { n: many.copies }) : "";
}
