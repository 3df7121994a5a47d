// The position of a hand: whose turn it is, who leads, and what a play or a pass changes.

import { UNSEEN, removeCards } from "./cards.mjs";
import { isTopSingle, lowestCard } from "./combinations.mjs";
import { DEALT, SEATS } from "./record.mjs";

const SEAT_NUMBERS = [0, 1, 2, 3];

// Return the position before the first play. Without a leader from the hand before, the holder of the lowest card leads.
export function startOfHand(hand, rules, leader) {
  return {
    hands: hand.dealt.map((cards) => (cards?.includes(UNSEEN) ? null : cards)),
    counts: new Array(SEATS).fill(DEALT),
    played: [],
    out: [],
    passed: [],
    table: null,
    owner: null,
    turn: leader === null ? holderOf(lowestCard(rules), hand) : leader.seat,
    isClosed: false,
    mustOpen: leader === null,
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

// Return whether the seat is out, or has passed itself out of the trick.
function cannotAct(position, seat, rules) {
  return position.out.includes(seat) || (rules.pass_locks_out && position.passed.includes(seat));
}

// Return whether a pass of the seat changes nothing: it cannot act, or the trick is closed to it.
export function isIdlePass(position, seat, rules) {
  return cannotAct(position, seat, rules) || (position.isClosed && seat !== position.owner);
}

export function mayAct(position, seat, rules) {
  if (seat === position.turn) return true;
  if (cannotAct(position, seat, rules)) return false;
  if (position.turn === null) return true;
  if (seat === position.owner && position.passed.includes(seat)) return true;
  return position.isClosed && seat === nextLeader(position, rules);
}

// Return whether a play of the seat is a lead: also where the turn has come back to the owner of the table.
export function hasLead(position, seat, rules) {
  if (position.table === null || (position.isClosed && seat === nextLeader(position, rules))) return true;
  return seat === position.owner && (seat === position.turn || position.passed.includes(seat));
}

export const mustLead = (position, seat) => position.table === null || (position.isClosed && seat === position.owner);

export function afterPlay(position, seat, cards, combination, rules) {
  if (position.hasEnded) return position;
  const start = position.table && hasLead(position, seat, rules) ? startTrick(position, seat) : position;
  const passed = rules.pass_locks_out ? start.passed.filter((other) => other !== seat) : [];
  const next = {
    ...start,
    hands: start.hands.map((hand, other) => (hand && other === seat ? removeCards(hand, cards) : hand)),
    counts: start.counts.with(seat, Math.max(0, start.counts[seat] - cards.length)),
    played: [...start.played, ...cards],
    passed,
    mustOpen: false,
  };
  if (combination) {
    const isClosed = rules.top_single_closes_trick && isTopSingle(combination, rules);
    Object.assign(next, { table: combination, owner: seat, isClosed });
  }
  if (next.counts[seat] === 0 && !next.out.includes(seat)) return goOut(next, seat, rules);
  return giveTurn(next, seat, seat, rules);
}

function goOut(position, seat, rules) {
  const next = { ...position, out: [...position.out, seat] };
  if (!rules.play_to_last || next.out.length === SEATS - 1) return { ...next, hasEnded: true, turn: null };
  if (rules.after_out !== "answer-then-next-leads") return startTrick(next, nextHolder(next, seat, rules));
  return giveTurn(next, seat, nextLeader(next, rules), rules);
}

export function afterPass(position, seat, rules) {
  if (cannotAct(position, seat, rules) || mustLead(position, seat)) return position;
  if (!position.isClosed && !mayAct(position, seat, rules)) return position;
  const next = { ...position, passed: [...position.passed, seat] };
  const others = SEAT_NUMBERS.filter((other) => other !== next.owner && !next.out.includes(other));
  if (others.every((other) => next.passed.includes(other))) return startTrick(next, nextLeader(next, rules));
  return giveTurn(next, seat, next.owner, rules);
}

// Give the turn to the next seat that can act; without one, the leader starts a trick or has the turn.
function giveTurn(position, from, leader, rules) {
  const turn = seatsAfter(from, rules).find((seat) => !cannotAct(position, seat, rules));
  if (turn !== undefined) return { ...position, turn };
  return startTrick(position, position.out.includes(leader) ? nextHolder(position, leader, rules) : leader);
}

function startTrick(position, leader) {
  return { ...position, table: null, owner: null, passed: [], isClosed: false, turn: leader, trick: position.trick + 1 };
}

function nextLeader(position, rules) {
  return position.out.includes(position.owner) ? nextHolder(position, position.owner, rules) : position.owner;
}

export const nextHolder = (position, from, rules) => seatsAfter(from, rules).find((seat) => !position.out.includes(seat)) ?? from;
const seatsAfter = (from, rules) => [1, 2, 3].map((step) => (from + (rules.direction === "clockwise" ? step : SEATS - step)) % SEATS);
