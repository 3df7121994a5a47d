// Combinations: what five or fewer cards are, and which of two is higher.

import { RANKS, rankOf, suitOf } from "./cards.mjs";

// Straights, lowest first: the ranks, and the rank whose suit decides. Straights of one inner list are equal in rank.
const RUNS = ["3 4 5 6 7", "4 5 6 7 8", "5 6 7 8 9", "6 7 8 9 10", "7 8 9 10 J", "8 9 10 J Q", "9 10 J Q K", "10 J Q K A"];
const PLAIN = RUNS.map((run) => [[run, run.split(" ").at(-1)]]);
const LOW_ACE = [["A 2 3 4 5", "5"]];
const CORNER = [["A 2 3 4 5", "2"], ["2 3 4 5 6", "2"], ["J Q K A 2", "2"]];
const STRAIGHTS = {
  taiwan: [LOW_ACE, ...PLAIN, [["2 3 4 5 6", "2"]]],
  poker: [LOW_ACE, [["2 3 4 5 6", "6"]], ...PLAIN],
  hongkong: [...PLAIN, [["2 3 4 5 6", "2"]], [["A 2 3 4 5", "2"]]],
  "two-high": [...PLAIN, [["J Q K A 2", "2"]]],
  circular: [...PLAIN, [...CORNER, ["Q K A 2 3", "2"], ["K A 2 3 4", "2"]]],
  "a-and-2-low-only": [...PLAIN, CORNER],
  "no-twos": PLAIN,
};
const FIVE_CARD_KINDS = ["straight", "flush", "full-house", "four-of-a-kind", "straight-flush"];

export const lowestCard = (rules) => `3${rules.suit_order[0]}`;
export const highestCard = (rules) => `2${rules.suit_order[3]}`;

// Return the combination that the cards make, or null. Its `height` compares it with combinations of its kind.
export function combinationOf(cards, rules) {
  const ranks = cards.map(rankOf).sort((a, b) => b - a);
  const suits = cards.map((card) => rules.suit_order.indexOf(suitOf(card))).sort((a, b) => b - a);
  const groups = groupSizes(ranks);
  const sizes = groups.map(([size]) => size).join("");
  const make = (kind, height) => ({ kind, height, cards, size: cards.length, isBomb: rules.bombs && isQuadOrBetter(kind) });

  if (sizes === "1") return make("single", [ranks[0], ...suits]);
  if (sizes === "2") return make("pair", [ranks[0], ...suits]);
  if (sizes === "3") return rules.triples ? make("triple", [ranks[0], ...suits]) : null;
  if (sizes === "32") return make("full-house", groups.flatMap(([, rank]) => cardHeights(cards, rank, rules)));
  if (sizes === "41") return make("four-of-a-kind", [groups[0][1]]);
  if (sizes !== "11111") return null;
  const straight = straightHeight(cards, ranks, rules);
  const isOneSuit = suits[0] === suits[4];
  if (straight) return make(isOneSuit ? "straight-flush" : "straight", straight);
  if (isOneSuit && rules.flush === "by-rank") return make("flush", [...ranks, suits[0]]);
  if (isOneSuit && rules.flush === "by-suit") return make("flush", [suits[0], ...ranks]);
  return null;
}

// Return why a combination may not follow the one on the table, or null if it may.
export function whyNotHigher(combination, table, rules) {
  const isBombing = combination.isBomb || table.isBomb;
  if (combination.size !== table.size && !isBombing) return "wrong-size";
  if (combination.kind !== table.kind && combination.size === 5 && table.size === 5 && !isBombing && !rules.five_card_cross_category) {
    return "wrong-type";
  }
  return isHigher(combination, table, rules) ? null : "does-not-beat";
}

export function isTopSingle(combination, rules) {
  return combination.kind === "single" && combination.cards[0] === highestCard(rules);
}

// Return all combinations that can be made of the cards.
export function combinationsIn(cards, rules) {
  return [1, 2, 3, 5]
    .flatMap((size) => subsets(cards, size))
    .map((subset) => combinationOf(subset, rules))
    .filter(Boolean);
}

function isHigher(combination, table, rules) {
  if (combination.kind === table.kind) return compare(combination.height, table.height) > 0;
  if (combination.isBomb && isTopSingle(table, rules)) return rules.bombs_beat_top_single;
  if (combination.isBomb !== table.isBomb) return combination.isBomb;
  return FIVE_CARD_KINDS.indexOf(combination.kind) > FIVE_CARD_KINDS.indexOf(table.kind);
}

const isQuadOrBetter = (kind) => kind === "four-of-a-kind" || kind === "straight-flush";

// Return pairs of size and rank, the largest group first.
function groupSizes(ranks) {
  const groups = [...new Set(ranks)].map((rank) => [ranks.filter((other) => other === rank).length, rank]);
  return groups.sort((a, b) => b[0] - a[0]);
}

// Return the rank and the suits, from the highest down, of the cards of one rank.
function cardHeights(cards, rank, rules) {
  const suits = cards.filter((card) => rankOf(card) === rank).map((card) => rules.suit_order.indexOf(suitOf(card)));
  return [rank, ...suits.sort((a, b) => b - a)];
}

function straightHeight(cards, ranks, rules) {
  const levels = STRAIGHTS[rules.straights];
  for (const [level, runs] of levels.entries()) {
    for (const [run, decidingRank] of runs) {
      if (!run.split(" ").every((rank) => ranks.includes(RANKS.indexOf(rank)))) continue;
      const deciding = cards.find((card) => rankOf(card) === RANKS.indexOf(decidingRank));
      return [level, rules.suit_order.indexOf(suitOf(deciding))];
    }
  }
  return null;
}

function compare(some, others) {
  const index = some.findIndex((value, position) => value !== others[position]);
  return index < 0 ? 0 : some[index] - others[index];
}

function subsets(items, size) {
  if (size === 0) return [[]];
  return items.flatMap((item, index) => subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}
