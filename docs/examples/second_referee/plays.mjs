// Plays: judge the events of a hand one after another.

import { UNSEEN, holdsAll } from "./cards.mjs";
import { combinationOf, combinationsIn, highestCard, lowestCard, whyNotHigher } from "./combinations.mjs";
import { Malformed } from "./errors.mjs";
import { afterPass, afterPlay, hasLead, isIdlePass, mayAct, mustLead, nextHolder, startOfHand } from "./position.mjs";
import { reasonOf, ruleOf } from "./sentences.mjs";

const UNKNOWN_HAND = "unknown hand";

// Return the judged events, the cards left and the order of going out of a hand.
export function judgeEvents(hand, variant, rules, leader) {
  const before = [];
  let position = startOfHand(hand, rules, leader);
  const judged = hand.events.map((event, index) => {
    const answer = { event: index + 1, seat: event.seat === null ? null : event.seat + 1, text: event.text, trick: position.trick };
    if (event.action === "takes back") {
      position = positionTakenBack(hand.events, index, before);
      before.push(position);
      return { ...answer, verdict: "legal" };
    }
    before.push(position);
    if (isUnseen(event)) position = { ...position, isUncertain: true };
    if (position.isUncertain) return { ...answer, ...unproven(ruleOf("out-of-turn", variant), "what nobody saw") };
    const { seat, cards } = event;
    if (event.action === "pass") {
      const fault = faultOfPassIn(position, seat, rules);
      if (fault === null || fault === "must-play-highest") position = afterPass(position, seat, rules);
      return { ...answer, ...verdict(fault, variant) };
    }
    const combination = combinationOf(cards, rules);
    const fault = faultOfPlayIn(position, seat, cards, combination, rules);
    const isLeaderUnknown = position.turn === null && !position.mustOpen && !position.hasEnded;
    const trick = position.trick + (position.table && hasLead(position, seat, rules) ? 1 : 0);
    position = afterPlay(position, seat, cards, combination, rules);
    const answered = isLeaderUnknown && !fault ? unproven("B3", "the winner of the hand before") : verdict(fault, variant);
    return { ...answer, trick, ...(combination && { combination: combination.kind }), ...answered };
  });
  return { judged, position };
}

// Return the first fault of a combination that is led or played on the table, or null.
export function faultOfPlay(combination, { table, isClosed, opening, nextHolds, hand }, rules) {
  if (!combination) return "not-a-combination";
  if (opening && !opensWith(combination, rules)) return "opening-card-missing";
  const notHigher = table ? whyNotHigher(combination, table, rules) : null;
  if (notHigher) return isClosed ? "does-not-beat" : notHigher;
  if (table && isClosed && !combination.isBomb) return "does-not-beat";
  if (!rules.protect_last_card || nextHolds !== 1 || combination.kind !== "single") return null;
  if (!hand) return UNKNOWN_HAND;
  const isHighest = combination.cards[0] === highestOf(hand, rules);
  if (table) return isHighest ? null : "must-play-highest";
  if (combinationsIn(hand, rules).some((other) => other.size > 1 && (!opening || opensWith(other, rules)))) return "must-lead-several";
  return rules.protect_lead_highest && !opening && !isHighest ? "must-play-highest" : null;
}

// Return the fault of a pass on the table, or null.
export function faultOfPass({ table, nextHolds, hand }, rules) {
  if (!table) return "pass-on-lead";
  if (!rules.protect_last_card || nextHolds !== 1 || table.kind !== "single") return null;
  if (!hand) return table.cards[0] === highestCard(rules) ? null : UNKNOWN_HAND;
  const highest = combinationOf([highestOf(hand, rules)], rules);
  return whyNotHigher(highest, table, rules) ? null : "must-play-highest";
}

export function verdict(fault, variant) {
  if (!fault) return { verdict: "legal" };
  if (fault === UNKNOWN_HAND) return unproven("G29", "the hand of the player");
  return { verdict: "illegal", fault, rule: ruleOf(fault, variant), reason: reasonOf(fault) };
}

export function unproven(rule, need) {
  return { verdict: "unproven", rule, reason: "It depends on what is not known.", needs: [need] };
}

function faultOfPlayIn(position, seat, cards, combination, rules) {
  if (position.hasEnded) return "hand-over";
  if (!mayAct(position, seat, rules)) return "out-of-turn";
  if (cards.some((card) => position.played.includes(card))) return "card-already-played";
  if (cards.length > position.counts[seat] || !couldHold(position, seat, cards)) return "card-not-held";
  return faultOfPlay(combination, viewOf(position, seat, rules), rules);
}

function faultOfPassIn(position, seat, rules) {
  if (position.hasEnded) return "hand-over";
  if (isIdlePass(position, seat, rules)) return null;
  if (!mayAct(position, seat, rules)) return "out-of-turn";
  if (mustLead(position, seat)) return "pass-on-lead";
  return faultOfPass({ ...viewOf(position, seat, rules), table: position.table }, rules);
}

function viewOf(position, seat, rules) {
  return {
    table: hasLead(position, seat, rules) ? null : position.table,
    isClosed: position.isClosed,
    opening: position.mustOpen,
    hand: position.hands[seat],
    nextHolds: position.counts[nextHolder(position, seat, rules)],
  };
}

function couldHold(position, seat, cards) {
  const hand = position.hands[seat];
  if (hand) return holdsAll(hand, cards);
  return !position.hands.some((other) => other?.some((card) => cards.includes(card)));
}

function opensWith(combination, rules) {
  if (rules.opening === "free") return true;
  return combination.cards.includes(lowestCard(rules)) && (rules.opening !== "lowest-single" || combination.kind === "single");
}

const highestOf = (hand, rules) => hand.reduce((best, card) => (isHigherSingle(card, best, rules) ? card : best));
const isHigherSingle = (card, other, rules) => whyNotHigher(combinationOf([card], rules), combinationOf([other], rules), rules) === null;
const isUnseen = (event) => event.action === "unseen" || Boolean(event.cards?.includes(UNSEEN));

function positionTakenBack(events, index, before) {
  const previous = events[index - 1];
  const event = events[index];
  if (!previous || previous.seat !== event.seat || previous.action === "takes back") {
    throw new Malformed("bad-event", event.where, "A seat takes back its own event just before.");
  }
  return before[index - 1];
}

