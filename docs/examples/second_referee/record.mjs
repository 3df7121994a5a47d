// Session records: check the shape of a document, and read its events and cards.

import { BLANK, UNSEEN, readCards } from "./cards.mjs";
import { Malformed } from "./errors.mjs";
import { VARIANTS, readHouseRules } from "./house_rules.mjs";

export const SEATS = 4;
export const DEALT = 13;
const LARGEST = 2 ** 53;

const EVENT = new RegExp(`^${BLANK}*(?:(unseen)|([0-9]{1,3})${BLANK}*:${BLANK}*(.*?))${BLANK}*$`, "is");
const WORD = new RegExp(`^(?:(pass)|(unseen)|(takes${BLANK}+back))$`, "i");
const LAST = new RegExp(`^(.*)${BLANK}last$`, "is");
const OTHER_ACTION = new RegExp(`^(?:gives|discards|draws|lucky|calls|chi|pong|gan|hu)(?:${BLANK}|$)`, "i");

// Return the record with its house rules, its events as objects and its cards as lists.
export function readRecord(document) {
  if (!isObject(document)) throw new Malformed("unreadable", "", "A session record is an object.");
  if (document.format !== "session-record/1") throw new Malformed("unknown-format", "format", "format is session-record/1.");
  const variant = readVariant(document);
  const rules = readHouseRules(variant, document.house_rules);
  readPlayers(document.players);
  return {
    variant,
    rules,
    carried: readCarried(document.carried),
    firstHand: readFirstHand(document.first_hand),
    previousWinner: readSeat(document.previous_winner, "previous_winner"),
    previousLoser: readSeat(document.previous_loser, "previous_loser"),
    hands: readList(document.hands, "hands").map((hand, index) => readHand(hand, `hands[${index}]`)),
  };
}

export function readVariant(document) {
  if (!VARIANTS.includes(document.variant)) {
    throw new Malformed("unknown-variant", "variant", `This referee judges ${VARIANTS.join(" and ")}.`);
  }
  return document.variant;
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function readPlayers(players) {
  if (!Array.isArray(players) || !players.every((name) => typeof name === "string")) {
    throw new Malformed("unreadable", "players", "players is a list of names.");
  }
  if (players.length !== SEATS) throw new Malformed("wrong-player-count", "players", `This game is for ${SEATS} players.`);
}

function readCarried(carried) {
  if (isMissing(carried)) return new Array(SEATS).fill(0);
  if (!Array.isArray(carried) || carried.length !== SEATS || !carried.every(isPoints)) {
    throw new Malformed("unreadable", "carried", "carried has a number for each seat.");
  }
  return carried;
}

function readFirstHand(number) {
  if (isMissing(number)) return 1;
  if (!Number.isInteger(number) || number < 1 || number > LARGEST) {
    throw new Malformed("unreadable", "first_hand", "first_hand is a whole number from 1.");
  }
  return number;
}

// Return the index of a seat, or null if none is given.
function readSeat(seat, where) {
  if (isMissing(seat)) return null;
  if (!Number.isInteger(seat) || seat < 1 || seat > SEATS) throw new Malformed("bad-seat", where, `A seat is a number from 1 to ${SEATS}.`);
  return seat - 1;
}

function readHand(hand, where) {
  if (!isObject(hand)) throw new Malformed("unreadable", where, "A hand is an object.");
  if (!isMissing(hand.passes) && hand.passes !== "written" && hand.passes !== "implied") {
    throw new Malformed("unreadable", `${where}.passes`, "passes is written or implied.");
  }
  const isOut = ["void", "annulled"].filter((key) => readText(hand[key], `${where}.${key}`) !== "");
  return {
    where,
    source: hand,
    isVoid: isOut.includes("void"),
    isAnnulled: isOut.includes("annulled"),
    hasEvents: !isMissing(hand.events),
    events: readList(hand.events, `${where}.events`).map((text, index) => readEvent(text, `${where}.events[${index}]`)),
    passesAreImplied: hand.passes === "implied",
    dealt: readHands(hand.dealt, `${where}.dealt`, "wrong-deal-size"),
    left: readHands(hand.left, `${where}.left`, "result-mismatch"),
    dealer: readSeat(hand.dealer, `${where}.dealer`),
    cardsLeft: isMissing(hand.cards_left) ? null : readCounts(hand.cards_left, `${where}.cards_left`),
    out: isMissing(hand.out) ? null : readOut(hand.out, `${where}.out`),
    winner: readSeat(hand.winner, `${where}.winner`),
    paysAll: readSeat(hand.pays_all, `${where}.pays_all`),
    adjustments: readList(hand.adjustments, `${where}.adjustments`).map((item, index) =>
      readAdjustment(item, `${where}.adjustments[${index}]`)),
  };
}

function readEvent(text, where) {
  if (typeof text !== "string") throw new Malformed("unreadable", where, "An event is a text.");
  const match = EVENT.exec(text);
  if (!match) throw badEvent(text, where);
  if (match[1]) return { text, where, seat: null, action: "unseen" };
  const seat = readSeat(Number(match[2]), where);
  const word = WORD.exec(match[3]);
  if (word) return { text, where, seat, action: word[1] ? "pass" : word[2] ? "unseen" : "takes back" };
  if (match[3] === "" || OTHER_ACTION.test(match[3])) throw badEvent(text, where);
  const last = LAST.exec(match[3]);
  const cards = readCards(last ? last[1] : match[3], where);
  if (cards.length === 0) throw badEvent(text, where);
  return { text, where, seat, action: "plays", cards };
}

const badEvent = (text, where) => new Malformed("bad-event", where, `'${text}' is no event; write 1: 3C 3D, 1: pass or 1: takes back.`);

// Return the cards of each seat, null for a seat whose cards are unknown.
function readHands(texts, where, code) {
  if (isMissing(texts)) return new Array(SEATS).fill(null);
  if (!Array.isArray(texts)) throw new Malformed("unreadable", where, "This is a list with a text for each seat.");
  if (texts.length !== SEATS) throw new Malformed(code, where, `This list has ${SEATS} texts, one for each seat.`);
  const hands = texts.map((text, seat) => readHeld(text, `${where}[${seat}]`, code === "wrong-deal-size"));
  const named = hands.flat().filter((card) => card !== null && card !== UNSEEN);
  const twice = named.find((card, index) => named.indexOf(card) !== index);
  if (twice) throw new Malformed("too-many-copies", where, `${twice} is in two hands; the deck has it once.`);
  return hands;
}

function readHeld(text, where, isDeal) {
  if (isMissing(text)) return null;
  if (typeof text !== "string") throw new Malformed("unreadable", where, "Cards are a text such as 3C 10H.");
  const cards = readCards(text, where);
  if (text.trim() === UNSEEN || (isDeal && cards.length === 0)) return null;
  if (isDeal ? cards.length !== DEALT : cards.length > DEALT) {
    const code = isDeal ? "wrong-deal-size" : "result-mismatch";
    throw new Malformed(code, where, `${DEALT} cards are dealt to each seat; here are ${cards.length}.`);
  }
  return cards;
}

function readCounts(counts, where) {
  if (!Array.isArray(counts)) throw new Malformed("impossible-result", where, "cards_left is a list of numbers.");
  if (counts.length !== SEATS) throw new Malformed("impossible-result", where, `cards_left has ${SEATS} numbers, one for each seat.`);
  return counts.map((count, seat) => {
    if (count === null || (typeof count === "string" && count.trim() === UNSEEN)) return null;
    if (!Number.isInteger(count) || count < 0 || count > DEALT) {
      throw new Malformed("impossible-result", `${where}[${seat}]`, `A seat has from 0 to ${DEALT} cards left.`);
    }
    return count;
  });
}

function readOut(out, where) {
  if (!Array.isArray(out)) throw new Malformed("impossible-result", where, "out is a list of seats.");
  return out.map((seat, index) => {
    if (seat === null) throw new Malformed("bad-seat", `${where}[${index}]`, "out has a seat in every place.");
    return readSeat(seat, `${where}[${index}]`);
  });
}

function readAdjustment(adjustment, where) {
  if (!isObject(adjustment)) throw new Malformed("unreadable", where, "An adjustment has seat and points.");
  const seat = readSeat(adjustment.seat ?? NaN, `${where}.seat`);
  if (!isPoints(adjustment.points)) throw new Malformed("unreadable", `${where}.points`, "points is a number.");
  return { seat, points: adjustment.points };
}

function readList(list, where) {
  if (isMissing(list)) return [];
  if (!Array.isArray(list)) throw new Malformed("unreadable", where, "This is a list.");
  return list;
}

function readText(text, where) {
  if (isMissing(text)) return "";
  if (typeof text !== "string") throw new Malformed("unreadable", where, "This is a text.");
  return text;
}

const isMissing = (value) => value === undefined || value === null;
const isPoints = (value) => typeof value === "number" && Math.abs(value) <= LARGEST;
