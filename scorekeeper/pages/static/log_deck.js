// The deck of the game, and which of its cards were played.
const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const WORDS = new Set("pass unseen takes back last gives to discards draws calls chi pong gan hu lucky / ?".split(" "));
const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);

export const seatOf = (text) => Number.parseInt(text, 10) || null;
export const actionOf = (text) => text.replace(/^\d+\s*:\s*/, "").trim();

export class Deck {
  constructor(game, houseRules) {
    const { cards, hand_size: size } = game.decks[houseRules?.deck] ?? game.decks[game.deck];
    this.chosen = houseRules?.deck;
    this.cards = cards;
    this.size = size;
    this.faces = new Map(cards.map((card) => [card.face.toLowerCase(), card]));
  }

  // parse a typed card
  card(typed) {
    const face = typed.toLowerCase().replace(/^t(?=.$)/, "10").replace(/[♣♦♥♠]/g, (sign) => SUITS[sign].toLowerCase());
    return this.faces.get(face);
  }

  // return whether every word may belong to an event
  reads(text) {
    const words = actionOf(text).split(/\s+/);
    return words.every((one) => WORDS.has(one) || this.card(one) || /^\d$/.test(one));
  }

  // return the cards of an event, without unseen ones
  facesIn(text) {
    return actionOf(text).split(/[\s/]+/).map((one) => this.card(one)?.face).filter(Boolean);
  }

  count(text) {
    return actionOf(text).split(/[\s/]+/).filter((one) => one === "?" || this.card(one)).length;
  }

  // return the cards that leave a hand: not the claimed card, not a gift
  #leaves(text) {
    const [verb] = actionOf(text).split(/\s+/);
    const faces = this.facesIn(text);
    if (verb === "gives" || verb === "calls") return [];
    return CLAIMS.has(verb) ? faces.slice(1) : faces;
  }

  // count the copies of each card that have left the hands
  gone(events) {
    const count = new Map();
    for (const text of withoutTakenBack(events))
      for (const face of this.#leaves(text)) count.set(face, (count.get(face) ?? 0) + 1);
    return count;
  }

  // count the copies of each card that a seat may still hold
  possible(seat, { events, dealt }) {
    const gone = this.gone(events);
    const left = new Map(this.cards.map(({ face, copies }) => [face, copies - (gone.get(face) ?? 0)]));
    const holdings = (dealt ?? []).map((hand, place) => this.#holding(place + 1, hand, events));
    const own = holdings[seat - 1];
    if (own) return new Map(this.cards.map(({ face }) => [face, Math.min(own.get(face) ?? 0, left.get(face))]));
    holdings.forEach((holding) => holding?.forEach((number, face) => left.set(face, left.get(face) - number)));
    return left;
  }

  // return the rest of a hand that was dealt face up
  #holding(seat, dealt, events) {
    const faces = (dealt ?? "").split(/\s+/).map((one) => this.card(one)?.face);
    if (faces.some((face) => !face)) return null;
    const count = new Map();
    const move = (face, by) => count.set(face, Math.max(0, (count.get(face) ?? 0) + by));
    faces.forEach((face) => move(face, 1));
    for (const text of withoutTakenBack(events)) {
      const gift = actionOf(text).match(/^gives (\S+) to (\d+)/);
      if (gift && Number(gift[2]) === seat && this.card(gift[1])) move(this.card(gift[1]).face, 1);
      if (seatOf(text) !== seat || /^(draws|lucky)\b/.test(actionOf(text))) continue;
      (gift ? this.facesIn(text) : this.#leaves(text)).forEach((face) => move(face, -1));
    }
    return count;
  }
}

// return the events that were not taken back
export function withoutTakenBack(events) {
  const remaining = [];
  for (const text of events) {
    if (actionOf(text) === "takes back") remaining.pop();
    else remaining.push(text);
  }
  return remaining;
}
