// The pad outside of the logger: one play of a recorded hand, tapped as in the logger and written as a record writes it.
import { Deck, actionOf, format, parse, seatOf, unreadable, withCard, withVerb } from "./log_cards.js";
import { useNames } from "./log_drawing.js";
import { Picker, Seats, Verbs, usual } from "./log_pad.js";
import { after, due, opening, round } from "./log_position.js";

const at = (id) => document.getElementById(id);

export const handFacts = () => JSON.parse(at("hand-facts").textContent);

export class PlayPad {
  #hand;
  #deck;
  #rules;
  #changed;
  #seats;
  #picker;
  #verbs;
  #seat = null;
  #text = ""; // the action without its seat
  #others = []; // all other events of the hand
  #position = null;

  // changed: is called after every tap
  constructor(hand, changed) {
    this.#hand = hand;
    this.#changed = changed;
    this.#rules = { ...hand.game.rules, ...hand.house_rules };
    this.#deck = new Deck(hand.game, hand.house_rules);
    useNames(this.#deck, hand.names);
    const parts = { nobody: at("nobody"), calls: at("calls"), meld: at("meld") };
    this.#seats = at("seats") && new Seats(at("seats"), (seat) => this.#tapSeat(seat)); // none where it is known whose play it is
    this.#picker = new Picker(at("picker"), at("pad").dataset.cards, (face, left) => this.#tap(face, left), [parts.nobody, at("passes"), parts.calls, parts.meld, at("clear")]);
    this.#verbs = new Verbs(at("verbs"), { text: () => this.#text, write: (text) => this.#put(text), ...parts });
    for (const [id, text] of [["nobody", "unseen"], ["passes", "pass"], ["clear", ""]]) at(id).addEventListener("click", () => this.#put(this.#text === text ? "" : text));
  }

  // open an event, or an empty one for a seat: all events before it, and those after it
  open(event, before, later) {
    const { game, number, names } = this.#hand;
    const begin = opening(game, this.#rules, { seats: names.length, deck: this.#deck, number });
    const start = { ...begin, direction: round(game, this.#rules, number) };
    const position = before.reduce((table, text) => after(table, text, { game, deck: this.#deck, rules: this.#rules }), start);
    this.#position = { ...position, due: due(position, this.#rules) };
    this.#others = [...before, ...later];
    this.#text = actionOf(event);
    this.#choose(seatOf(event) ?? this.#position.due.seat);
    this.#draw();
  }

  // the event as a record writes it; empty while it cannot be read
  get event() {
    if (this.#text === "unseen" && !this.#seat) return this.#text;
    return this.#seat && this.#text && !this.problem ? `${this.#seat}: ${this.#text}` : "";
  }

  get action() {
    return this.#text;
  }

  // what is missing before the event can be read
  get problem() {
    return unreadable(`${this.#seat ?? 1}: ${this.#text}`, { game: this.#hand.game, deck: this.#deck, names: this.#hand.names });
  }

  #put(text) {
    this.#text = text;
    this.#draw();
    this.#changed();
  }

  #choose(seat) {
    this.#seat = seat;
    this.#seats?.choose(seat);
  }

  #tap(face, left) {
    const { verb, to } = usual(this.#hand.game, this.#position);
    const { offer, due: next } = this.#position;
    const taken = this.#text || next.must !== "take" ? this.#text : withVerb("", verb, { offered: offer.card });
    this.#put(taken !== this.#text && face === offer.card ? taken : this.#sorted(withCard(taken, face, { most: left, verb, to })));
  }

  // sort the cards of a play as the pad has them, unseen ones last; a claim begins with the claimed card
  #sorted(text) {
    const parts = parse(text);
    if (parts.verb) return text;
    const faces = this.#deck.cards.map(({ face }) => face);
    const place = (typed) => faces.indexOf(this.#deck.card(typed)?.face) + 1 || faces.length + 1;
    return format({ ...parts, cards: parts.cards.sort((one, other) => place(one) - place(other)) });
  }

  // choose whose play it is; where the receiver of a gift is open, it is tapped after the card
  #tapSeat(seat) {
    const { verb, cards, tail } = parse(this.#text);
    if (verb === "gives" && cards.length && !tail && this.#seat && this.#seat !== seat) this.#text = withVerb(this.#text, verb, { to: seat });
    else this.#choose(seat);
    this.#seats?.choose(this.#seat);
    this.#put(this.#text);
  }

  #draw() {
    const { game, names, dealt } = this.#hand;
    const possible = this.#deck.possible(this.#seat, { events: this.#others, dealt });
    this.#seats?.draw(names, this.#position, null);
    this.#seats?.choose(this.#seat);
    this.#picker.draw(this.#deck, { possible, chosen: this.#deck.facesIn(this.#text) });
    this.#verbs.draw({ game, rules: this.#rules, position: this.#position }, this.#seat);
    at("passes").hidden = game.melding || !this.#seats; // beside a known player there is a choice of its own
    at("passes").setAttribute("aria-pressed", String(this.#text === "pass"));
    at("nobody").setAttribute("aria-pressed", String(this.#text === "unseen"));
  }
}
