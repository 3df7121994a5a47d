// Plays: judge the events of a hand one after another, and keep the position between them.

import { UNSEEN, holdsAll, removeCards, sameCards } from "./cards.mjs";
import { combinationOf, combinationsIn, highestCard, isTopSingle, lowestCard, whyNotHigher } from "./combinations.mjs";
import { Malformed } from "./errors.mjs";
import { DEALT, SEATS } from "./record.mjs";
import { reasonOf, ruleOf } from "./sentences.mjs";

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
    if (position.isUncertain) return { ...answer, ...unproven(variant) };
    const { fault, combination, next } = event.action === "pass" ? judgePass(position, event.seat, rules) : judgePlay(position, event, rules);
    position = next;
    return { ...answer, trick: position.trick, ...(combination && { combination: combination.kind }), ...verdict(fault, variant) };
  });
  return { judged, position };
}

// Return the first fault of a combination that is led or played on the table, or null.
export function faultOfCombination(combination, { table, opening, nextHolds, hand }, rules) {
  if (!combination) return "not-a-combination";
  if (opening && !opensWith(combination, rules)) return "opening-card-missing";
  const notHigher = table ? whyNotHigher(combination, table, rules) : null;
  if (notHigher) return notHigher;
  if (!rules.protect_last_card || nextHolds !== 1 || combination.kind !== "single" || !hand) return null;
  const isHighest = combination.cards[0] === highestOf(hand, rules);
  if (table) return isHighest ? null : "must-play-highest";
  if (combinationsIn(hand, rules).some((other) => other.size > 1 && !(opening && !opensWith(other, rules)))) return "must-lead-several";
  return rules.protect_lead_highest && !isHighest ? "must-play-highest" : null;
}

// Return the fault of a pass on the table, or null.
export function faultOfPass({ table, nextHolds, hand }, rules) {
  if (!table) return "pass-on-lead";
  if (!rules.protect_last_card || nextHolds !== 1 || table.kind !== "single" || !hand?.length) return null;
  const highest = combinationOf([highestOf(hand, rules)], rules);
  return whyNotHigher(highest, table, rules) ? null : "must-play-highest";
}

export function verdict(fault, variant) {
  if (!fault) return { verdict: "legal" };
  return { verdict: "illegal", fault, rule: ruleOf(fault, variant), reason: reasonOf(fault) };
}

function unproven(variant) {
  const needs = ["the cards and actions that nobody saw"];
  return { verdict: "unproven", rule: ruleOf("out-of-turn", variant), reason: "It depends on what nobody saw.", needs };
}

function startOfHand(hand, rules, leader) {
  const lowest = lowestCard(rules);
  const holder = leader ?? holderOf(lowest, hand);
  return {
    hands: hand.dealt.map((cards) => (cards?.includes(UNSEEN) ? null : cards)),
    counts: new Array(SEATS).fill(DEALT),
    played: [],
    out: [],
    lockedOut: [],
    table: null,
    owner: null,
    turn: holder,
    leads: true,
    mayPass: false,
    isClosed: false,
    isOpening: leader === null,
    hasEnded: false,
    isUncertain: false,
    trick: 1,
  };
}

// Return the seat that held the card before the first play, as far as the deal or a play shows it.
function holderOf(card, hand) {
  const dealtTo = hand.dealt.findIndex((cards) => cards?.includes(card));
  if (dealtTo >= 0) return dealtTo;
  const play = hand.events.find((event) => event.cards?.includes(card) && hand.dealt[event.seat] === null);
  return play ? play.seat : null;
}

function judgePlay(position, { seat, cards }, rules) {
  const combination = combinationOf(cards, rules);
  const fault = faultOfPlay(position, seat, cards, combination, rules);
  return { fault, combination, next: afterPlay(position, seat, cards, combination, rules) };
}

function faultOfPlay(position, seat, cards, combination, rules) {
  if (position.hasEnded) return "hand-over";
  const mayAnswer = position.isClosed && seat !== position.owner && position.counts[seat] > 0;
  if (position.turn !== null && seat !== position.turn && !mayAnswer) return "out-of-turn";
  if (cards.some((card) => position.played.includes(card))) return "card-already-played";
  if (cards.length > position.counts[seat] || !couldHold(position, seat, cards)) return "card-not-held";
  const isLocked = mayAnswer && !(combination?.isBomb && rules.bombs_beat_top_single);
  const fault = faultOfCombination(combination, viewOf(position, seat, rules), rules);
  return fault === null && isLocked ? "does-not-beat" : fault;
}

function judgePass(position, seat, rules) {
  const fault = faultOfPassIn(position, seat, rules);
  if (fault && fault !== "must-play-highest") return { fault, next: position };
  if (seat !== position.turn) return { fault, next: position };
  const lockedOut = rules.pass_locks_out ? [...position.lockedOut, seat] : position.lockedOut;
  const mayPass = position.mayPass && !position.leads;
  return { fault, next: passTurn({ ...position, lockedOut, mayPass }, seat, rules) };
}

function faultOfPassIn(position, seat, rules) {
  if (position.hasEnded) return "hand-over";
  if (position.counts[seat] === 0 || position.lockedOut.includes(seat)) return null;
  if (position.isClosed && seat !== position.owner) return null;
  if (position.turn !== null && seat !== position.turn) return "out-of-turn";
  return position.leads && position.mayPass ? null : faultOfPass(viewOf(position, seat, rules), rules);
}

function viewOf(position, seat, rules) {
  return {
    table: position.leads && seat === position.turn ? null : position.table,
    opening: position.isOpening,
    hand: position.hands[seat],
    nextHolds: position.counts[nextHolder(position, seat, rules)],
  };
}

function couldHold(position, seat, cards) {
  const hand = position.hands[seat];
  if (hand) return holdsAll(hand, cards);
  return !position.hands.some((other) => other?.some((card) => cards.includes(card)));
}

function afterPlay(position, seat, cards, combination, rules) {
  if (position.hasEnded) return position;
  const counts = position.counts.with(seat, Math.max(0, position.counts[seat] - cards.length));
  const next = {
    ...position,
    counts,
    hands: position.hands.map((hand) => hand && removeCards(hand, cards)),
    played: [...position.played, ...cards],
    lockedOut: position.lockedOut.filter((other) => other !== seat),
    isOpening: false,
    trick: position.leads && position.table ? position.trick + 1 : position.trick,
  };
  if (combination) Object.assign(next, { table: combination, owner: seat, mayPass: false, isClosed: false });
  else next.mayPass = true;
  if (counts[seat] === 0) {
    next.out = [...position.out, seat];
    const holders = counts.filter((count) => count > 0).length;
    if (!rules.play_to_last || holders === 1) return { ...next, hasEnded: true, turn: null };
    if (rules.after_out !== "answer-then-next-leads") return lead(next, nextHolder(next, seat, rules));
  }
  if (combination && rules.top_single_closes_trick && isTopSingle(combination, rules)) return closeTrick(next, seat, rules);
  return passTurn(next, seat, rules);
}

function closeTrick(position, seat, rules) {
  const leader = position.counts[seat] > 0 ? seat : nextHolder(position, seat, rules);
  return { ...lead(position, leader), isClosed: true };
}

function lead(position, seat) {
  return { ...position, turn: seat, leads: true, lockedOut: [], mayPass: false };
}

// Give the turn to the next seat that can act. Whoever owns the combination on the table leads when it is reached.
function passTurn(position, from, rules) {
  if (position.table === null) return { ...position, turn: nextHolder(position, from, rules), leads: true };
  for (let seat = after(from, rules); ; seat = after(seat, rules)) {
    if (seat === position.owner) {
      const leader = position.counts[seat] > 0 ? seat : nextHolder(position, seat, rules);
      return { ...lead(position, leader), mayPass: position.mayPass };
    }
    if (position.counts[seat] > 0 && !position.lockedOut.includes(seat)) return { ...position, turn: seat, leads: false };
  }
}

function nextHolder(position, from, rules) {
  let seat = after(from, rules);
  while (position.counts[seat] === 0 && seat !== from) seat = after(seat, rules);
  return seat;
}

const after = (seat, rules) => (seat + (rules.direction === "clockwise" ? 1 : SEATS - 1)) % SEATS;

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

