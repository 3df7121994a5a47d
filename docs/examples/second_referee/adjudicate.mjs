// Adjudication: judge the hands of a session record one after another.

import { sameCards } from "./cards.mjs";
import { Malformed } from "./errors.mjs";
import { rulesDigest } from "./house_rules.mjs";
import { judgeEvents } from "./plays.mjs";
import { SEATS, readRecord } from "./record.mjs";
import { addUp, scoreHand, winnersOf } from "./scores.mjs";

export function adjudicate(document) {
  const record = readRecord(document);
  const { variant, rules } = record;
  let game = { number: record.firstHand, previousWinner: record.previousWinner, totals: record.carried, over: false, winners: [] };
  const handsWon = new Array(SEATS).fill(0);
  const hands = record.hands.map((hand) => {
    if (game.over) throw new Malformed("after-the-end", hand.where, "The game was over before this hand.");
    const { answer, winner } = judgeHand(hand, variant, rules, game);
    const counts = !hand.isVoid && !hand.isAnnulled;
    const points = counts ? (answer.points ?? new Array(SEATS).fill(null)) : null;
    const totals = addUp(game.totals, points, hand.adjustments);
    if (hand.isVoid) {
      game = { ...game, totals };
      return answer;
    }
    if (counts && winner !== null) handsWon[winner] += 1;
    game = { number: game.number + 1, previousWinner: winner, totals, ...winnersOf(totals, game.number, handsWon, rules) };
    return answer;
  });
  const { totals, over, winners } = game;
  return { format: "adjudication/1", variant, rules_digest: rulesDigest(variant, rules), hands, totals, over, winners };
}

function judgeHand(hand, variant, rules, game) {
  const leader = rules.next_hand_leader === "previous-winner" && game.number > 1 ? game.previousWinner : null;
  const { judged, position } = judgeEvents(hand, variant, rules, leader);
  const sheet = readSheet(hand, rules);
  if (hand.hasEvents) checkAgreement(hand, sheet, position, rules);
  const result = position.hasEnded ? { cardsLeft: position.counts, out: rules.play_to_last ? position.out : null, paysAll: hand.paysAll } : sheet;
  const scored = result ? scoreHand(result, rules, hand.where) : unfinished(position);
  const answer = { number: game.number, events: judged, ...scored, ...keptKeys(hand.source) };
  if (hand.isVoid || hand.isAnnulled) Object.assign(answer, { points: null, lines: [] });
  if (hand.isVoid) answer.status = "void";
  return { answer, winner: scored.places ? winnerOf(scored.places) : null };
}

// Return the result that the score sheet states, or null if there is none.
function readSheet(hand, rules) {
  const { out, paysAll, where } = hand;
  const counted = !hand.hasEvents && hand.left.every((cards) => cards !== null) ? hand.left.map((cards) => cards.length) : null;
  const cardsLeft = hand.cardsLeft ?? counted;
  if (!rules.play_to_last) {
    if (out) throw new Malformed("impossible-result", `${where}.out`, "Play ends with the first seat that goes out: write cards_left.");
    if (!cardsLeft) return null;
    if (cardsLeft.filter((count) => count === 0).length > 1) {
      throw new Malformed("impossible-result", `${where}.cards_left`, "Two seats cannot both be out of cards.");
    }
    if (cardsLeft.every((count) => count !== 0 && count !== null)) {
      throw new Malformed("impossible-result", `${where}.cards_left`, "One seat must be out of cards.");
    }
    return { cardsLeft, out: null, paysAll };
  }
  if (!out) {
    if (cardsLeft) throw new Malformed("impossible-result", `${where}.cards_left`, "Play goes on to the last: write out, the order of going out.");
    return null;
  }
  if (out.length !== SEATS - 1 || new Set(out).size !== out.length) {
    throw new Malformed("impossible-result", `${where}.out`, `out has ${SEATS - 1} seats, each once.`);
  }
  if (cardsLeft?.some((count, seat) => count !== null && (count === 0) !== out.includes(seat))) {
    throw new Malformed("impossible-result", `${where}.cards_left`, "The seats that went out have 0 cards left, and only these.");
  }
  return { cardsLeft: cardsLeft ?? [0, 1, 2, 3].map((seat) => (out.includes(seat) ? 0 : null)), out, paysAll };
}

function checkAgreement(hand, sheet, position, rules) {
  const mismatch = (key, message) => new Malformed("result-mismatch", `${hand.where}.${key}`, message);
  if (position.isUncertain) return;
  if (sheet && !position.hasEnded) throw mismatch(sheet.out ? "out" : "cards_left", "By its events the hand has not ended.");
  if (sheet?.cardsLeft.some((count, seat) => count !== null && count !== position.counts[seat])) {
    throw mismatch("cards_left", `By the events the seats have ${position.counts.join(", ")} cards left.`);
  }
  if (sheet?.out && rules.play_to_last && sheet.out.some((seat, index) => seat !== position.out[index])) {
    throw mismatch("out", `By the events the seats went out in the order ${position.out.map((seat) => seat + 1).join(", ")}.`);
  }
  for (const [seat, cards] of hand.left.entries()) {
    if (cards === null) continue;
    const known = position.hands[seat];
    if (cards.length !== position.counts[seat] || (known && !cards.includes("?") && !sameCards(known, cards))) {
      throw mismatch(`left[${seat}]`, `By the deal and the events this seat has ${position.counts[seat]} cards left${known ? `: ${known.join(" ")}` : ""}.`);
    }
  }
}

function unfinished(position) {
  return { status: "unfinished", places: null, cards_left: position.isUncertain ? null : position.counts, card_points: null, points: null, lines: [] };
}

function winnerOf(places) {
  const winner = places.indexOf(1);
  return winner < 0 || places.lastIndexOf(1) !== winner ? null : winner;
}

function keptKeys(source) {
  return Object.fromEntries(["void", "annulled", "adjustments", "rulings"].filter((key) => key in source).map((key) => [key, source[key]]));
}
