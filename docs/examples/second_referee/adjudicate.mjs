// Adjudication: judge the hands of a session record one after another.

import { sameCards } from "./cards.mjs";
import { Malformed } from "./errors.mjs";
import { rulesDigest } from "./house_rules.mjs";
import { judgeEvents } from "./plays.mjs";
import { SEATS, readRecord } from "./record.mjs";
import { addUp, isPlayedOut, scoreHand, winnersOf } from "./scores.mjs";

export function adjudicate(document) {
  const record = readRecord(document);
  const { variant, rules } = record;
  const { firstHand: number, previousWinner, carried: totals } = record;
  let game = { number, previousWinner, totals, over: false, winners: [] };
  const handsWon = new Array(SEATS).fill(0);
  const hands = record.hands.map((hand) => {
    if (game.over || isPlayedOut(game.number, rules)) throw new Malformed("after-the-end", hand.where, "The game was over before this hand.");
    const { answer, winner } = judgeHand(hand, variant, rules, game);
    const counts = !hand.isVoid && !hand.isAnnulled;
    const points = counts ? (answer.points ?? new Array(SEATS).fill(null)) : null;
    const totals = addUp(game.totals, points, hand.adjustments);
    if (counts && winner !== null) handsWon[winner] += 1;
    game = hand.isVoid ? { ...game, totals } : { number: game.number + 1, previousWinner: winner, totals };
    Object.assign(game, winnersOf(totals, game.number, handsWon, rules));
    return answer;
  });
  const digest = rulesDigest(variant, rules);
  return { format: "adjudication/1", variant, rules_digest: digest, hands, totals: game.totals, over: game.over, winners: game.winners };
}

function judgeHand(hand, variant, rules, game) {
  const leader = rules.next_hand_leader === "previous-winner" && game.number > 1 ? { seat: game.previousWinner } : null;
  const { judged, position } = judgeEvents(hand, variant, rules, leader);
  const sheet = readSheet(hand, rules);
  if (hand.hasEvents) checkAgreement(hand, sheet, position, rules);
  const played = { cardsLeft: position.counts, isCounted: true, out: position.out, paysAll: hand.paysAll };
  const result = position.hasEnded ? played : sheet;
  const scored = result ? scoreHand(result, rules, hand.where) : unfinished(position);
  const answer = { number: game.number, events: judged, ...scored, ...keptKeys(hand.source) };
  if (hand.isVoid || hand.isAnnulled) Object.assign(answer, { card_points: null, points: null, lines: [] });
  if (hand.isVoid) answer.status = "void";
  return { answer, winner: scored.places ? winnerOf(scored.places) : null };
}

// Return the result that the score sheet states, or null if there is none.
function readSheet(hand, rules) {
  const { out, paysAll, where } = hand;
  const wrong = (key, message) => new Malformed("impossible-result", `${where}.${key}`, message);
  const counted = !hand.hasEvents && hand.left.every((cards) => cards !== null) ? hand.left.map((cards) => cards.length) : null;
  const cardsLeft = hand.cardsLeft ?? counted;
  if (out) {
    const expected = rules.play_to_last ? SEATS - 1 : 1;
    if (out.length !== expected || new Set(out).size !== expected) throw wrong("out", `out has ${expected} seats, each once.`);
    if (cardsLeft?.some((count, seat) => count !== null && (count === 0) !== out.includes(seat))) {
      throw wrong("cards_left", "The seats that went out have 0 cards left, and only these.");
    }
    return { cardsLeft: cardsLeft ?? new Array(SEATS).fill(null), isCounted: cardsLeft !== null, out, paysAll };
  }
  if (!cardsLeft || (rules.play_to_last && hand.events.length > 0)) return null;
  if (rules.play_to_last) throw wrong("cards_left", "Play goes on to the last: write the order of going out.");
  const empty = cardsLeft.flatMap((count, seat) => (count === 0 ? [seat] : []));
  const possible = empty.length > 0 ? empty : cardsLeft.flatMap((count, seat) => (count === null ? [seat] : []));
  if (empty.length > 1 || possible.length === 0) throw wrong("cards_left", "Exactly one seat is out of cards.");
  if (hand.winner !== null && !possible.includes(hand.winner)) throw wrong("winner", "The winner is the seat without cards.");
  return { cardsLeft, isCounted: true, out: hand.winner === null ? null : [hand.winner], paysAll };
}

function checkAgreement(hand, sheet, position, rules) {
  const mismatch = (key, message) => new Malformed("result-mismatch", `${hand.where}.${key}`, message);
  if (position.isUncertain) return;
  if (sheet && !position.hasEnded) throw mismatch(sheet.out ? "out" : "cards_left", "By its events the hand has not ended.");
  if (sheet?.cardsLeft.some((count, seat) => count !== null && count !== position.counts[seat])) {
    throw mismatch("cards_left", `By the events the seats have ${position.counts.join(", ")} cards left.`);
  }
  if (sheet?.out?.some((seat, index) => seat !== position.out[index])) {
    throw mismatch(hand.out ? "out" : "winner", `By the events the seats went out in the order ${position.out.map((seat) => seat + 1).join(", ")}.`);
  }
  for (const [seat, cards] of hand.left.entries()) {
    if (cards === null) continue;
    const known = position.hands[seat];
    if (cards.length !== position.counts[seat] || (known && !cards.includes("?") && !sameCards(known, cards))) {
      throw mismatch(`left[${seat}]`, `By the deal and the events this seat has ${known?.join(" ") ?? position.counts[seat]} left.`);
    }
  }
}

function unfinished(position) {
  const cardsLeft = position.isUncertain ? null : position.counts;
  return { status: "unfinished", places: null, cards_left: cardsLeft, card_points: null, points: null, lines: [] };
}

function winnerOf(places) {
  const winner = places.indexOf(1);
  return winner < 0 || places.lastIndexOf(1) !== winner ? null : winner;
}

function keptKeys(source) {
  return Object.fromEntries(["void", "annulled", "adjustments", "rulings"].filter((key) => key in source).map((key) => [key, source[key]]));
}
