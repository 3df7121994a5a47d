// House rules: their defaults, the values that they take, and the digest that names the rules in force.

import { createHash } from "node:crypto";
import { Malformed } from "./errors.mjs";

const EDITION = "2";
const LARGEST = 2 ** 53;

const isWhole = (value) => Number.isInteger(value) && value <= LARGEST;
const isPoints = (value) => typeof value === "number" && Math.abs(value) <= LARGEST;
const oneOf = (...values) => ({ expected: `one of ${values.join(", ")}`, accepts: (value) => values.includes(value) });
const yesOrNo = { expected: "true or false", accepts: (value) => typeof value === "boolean" };
const suitOrder = {
  expected: "the four letters C, D, H and S, lowest first",
  accepts: (value) => typeof value === "string" && [...value].sort().join("") === "CDHS",
};
const steps = {
  expected: "steps such as [[1,1],[10,2]]: from 1 card up, times",
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isStep) && ascendsFromOne(value),
};
const target = {
  expected: "a number above 0, or the text none",
  accepts: (value) => value === "none" || (isPoints(value) && value > 0),
};
const count = {
  expected: "a whole number above 0, or the text none",
  accepts: (value) => value === "none" || (isWhole(value) && value > 0),
};
const fourNumbers = {
  expected: "four numbers, for first to fourth",
  accepts: (value) => Array.isArray(value) && value.length === 4 && value.every(isPoints),
};

const SHARED = {
  straights: oneOf("taiwan", "poker", "hongkong", "two-high", "circular", "a-and-2-low-only", "no-twos"),
  suit_order: suitOrder,
  triples: yesOrNo,
  flush: oneOf("none", "by-rank", "by-suit"),
  five_card_cross_category: yesOrNo,
  bombs: yesOrNo,
  bombs_beat_top_single: yesOrNo,
  top_single_closes_trick: yesOrNo,
  opening: oneOf("lowest-in-any", "lowest-single", "free"),
  next_hand_leader: oneOf("lowest-card", "previous-winner"),
  play_to_last: yesOrNo,
  pass_locks_out: yesOrNo,
  protect_last_card: yesOrNo,
  protect_lead_highest: yesOrNo,
  multipliers: steps,
  direction: oneOf("clockwise", "anticlockwise"),
  target,
  hands_per_match: count,
  final_tie: oneOf("shared", "extra-hand", "most-hands-won"),
};

const KINDS = {
  "big-two": { ...SHARED, settlement: oneOf("winner-collects", "pairwise", "penalties") },
  "pusoy-dos": {
    ...SHARED,
    settlement: oneOf("placement", "winner-collects", "pairwise", "penalties"),
    after_out: oneOf("next-has-control", "answer-then-next-leads"),
    placement_points: fourNumbers,
  },
};

const SHARED_DEFAULTS = {
  five_card_cross_category: true, bombs_beat_top_single: false, opening: "lowest-in-any", next_hand_leader: "lowest-card",
  pass_locks_out: false, protect_last_card: false, protect_lead_highest: false, multipliers: [[1, 1]],
  direction: "clockwise", target: "none", hands_per_match: "none", final_tie: "shared",
};
const DEFAULTS = {
  "big-two": {
    ...SHARED_DEFAULTS, suit_order: "CDHS", straights: "taiwan", triples: false, flush: "none", bombs: true,
    top_single_closes_trick: true, play_to_last: false, settlement: "winner-collects",
  },
  "pusoy-dos": {
    ...SHARED_DEFAULTS, suit_order: "CSHD", straights: "circular", triples: true, flush: "by-suit", bombs: false,
    top_single_closes_trick: false, play_to_last: true, settlement: "placement", after_out: "next-has-control",
    placement_points: [3, 2, 1, 0],
  },
};

export const VARIANTS = Object.keys(DEFAULTS);

// Return the value of every house rule of the variant.
export function readHouseRules(variant, given) {
  if (given !== undefined && given !== null && (typeof given !== "object" || Array.isArray(given))) {
    throw new Malformed("unreadable", "house_rules", "house_rules is an object of names and values.");
  }
  const changed = given ?? {};
  for (const [name, value] of Object.entries(changed)) {
    const where = `house_rules.${name}`;
    const kind = Object.hasOwn(KINDS[variant], name) ? KINDS[variant][name] : null;
    if (!kind) throw new Malformed("unknown-house-rule", where, `${variant} has no house rule '${name}'.`);
    if (!kind.accepts(value)) throw new Malformed("bad-house-rule-value", where, `${name} is ${kind.expected}.`);
  }
  const rules = { ...DEFAULTS[variant], ...changed };
  if (!rules.play_to_last && rules.settlement === "placement") {
    const where = Object.hasOwn(changed, "play_to_last") ? "play_to_last" : "settlement";
    throw new Malformed("bad-house-rule-value", `house_rules.${where}`, "Places settle only where play_to_last is true.");
  }
  if (!rules.play_to_last && Object.hasOwn(changed, "after_out")) {
    throw new Malformed("bad-house-rule-value", "house_rules.after_out", "after_out asks for play_to_last = true.");
  }
  return rules;
}

export function rulesDigest(variant, rules) {
  const text = canonical({ variant, edition: EDITION, house_rules: rules });
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

const isStep = (step) => Array.isArray(step) && step.length === 2 && isWhole(step[0]) && isPoints(step[1]) && step[1] >= 0;

function ascendsFromOne(list) {
  return list[0][0] === 1 && list.every(([from], index) => index === 0 || from > list[index - 1][0]);
}
