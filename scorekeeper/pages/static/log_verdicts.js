// Tells what the referee says about an event before it is logged, with its combination; while the referee cannot be asked,
// whether the cards make one.  Loaded when the first event is checked.
import { parse } from "./log_cards.js";
import { reasonText, sentence, word } from "./log_drawing.js";

// how many cards of each rank, the most first
const COUNTS = {
  single: "1", pair: "2", triple: "3", "full-house": "3 2", "four-of-a-kind": "4 1",
  "gang-of-four": "4", "gang-of-five": "5", "gang-of-six": "6", "gang-of-seven": "7",
};
const NONE = "{cards} do not make a combination: {kinds} may be played."; // as the referee says it
const RANKED = /^(pair|triple|full-house|four-of-a-kind|gang-.*)$/;

const mayAsk = ({ hand, ended, offline, unsent }) => hand && !ended && !offline && !unsent.all.some((entry) => entry.stopped || entry.amend);

// return what is wrong without the referee; an empty text while the referee can be asked
export const objectionAlone = (text, session) => (mayAsk(session) ? "" : noCombination(text, session));

// ask the referee; without a connection, tell what is wrong all the same
export async function judge(session, text, { melds, signal, tell }) {
  const tellAlone = () => {
    const reason = noCombination(text, session);
    if (reason) tell({ verdict: "illegal", text: "", reason });
  };
  if (!mayAsk(session)) return tellAlone();
  try {
    const event = await session.dryRun(text, signal);
    return tell({ ...event, text: recognized(event, session.deck) || melds, reason: event.reason && reasonText(event) });
  } catch (error) {
    return error.status === 422 ? tell({ verdict: "", text: error.message }) : tellAlone();
  }
}

function recognized(event, deck) {
  if (!event.combination) return "";
  const kind = word(`kind ${event.combination}`);
  const faces = deck.facesIn(event.text).map((face) => face.slice(0, -1));
  const wild = faces.filter((rank) => rank !== "P");
  const most = (wild.length ? wild : faces).reduce((best, rank, _, all) => (count(all, rank) > count(all, best) ? rank : best));
  if (!RANKED.test(event.combination)) return kind;
  return word("combination-rank", { combination: kind, rank: word(`rank ${most}`) });
}

const count = (all, rank) => all.filter((one) => one === rank).length;

// return the referee's sentence where the cards of a play make no combination; an empty text where they do, or nobody knows
function noCombination(text, { game, deck }) {
  const faces = deck.facesIn(text);
  if (!game.combinations || parse(text).verb || !faces.length || deck.count(text) > faces.length) return "";
  const { kinds, runs, wild_suit: wild, unsuited, wild_rank: joker } = game.combinations;
  const ranks = faces.map((face) => face.slice(0, -1)).sort();
  if (joker && ranks.includes(joker)) return "";
  const counts = [...new Set(ranks)].map((rank) => count(ranks, rank)).sort().reverse().join(" ");
  const suits = new Set(faces.map((face) => face.at(-1)).filter((suit) => suit !== wild));
  const straight = runs.includes(ranks.join(" "));
  const flush = faces.length === 5 && suits.size < 2 && !ranks.some((rank) => unsuited.includes(rank));
  const makes = { straight, flush, "straight-flush": straight && flush };
  if (kinds.some((kind) => makes[kind] ?? COUNTS[kind] === counts)) return "";
  return sentence({ template: NONE, parameters: { cards: faces.join(" "), kinds: kinds.map((kind) => kind.replaceAll("-", " ")).join(", ") } });
}
