// Scores: from the cards left, or from the order of going out, to places, points and the winners.

import { Malformed } from "./errors.mjs";
import { DEALT, SEATS } from "./record.mjs";

const ORDINALS = ["first", "second", "third", "fourth"];
const ALL_COUNTS = Array.from({ length: DEALT + 1 }, (_, count) => count);
const ALL_SEATS = Array.from({ length: SEATS }, (_, seat) => seat);

// Return the places, points and lines of a finished hand. Where a number of cards is unknown, so is what depends on it.
export function scoreHand(result, rules, where) {
  const counted = completions(result);
  const scored = counted.map((counts) => scoreCompletion(counts, result.out, result.paysAll, rules, where));
  const isPlaced = rules.settlement === "placement";
  const losers = new Set(scored.map((one) => one.loser));
  const points = result.isCounted || isPlaced ? agreed(scored.map((one) => one.points)) : null;
  return {
    status: "finished",
    places: agreed(scored.map((one) => one.places)),
    cards_left: agreed(counted),
    card_points: result.isCounted && !isPlaced ? agreed(scored.map((one) => one.cardPoints)) : null,
    points,
    ...(losers.size === 1 && scored[0].loser !== null && { loser: scored[0].loser + 1 }),
    lines: points ? scored[0].lines.filter((line) => points[line.seat - 1] !== null) : [],
  };
}

// Return by seat the value that all lists have, or null where they differ; null if they differ for every seat.
function agreed(lists) {
  const values = ALL_SEATS.map((seat) => (lists.every((list) => list[seat] === lists[0][seat]) ? lists[0][seat] : null));
  return values.every((value) => value === null) ? null : values;
}

// Return the totals after a hand, null where they are not proved.
export function addUp(totals, points, adjustments) {
  const adjustmentOf = (seat) => sum(adjustments.filter((item) => item.seat === seat).map((item) => item.points));
  const adjusted = totals && totals.map((total, seat) => total + adjustmentOf(seat));
  if (points === null) return adjusted;
  if (adjusted === null || points.includes(null)) return null;
  return adjusted.map((total, seat) => total + points[seat]);
}

// Return whether all hands of the game were played before the hand of this number, whatever their points.
export function isPlayedOut(number, rules) {
  return rules.hands_per_match !== "none" && rules.final_tie !== "extra-hand" && number > rules.hands_per_match;
}

// Return the seats that have won before the hand of this number, none while the game goes on.
export function winnersOf(totals, number, handsWon, rules) {
  if (totals === null) return { over: false, winners: [] };
  const isReached = rules.target !== "none" && totals.some((total) => total >= rules.target);
  const isLast = rules.hands_per_match !== "none" && number > rules.hands_per_match;
  if (!isReached && !isLast) return { over: false, winners: [] };
  const best = rules.settlement === "penalties" ? Math.min(...totals) : Math.max(...totals);
  const tied = ALL_SEATS.filter((seat) => totals[seat] === best);
  if (tied.length > 1 && rules.final_tie === "extra-hand") return { over: false, winners: [] };
  if (tied.length > 1 && rules.final_tie === "most-hands-won") {
    const most = Math.max(...tied.map((seat) => handsWon[seat]));
    return { over: true, winners: tied.filter((seat) => handsWon[seat] === most).map((seat) => seat + 1) };
  }
  return { over: true, winners: tied.map((seat) => seat + 1) };
}

function scoreCompletion(counts, out, paysAll, rules, where) {
  const rank = (seat) => (out?.includes(seat) ? out.indexOf(seat) - SEATS : counts[seat]);
  const places = ALL_SEATS.map((seat) => 1 + ALL_SEATS.filter((other) => rank(other) < rank(seat)).length);
  const winner = places.indexOf(1);
  const last = ALL_SEATS.filter((seat) => places[seat] === Math.max(...places));
  const loser = last.length === 1 ? last[0] : null;
  if (rules.settlement === "placement") return { places, loser, ...settleByPlaces(places, rules) };
  const cardPoints = counts.map((count) => count * multiplierOf(count, rules));
  if (paysAll === null) return { places, loser, cardPoints, ...settle(counts, cardPoints, winner, rules) };
  if (paysAll === winner && rules.settlement !== "pairwise") {
    throw new Malformed("impossible-result", `${where}.pays_all`, "The seat that went out first cannot pay for all.");
  }
  const paid = ALL_SEATS.map((seat) => (seat === paysAll ? sum(cardPoints) : 0));
  return { places, loser, cardPoints: paid, ...settle(counts, paid, winner, rules) };
}

function settleByPlaces(places, rules) {
  const points = places.map((place) => rules.placement_points[place - 1]);
  return { points, lines: points.map((value, seat) => line(seat, value, `${ORDINALS[places[seat] - 1]} place`, "P16")) };
}

function settle(counts, cardPoints, winner, rules) {
  const lines = ALL_SEATS.flatMap((seat) => {
    const held = `${counts[seat]} cards left`;
    if (rules.settlement === "pairwise") {
      const others = ALL_SEATS.filter((other) => other !== seat);
      return others.map((other) =>
        line(seat, cardPoints[other] - cardPoints[seat], `settles ${cardPoints[other]} - ${cardPoints[seat]} with seat ${other + 1}`));
    }
    if (rules.settlement === "penalties") return line(seat, cardPoints[seat], seat === winner ? "went out first" : held);
    return seat === winner ? line(seat, sum(cardPoints), "collects the card points of the others") : line(seat, 0 - cardPoints[seat], held);
  });
  return { lines, points: ALL_SEATS.map((seat) => sum(lines.filter((item) => item.seat === seat + 1).map((item) => item.points))) };
}

const line = (seat, points, reason, rule = "B19") => ({ seat: seat + 1, points, reason, rule });

function multiplierOf(count, rules) {
  return rules.multipliers.findLast(([from]) => count >= from)?.[1] ?? 1;
}

// Return every way to fill in the unknown numbers. Only the seats that went out have none left: one, if nobody wrote which.
function completions({ cardsLeft, out }) {
  let filled = [[]];
  for (const [seat, count] of cardsLeft.entries()) {
    const possible = count !== null ? [count] : out?.includes(seat) ? [0] : ALL_COUNTS;
    filled = filled.flatMap((counts) => possible.map((number) => [...counts, number]));
  }
  return filled.filter((counts) => counts.filter((count) => count === 0).length === (out?.length ?? 1));
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
