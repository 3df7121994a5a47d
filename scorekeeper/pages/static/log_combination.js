// Names the combination that the referee recognized.  Loaded when the first event is checked.
import { word } from "./log_drawing.js";

const RANKED = /^(pair|triple|full-house|four-of-a-kind|gang-.*)$/;

export function recognized(event, deck) {
  if (!event.combination) return "";
  const kind = word(`kind ${event.combination}`);
  const faces = deck.facesIn(event.text).map((face) => face.slice(0, -1));
  const wild = faces.filter((rank) => rank !== "P");
  const most = (wild.length ? wild : faces).reduce((best, rank, _, all) => (count(all, rank) > count(all, best) ? rank : best));
  if (!RANKED.test(event.combination)) return kind;
  return word("combination-rank", { combination: kind, rank: word(`rank ${most}`) });
}

const count = (all, rank) => all.filter((one) => one === rank).length;
