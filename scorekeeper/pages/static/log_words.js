// Combinations in words ("full house, tens"), and objections that need no referee.
import { actionOf } from "./log_deck.js";

const kinds = () => ({
  single: gettext("single"), pair: gettext("pair"), triple: gettext("triple"), straight: gettext("straight"), flush: gettext("flush"),
  "full-house": gettext("full house"), "four-of-a-kind": gettext("four of a kind"), "straight-flush": gettext("straight flush"),
  "gang-of-four": gettext("gang of four"), "gang-of-five": gettext("gang of five"), "gang-of-six": gettext("gang of six"), "gang-of-seven": gettext("gang of seven"),
});

const ranks = () => ({
  1: gettext("ones"), 2: gettext("twos"), 3: gettext("threes"), 4: gettext("fours"), 5: gettext("fives"), 6: gettext("sixes"), 7: gettext("sevens"),
  8: gettext("eights"), 9: gettext("nines"), 10: gettext("tens"), J: gettext("jacks"), Q: gettext("queens"), K: gettext("kings"), A: gettext("aces"),
  P: gettext("phoenixes"), D: gettext("dragon"),
});

const RANKED = /^(pair|triple|full-house|four-of-a-kind|gang-.*)$/;

export function recognized(event, deck) {
  const kind = kinds()[event.combination];
  if (!kind) return "";
  const faces = deck.facesIn(event.text).map((face) => face.slice(0, -1));
  const wild = faces.filter((rank) => rank !== "P");
  const most = (wild.length ? wild : faces).reduce((best, rank, _, all) => (count(all, rank) > count(all, best) ? rank : best));
  if (!RANKED.test(event.combination)) return kind;
  return interpolate(gettext("%(combination)s, %(rank)s"), { combination: kind, rank: ranks()[most] ?? most }, true);
}

const count = (all, rank) => all.filter((one) => one === rank).length;

// return what is plainly wrong: another seat's turn, or a card that was played already
export function objection(text, seat, { position, deck, events, names, game }) {
  if (!position) return "";
  const action = actionOf(text);
  if (position.over && !/^lucky/.test(action)) return gettext("The hand is over.");
  const gone = action === "takes back" || action === "unseen" ? null : missing(text, { deck, events });
  if (gone) return interpolate(gettext("%(card)s was already played."), { card: gone }, true);
  const turns = !game.melding || /^(discards|draws)/.test(action);
  const due = position.turn && position.turn !== seat && turns && !["takes back", "unseen"].includes(action);
  if (due && !/^gives/.test(action)) return interpolate(gettext("It is %(name)s’s turn."), { name: names[position.turn - 1] }, true);
  if (action === "pass" && position.standing === null && position.turn) return gettext("The player who leads must play.");
  const left = position.counts?.[seat - 1];
  const played = game.melding ? 0 : deck.count(text);
  if (left !== null && left !== undefined && played > left) return interpolate(ngettext("That seat has only %(n)s card left.", "That seat has only %(n)s cards left.", left), { n: left }, true);
  return "";
}

function missing(text, { deck, events }) {
  const gone = deck.gone([...events, text]);
  return deck.cards.find(({ face, copies }) => (gone.get(face) ?? 0) > copies && deck.facesIn(text).includes(face))?.face;
}
