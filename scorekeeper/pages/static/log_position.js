// The table while offline: turns and card counts, from the events logged since the last answer of the API.
// Legality is left to the referee, which judges once there is a network.
import { actionOf, seatOf } from "./log_cards.js";

export function opening(game, houseRules, { seats, deck, number }) {
  return {
    turn: null, over: false, counts: Array(seats).fill(game.melding ? null : deck.size), out: [], standing: null, offer: null,
    must: game.melding ? "discard" : null, exchange: null, direction: round(game, houseRules, number),
  };
}

// return 1 for clockwise, -1 for anticlockwise
export function round(game, houseRules, number) {
  const direction = houseRules?.direction ?? game.direction;
  if (direction === "alternate") return number % 2 ? -1 : 1;
  return direction === "anticlockwise" ? -1 : 1;
}

// return the seats after this one, in the order of play
function following(position, seat) {
  const size = position.counts.length;
  return Array.from({ length: size - 1 }, (_, step) => ((((seat - 1 + position.direction * (step + 1)) % size) + size) % size) + 1);
}

const next = (position, seat) => following(position, seat).find((other) => !position.out?.includes(other) && !position.blocked?.includes(other)) ?? null;

export function after(position, text, { game, deck, playsOn }) {
  const seat = seatOf(text);
  const [verb] = actionOf(text).split(/\s+/);
  if (verb === "takes") return position.before ?? { ...position, turn: seat, standing: undefined, over: false };
  const follows = { ...position, before: position };
  if (!seat) return { ...follows, turn: null, standing: undefined, counts: position.counts.map(() => null) };
  if (verb === "unseen") return { ...follows, turn: null, standing: undefined, counts: position.counts.map((n, at) => (at === seat - 1 ? null : n)) };
  if (verb === "pass") return afterPass(follows, seat);
  if (verb === "gives") return afterGift(follows, seat);
  if (game.melding) return afterMeld(follows, seat, verb, deck.facesIn(text)[0] ?? "?", deck.count(text));
  return afterPlay(follows, seat, deck.count(text), { cards: deck.facesIn(text), playsOn });
}

function less(counts, seat, n) {
  return counts.map((count, at) => (at === seat - 1 && count !== null ? Math.max(0, count - n) : count));
}

function afterPlay(position, seat, n, { cards, playsOn }) {
  const counts = less(position.counts, seat, n);
  const out = counts[seat - 1] === 0 ? [...(position.out ?? []), seat] : (position.out ?? []);
  const playing = counts.length - out.length;
  const over = out.length > 0 && (!playsOn || playing < 2);
  const follows = { ...position, counts, out, over, standing: { seat, cards } };
  return { ...follows, turn: over ? null : next(follows, seat) };
}

// the trick ends when the turn comes back to the owner of the standing combination
function afterPass(position, seat) {
  const turn = next(position, seat);
  const owner = position.standing?.seat;
  if (!owner || !turn) return { ...position, turn };
  const round = following(position, seat);
  const won = round.indexOf(owner) <= round.indexOf(turn) && owner !== seat;
  return won ? { ...position, turn, standing: null } : { ...position, turn };
}

function afterGift(position, seat) {
  const { exchange } = position;
  if (!exchange) return position;
  const first = seat === exchange.loser;
  return { ...position, exchange: first ? { ...exchange, gave: "?" } : null, turn: exchange.winner };
}

function afterMeld(position, seat, verb, card, n) {
  if (verb === "discards") return { ...position, counts: less(position.counts, seat, 1), offer: { card, seat, drawn: false }, turn: next(position, seat), must: "draw" };
  if (verb === "draws") return { ...position, offer: { card, seat, drawn: true }, turn: next(position, seat), must: "draw", stock: position.stock && position.stock - 1 };
  if (verb === "hu") return { ...position, over: true, turn: null, must: null };
  if (verb === "calls" || verb === "lucky") return position;
  return { ...position, counts: less(position.counts, seat, n - 1), offer: null, turn: seat, must: "discard" };
}
