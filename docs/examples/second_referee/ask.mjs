// Questions: may this be played on that?

import { holdsAll, readCards } from "./cards.mjs";
import { combinationOf, combinationsIn } from "./combinations.mjs";
import { Malformed } from "./errors.mjs";
import { readHouseRules } from "./house_rules.mjs";
import { faultOfCombination, faultOfPass, verdict } from "./plays.mjs";
import { DEALT, isObject, readVariant } from "./record.mjs";

export function answerQuestion(question) {
  if (!isObject(question)) throw new Malformed("unreadable", "", "A question is an object.");
  const variant = readVariant(question);
  const rules = readHouseRules(variant, question.house_rules);
  const standing = readText(question, "standing");
  const hand = readText(question, "hand");
  const table = standing ? combinationOf(standing, rules) : null;
  if (standing && !table) throw new Malformed("bad-event", "standing", "What is to be beaten is no combination of this game.");
  const view = { table, hand, opening: question.opening === true, nextHolds: question.next_holds ?? null };
  const couldPlay = hand && { could_play: listPlays(view, rules) };
  if (isPass(question.play)) return { variant, ...verdict(faultOfPass(view, rules), variant), ...couldPlay };
  const cards = readText(question, "play");
  const combination = combinationOf(cards, rules);
  const fault = hand && !holdsAll(hand, cards) ? "card-not-held" : faultOfCombination(combination, view, rules);
  return { variant, ...(combination && { combination: combination.kind }), ...verdict(fault, variant), ...couldPlay };
}

function isPass(play) {
  if (typeof play !== "string") throw new Malformed("unreadable", "play", "play is a text such as 3C 3D or pass.");
  return play.trim().toLowerCase() === "pass";
}

function listPlays(view, rules) {
  const plays = combinationsIn(view.hand, rules).filter((combination) => faultOfCombination(combination, view, rules) === null);
  const texts = plays.map((combination) => combination.cards.join(" "));
  return faultOfPass(view, rules) ? texts : [...texts, "pass"];
}

function readText(question, key) {
  const text = question[key];
  if (text === undefined || text === null) return null;
  if (typeof text !== "string") throw new Malformed("unreadable", key, "Cards are a text such as 3C 10H.");
  const cards = readCards(text, key);
  if (cards.length > DEALT) throw new Malformed("too-many-copies", key, `A hand has at most ${DEALT} cards.`);
  return cards;
}
