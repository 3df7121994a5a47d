// Turns, card counts and who is to do what next, from the events since the API's last answer.
import { CLAIMS, actionOf, seatOf, withoutTakenBack } from "./log_cards.js";

export function opening(game, rules, { seats, deck, number }) {
  return {
    turn: null, over: false, counts: Array(seats).fill(game.melding ? null : deck.size), out: [], blocked: [], standing: null, offer: null,
    must: game.melding ? "discard" : null, exchange: null, direction: round(game, rules, number),
  };
}

// return 1 for clockwise, -1 for anticlockwise
export function round(game, { direction }, number) {
  if (game.melding) return 1;
  if (direction === "alternate") return number % 2 ? -1 : 1;
  return direction === "anticlockwise" ? -1 : 1;
}

// return the seats that have passed in the trick of the last event
export function passedIn(events, { pass_locks_out: locks }) {
  const trick = events.filter((event, _, all) => event.trick === all.at(-1).trick && event.verdict !== "illegal");
  return withoutTakenBack(trick.map(({ text }) => text)).reduce((passed, text) => {
    const seat = seatOf(text);
    return actionOf(text) === "pass" ? [...passed, seat] : locks ? passed.filter((one) => one !== seat) : [];
  }, []);
}

// return who is to do what next: seat and must (give, lead, follow, discard, draw, take); null: not known
export function due(position, rules) {
  const { exchange, standing, offer, turn, must, over } = position;
  if (over) return { seat: null, must: null };
  // where nobody knows who won and lost the hand before, play may begin without an exchange
  if (exchange?.winner && exchange.loser) return { seat: exchange.gave ? exchange.winner : exchange.loser, must: "give" };
  if (must === "draw" && offer?.drawn && offer.card.startsWith("G") && rules.drawn_general_forced) return { seat: offer.seat, must: "take" };
  if (must) return { seat: turn, must };
  if (standing && isClosed(standing, rules)) return { seat: leader(position), must: "lead" };
  return { seat: turn, must: standing === null ? "lead" : "follow" };
}

// return the seat of an action that begins with this verb; null if several seats may claim what is offered
export function actor(position, verb, { next_may_chi_drawn: nextMayChi }) {
  const { due, offer, counts, exchange } = position ?? {};
  if (verb === "gives" && due.must !== "give") return exchange?.loser || null;
  if (!offer || !CLAIMS.has(verb)) return due?.seat ?? null;
  if (verb === "chi") return due.must === "take" || !offer.drawn ? due.seat : nextMayChi ? null : offer.seat;
  return counts.length === 2 && !offer.drawn ? due.seat : null;
}

// after the top single its player leads again, unless a bomb may beat it
function isClosed({ cards }, rules) {
  const open = rules.bombs && rules.bombs_beat_top_single;
  return rules.top_single_closes_trick && !open && cards.join() === `2${rules.suit_order.at(-1)}`;
}

// return the seats after this one that still play, in the order of play
export function following(position, seat) {
  const size = position.counts.length;
  const order = Array.from({ length: size - 1 }, (_, step) => ((((seat - 1 + position.direction * (step + 1)) % size) + size) % size) + 1);
  return order.filter((other) => !position.out?.includes(other) && !position.blocked?.includes(other));
}

const plays = ({ out, blocked }, seat) => !out?.includes(seat) && !blocked?.includes(seat);
const next = (position, seat) => following(position, seat)[0] ?? null;

// return who leads once all others have passed
function leader(position) {
  const { seat } = position.standing;
  return plays(position, seat) ? seat : next(position, seat);
}

const startTrick = (position, turn) => ({ ...position, standing: null, passed: [], turn });

export function after(position, text, { game, deck, rules }) {
  const seat = seatOf(text);
  const [verb] = actionOf(text).split(/\s+/);
  if (verb === "takes") return position.before ?? { ...position, turn: seat, standing: undefined, over: false };
  const follows = { ...position, before: position };
  if (!seat) return { ...follows, turn: null, standing: undefined, counts: position.counts.map(() => null) };
  if (verb === "unseen") return { ...follows, turn: null, standing: undefined, counts: position.counts.map((n, at) => (at === seat - 1 ? null : n)) };
  if (verb === "pass") return afterPass(follows, seat, rules);
  if (verb === "gives") return afterGift(follows, seat, Number(text.match(/ to (\d+)/)?.[1]));
  if (game.melding) return afterMeld(follows, seat, verb, deck.facesIn(text)[0] ?? "?", deck.count(text));
  return afterPlay(follows, seat, deck.count(text), { cards: deck.facesIn(text), last: / last$/.test(text), rules });
}

function less(counts, seat, n) {
  return counts.map((count, at) => (at === seat - 1 && count !== null ? Math.max(0, count - n) : count));
}

function afterPlay(position, seat, n, { cards, last, rules }) {
  const counts = less(position.counts, seat, n);
  const leads = !position.standing || due(position, rules).must === "lead";
  const passed = leads || !rules.pass_locks_out ? [] : (position.passed ?? []).filter((one) => one !== seat);
  const follows = { ...position, counts, passed, exchange: null, standing: { seat, cards } };
  if (counts[seat - 1] === 0) return afterLast(follows, seat, rules);
  if (rules.last_card_announcement !== "required" || counts[seat - 1] !== 1 || last) return withTurn(follows, seat);
  const blocked = [...(position.blocked ?? []), seat];
  return counts.length - blocked.length === 1 ? { ...follows, blocked, over: true, turn: null } : withTurn({ ...follows, blocked }, seat);
}

// return the position in which the next seat that may act has the turn; without one, a trick begins
function withTurn(position, seat) {
  const turn = following(position, seat).find((other) => !position.passed.includes(other));
  return turn ? { ...position, turn } : startTrick(position, leader(position));
}

function afterLast(position, seat, rules) {
  const out = [...(position.out ?? []), seat];
  const follows = { ...position, out };
  if (!rules.play_to_last || position.counts.length - out.length < 2) return { ...follows, over: true, turn: null };
  return rules.after_out === "answer-then-next-leads" ? withTurn(follows, seat) : startTrick(follows, next(follows, seat));
}

// the trick ends when all others have passed
function afterPass(position, seat, rules) {
  const owner = position.standing?.seat;
  if (!owner) return { ...position, turn: next(position, seat) };
  const passed = [...(position.passed ?? []), seat];
  if (following(position, owner).every((other) => passed.includes(other))) return startTrick(position, leader(position));
  const locked = rules.pass_locks_out ? passed : [];
  return { ...position, passed, turn: following(position, seat).find((other) => !locked.includes(other)) ?? owner };
}

function afterGift(position, seat, receiver) {
  const { exchange } = position;
  if (!exchange) return position;
  const [loser, winner] = [exchange.loser || seat, exchange.winner || receiver];
  const counts = less(less(position.counts, seat, 1), receiver, -1);
  return { ...position, counts, exchange: seat === loser ? { loser, winner, gave: true } : null, turn: winner };
}

function afterMeld(position, seat, verb, card, n) {
  if (verb === "discards") return { ...position, counts: less(position.counts, seat, 1), offer: { card, seat, drawn: false }, turn: next(position, seat), must: "draw" };
  if (verb === "draws") return { ...position, offer: { card, seat, drawn: true }, turn: next(position, seat), must: "draw", stock: position.stock && position.stock - 1 };
  if (verb === "hu" || verb === "lucky") return { ...position, over: true, turn: null, must: null };
  if (verb === "calls") return position;
  const counts = less(position.counts, seat, n - 1);
  const ends = counts[seat - 1] === 0; // nothing is left to discard (F19)
  return { ...position, counts, offer: null, over: ends, turn: ends ? null : seat, must: ends ? null : "discard" };
}
