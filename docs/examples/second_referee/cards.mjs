// Cards: read a text of cards, write the plain spelling.

import { Malformed } from "./errors.mjs";

export const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
export const UNSEEN = "?";
export const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

const SIGNS = {
  "♣": "C", "♦": "D", "♥": "H", "♠": "S",
  梅花: "C", 方块: "D", 方塊: "D", 方片: "D", 红桃: "H", 紅桃: "H", 红心: "H", 紅心: "H", 黑桃: "S",
};
const RANK = "(10|[2-9TJQKA])";
const SIGN = "([♣♦♥♠][\\ufe0e\\ufe0f]?|梅花|方块|方塊|方片|红桃|紅桃|红心|紅心|黑桃)";
const CARD = new RegExp(`${RANK}(?:([CDHS])|${SIGN})|([CDHS])${RANK}|${SIGN}${BLANK}*${RANK}|\\?`, "iy");
const SEPARATORS = new RegExp(`(?:${BLANK}|,)*`, "y");

export const rankOf = (card) => RANKS.indexOf(card.slice(0, -1));
export const suitOf = (card) => card.at(-1);

// Return the cards of a text in plain spelling.
export function readCards(text, where) {
  const cards = [];
  let position = skipSeparators(text, 0);
  while (position < text.length) {
    CARD.lastIndex = position;
    const match = CARD.exec(text);
    const next = match && skipSeparators(text, CARD.lastIndex);
    if (!match || (next === CARD.lastIndex && next < text.length)) {
      throw new Malformed("unknown-card", where, `Not cards of this deck: '${text.slice(position)}'. Write them as 3C 10H JD.`);
    }
    cards.push(plainSpelling(match));
    position = next;
  }
  for (const card of cards) {
    if (card !== UNSEEN && cards.indexOf(card) !== cards.lastIndexOf(card)) {
      throw new Malformed("too-many-copies", where, `${card} is named twice; the deck has it once.`);
    }
  }
  return cards;
}

export const holdsAll = (hand, cards) => cards.every((card) => hand.includes(card));

// Return whether two lists hold the same cards in any order.
export const sameCards = (some, others) => some.length === others.length && holdsAll(some, others);

export function removeCards(hand, cards) {
  return hand.filter((card) => !cards.includes(card));
}

function skipSeparators(text, position) {
  SEPARATORS.lastIndex = position;
  SEPARATORS.exec(text);
  return SEPARATORS.lastIndex;
}

function plainSpelling([text, rank, letter, sign, letterFirst, rankSecond, signFirst, rankLast]) {
  if (text === "?") return UNSEEN;
  const suit = (letter ?? letterFirst)?.toUpperCase() ?? SIGNS[(sign ?? signFirst).replace(/[\ufe0e\ufe0f]/, "")];
  const plain = (rank ?? rankSecond ?? rankLast).toUpperCase();
  return (plain === "T" ? "10" : plain) + suit;
}
