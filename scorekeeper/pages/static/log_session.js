// A session as the phone knows it: the last version read, the entries logged since, and the table after them.
import { Deck, seatOf } from "./log_cards.js";
import { Reading, Refusal, Sending } from "./log_network.js";
import { after, due, opening, passedIn, round } from "./log_position.js";
import { Unsent, isScored, newId, rememberBegun, recall, remember } from "./log_store.js";

export class Session {
  #ask;
  #games;
  #identify;
  #hands = new Map();
  #versions = new Map(); // ETags by hand

  // id: the session of a member; a link names its own session
  constructor(ask, games, { id = null, who, identify }) {
    this.#ask = ask;
    this.#games = games;
    this.#identify = identify;
    this.id = id;
    this.who = who;
    this.ended = false; // the link has ended, or nobody is signed in
    this.offline = false;
    this.others = false; // somebody else has logged something since the page was opened
    this.reading = new Reading(this, ask);
    this.sending = new Sending(this, ask);
    const last = recall(who);
    if (last) this.know(last);
  }

  // use a version that was read now or before the page was closed; `found` is its name in the phone's storage
  know({ found: details, names, carried, until, hands, versions }) {
    hands.forEach((hand) => this.take(hand, versions?.[hand.id]));
    this.names = names;
    this.carried = carried;
    this.until = until && new Date(until);
    this.unsent ??= new Unsent(details.id, this.who.split(".")[0]);
    this.details = details;
    this.game = this.#games[details.variant];
    if (this.deck?.chosen !== details.house_rules?.deck || !this.deck) this.deck = new Deck(this.game, details.house_rules);
    this.remember();
  }

  remember() {
    const versions = Object.fromEntries(this.#versions);
    remember(this.who, { found: this.details, names: this.names, carried: this.carried, until: this.until, hands: this.hands, versions });
  }

  get hands() {
    return [...this.#hands.values()].sort((one, other) => one.position - other.position);
  }

  // return the id of the unfinished hand, which may be unsent
  get running() {
    return this.unsent.all.findLast((entry) => entry.opens)?.hand ?? this.hands.at(-1)?.id;
  }

  has(hands) {
    return this.#hands.size === hands;
  }

  get hand() {
    return this.#hands.get(this.running);
  }

  get number() {
    return this.hand?.adjudication.number ?? this.nextNumber - 1;
  }

  // return the number of a hand that is begun now; the number of a void hand is given again
  get nextNumber() {
    const { number = 0, status } = this.hands.at(-1)?.adjudication ?? {};
    return (status === "void" ? number : number + 1) + this.unsent.all.filter(({ opens }) => opens).length;
  }

  // return how many events of this hand the API has stored
  storedCount(hand) {
    return this.#hands.get(hand)?.record.events?.length ?? 0;
  }

  version(hand) {
    return this.#versions.get(hand);
  }

  // return the events of the unfinished hand as {text}, or as unsent entries; those that will be removed are left out
  get #log() {
    const log = (this.hand?.record.events ?? []).map((text) => ({ text }));
    let stored = log.length;
    for (const entry of this.unsent.all.filter(({ hand }) => hand === this.running)) {
      if (entry.text !== undefined && (entry.stopped || entry.after >= stored)) log.push(entry);
      if (entry.adds < 0 && entry.after === log.length && log.pop()) stored = Math.min(stored, log.length);
    }
    return log;
  }

  get events() {
    return this.#log.map(({ text }) => text);
  }

  // return the unsent events of the unfinished hand, without one that the API has already stored
  get waiting() {
    return this.#log.filter(({ id }) => id);
  }

  // return the stored events that will be removed, the last one first
  get #undone() {
    return (this.hand?.record.events ?? []).slice(this.#log.filter(({ id }) => !id).length).reverse();
  }

  get dealt() {
    return this.hand?.record.dealt ?? this.unsent.all.find((entry) => entry.opens && entry.hand === this.running)?.sheet?.dealt ?? null;
  }

  // return the house rules in force
  get rules() {
    return { ...this.game.rules, ...this.details.house_rules };
  }

  // return the table and who is to do what next: the API's situation, advanced by the unsent events
  get position() {
    const { rules } = this;
    const position = this.running ? this.#table(rules) : null;
    return position && { ...position, due: due(position, rules) };
  }

  #table(rules) {
    const { game, deck, hand, names, number } = this;
    const known = hand?.situation ?? opening(game, rules, { seats: names.length, deck, number });
    const unsent = this.unsent.all.filter((entry) => entry.hand === this.running);
    const scored = unsent.some(({ sheet, amend, stopped }) => !stopped && isScored(sheet ?? amend?.keys));
    const begun = unsent.some(({ opens }) => opens);
    const hasResult = scored || (!begun && hand && (hand.adjudication.status !== "unfinished" || hand.adjudication.annulled) && !this.waiting.length && !this.#undone.length);
    if (hasResult) return { ...known, over: true, turn: null };
    const here = { ...known, direction: round(game, rules, number), passed: passedIn(hand?.adjudication.events ?? [], rules) };
    const back = this.#undone.map((text) => [seatOf(text), "takes back"].filter(Boolean).join(": "));
    return [...back, ...this.waiting.map(({ text }) => text)].reduce((position, text) => after(position, text, { game, deck, rules }), here);
  }

  // return the totals before the unfinished hand, which the API does not give; null if they are unknown
  get totals() {
    const { details, hands, names, rules } = this;
    if (details.totals) return details.totals;
    const ended = hands.map(({ adjudication }) => adjudication).filter(({ status }) => status !== "unfinished");
    const start = rules.credits ?? 0;
    const total = (seat) => ended.reduce((sum, { status, annulled, points, adjustments }) => sum + (status === "void" || annulled ? 0 : (points?.[seat] ?? NaN)) + gained(adjustments, seat), this.carried?.[seat] ?? start);
    const totals = names.map((_, seat) => total(seat));
    return totals.some(Number.isNaN) ? null : totals;
  }

  // return the card that the leader of this hand must hold; an empty text if none, or another seat leads
  get openingCard() {
    const { game, deck, rules, number } = this;
    const { opening: opens, next_hand_leader: leader } = rules;
    if (!opens || opens === "free" || (number > 1 && leader === "previous-winner")) return "";
    return game.opens ?? deck.cards[0].face;
  }

  // ignore an answer older than the last one
  take(hand, version = null) {
    if ((this.#hands.get(hand.id)?.revision.number ?? 0) > hand.revision.number) return;
    this.#hands.set(hand.id, hand);
    if (version) this.#versions.set(hand.id, version);
    if (this.details) this.remember();
  }

  // run a request and note whether the API was reached; return a permanent refusal, else null
  async reached(asks) {
    try {
      await asks();
      this.offline = this.ended = false;
    } catch (error) {
      if (error.isOfOldToken) await this.identify();
      this.ended = error instanceof Refusal && (error.status === 401 || (Boolean(this.id) && error.status === 404));
      this.offline = !this.ended && (!(error instanceof Refusal) || error.passes);
      if (error instanceof Refusal && !this.ended && !error.passes) return error;
    }
    return null;
  }

  // find out in whose name this browser sends
  async identify() {
    try {
      this.unsent.sender = await this.#identify();
    } catch {
      // without a network nothing is sent
    }
  }

  begin(sheet = {}) {
    const id = newId();
    rememberBegun(id); // first: where the storage is full, nothing has been logged then
    this.unsent.add({ id, hand: id, opens: true, sheet });
  }

  log(text) {
    const hand = this.running;
    this.unsent.add({ id: newId(), hand, text, after: this.unsent.end(hand) ?? this.storedCount(hand) });
  }

  // log a correction that adds or removes this many events
  amend(amend, { adds = 0 } = {}) {
    const hand = this.running;
    this.unsent.add({ id: newId(), hand, amend, after: this.unsent.end(hand) ?? this.storedCount(hand), adds });
  }

  dispute(event, claim) {
    this.unsent.add({ id: newId(), hand: this.running, dispute: { event, claim } });
  }

  correct(entry, text) {
    this.unsent.change(entry.id, { id: newId(), text, stopped: undefined });
  }

  // return what somebody else logged in place of this entry; undefined if nothing
  rival(entry) {
    return this.#hands.get(entry.hand)?.record.events?.[entry.after];
  }

  // drop the first entries if somebody else has logged the same events; return whether there were any
  merge() {
    let merged = false;
    for (let entry; (entry = this.unsent.first) && entry.text !== undefined && sameEvent(this.rival(entry), entry.text); merged = true) this.unsent.remove(entry.id);
    return merged;
  }

  // the user has seen the stored events: let unsent ones follow them
  follow(entry) {
    this.unsent.follow(entry.hand, this.storedCount(entry.hand));
  }

  // ask for the verdict on an event after all unsent ones
  async dryRun(text, signal) {
    const waiting = this.waiting.map(({ id, text: earlier }) => ({ id, text: earlier }));
    const body = { after: this.waiting[0]?.after ?? this.storedCount(this.running), events: [...waiting, { id: newId(), text }] };
    const { answer } = await this.#ask(`hands/${this.running}/events/?dry_run=true`, { body, signal });
    return answer.adjudication.events.at(-1);
  }
}

const gained = (adjustments, seat) => (adjustments ?? []).filter((one) => one.seat === seat + 1).reduce((sum, { points }) => sum + points, 0);

// return whether two texts state the same event: the order of the cards does not matter
const sameEvent = (one, other) => Boolean(one) && words(one) === words(other);
const words = (text) => text.toUpperCase().split(/\s+/).sort().join(" ");
