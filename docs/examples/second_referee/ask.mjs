// Questions: may this be played on that? Returns the verdict that holds whatever the question leaves open.

import { holdsAll, readCards } from "./cards.mjs";
import { combinationOf, combinationsIn, isTopSingle, lowestCard } from "./combinations.mjs";
import { Malformed } from "./errors.mjs";
import { readHouseRules } from "./house_rules.mjs";
import { faultOfPass, faultOfPlay, unproven, verdict } from "./plays.mjs";
import { DEALT, isObject, readVariant } from "./record.mjs";
import { ruleOf } from "./sentences.mjs";

export function answerQuestion(question) {
  if (!isObject(question)) throw new Malformed("unreadable", "", "A question is an object.");
  const variant = readVariant(question);
  const rules = readHouseRules(variant, question.house_rules);
  const standing = readText(question, "standing");
  const hand = readText(question, "hand");
  const table = standing ? combinationOf(standing, rules) : null;
  if (standing && !table) throw new Malformed("bad-event", "standing", "What is to be beaten is no combination of this game.");
  const isClosed = Boolean(table) && rules.top_single_closes_trick && isTopSingle(table, rules);
  const view = { table, isClosed, hand, opening: question.opening === true, nextHolds: question.next_holds ?? null };
  const cards = isPass(question.play) ? null : readCards(question.play, "play");
  const combination = cards && combinationOf(cards, rules);
  return {
    ...verdictOn(question, cards, combination, view, rules, variant),
    ...(combination && { combination: combination.kind }),
    ...(hand && { could_play: listPlays(view, rules) }),
  };
}

// Return the verdict on a play, or on a pass if there are no cards.
function verdictOn(question, cards, combination, view, rules, variant) {
  if (cards && view.hand && !holdsAll(view.hand, cards)) return verdict("card-not-held", variant);
  const faults = faultsOf(cards, combination, view, rules);
  const fault = faults.at(-1);
  if (fault === null && faults[0] !== null) return unproven("G29", "next_holds: how many cards the next player holds");
  if (fault !== null || !cards || !mayOpen(question, view, rules)) return verdict(fault, variant);
  if (faultOfPlay(combination, { ...view, opening: true }, rules) !== "opening-card-missing") return verdict(null, variant);
  return unproven(ruleOf("opening-card-missing", variant), "opening: whether this is the first play of the hand");
}

// Return the faults if the next seat holds one card and if it holds more, as far as that is open.
function faultsOf(cards, combination, view, rules) {
  const counts = view.nextHolds === null && rules.protect_last_card ? [1, 2] : [view.nextHolds];
  return counts.map((nextHolds) => {
    const known = { ...view, nextHolds };
    return cards ? faultOfPlay(combination, known, rules) : faultOfPass(known, rules);
  });
}

function mayOpen(question, { table, hand }, rules) {
  return typeof question.opening !== "boolean" && !table && (!hand || hand.includes(lowestCard(rules)));
}

function isPass(play) {
  if (typeof play !== "string") throw new Malformed("unreadable", "play", "play is a text such as 3C 3D or pass.");
  return play.trim().toLowerCase() === "pass";
}

function listPlays(view, rules) {
  const isLegal = (combination) => faultsOf(combination?.cards, combination, view, rules).every((fault) => fault === null);
  const plays = combinationsIn(view.hand, rules).filter(isLegal);
  const texts = plays.map((combination) => combination.cards.join(" "));
  return isLegal(null) ? [...texts, "pass"] : texts;
}

function readText(question, key) {
  const text = question[key];
  if (text === undefined || text === null) return null;
  if (typeof text !== "string") throw new Malformed("unreadable", key, "Cards are a text such as 3C 10H.");
  const cards = readCards(text, key);
  if (cards.length > DEALT) throw new Malformed("too-many-copies", key, `A hand has at most ${DEALT} cards.`);
  return cards;
}
