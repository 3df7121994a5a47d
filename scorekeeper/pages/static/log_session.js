// A session as the phone knows it: the version read, the entries since, the table after them.
import { Deck, seatOf } from "./log_cards.js";
import { Reading, Refusal, Sending } from "./log_network.js";
import { after, due, opening, passedIn, round } from "./log_position.js";
import { Unsent, isScored, newId, rememberBegun, rememberOwn, recall, remember } from "./log_store.js";

export class Session {
  #games;
  #identify;
  #hands = new Map();
  #versions = new Map(); // ETags by hand

  // id: the session of a member; a link names its own session
  constructor(ask, games, { id = null, who, identify }) {
    this.ask = ask;
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

  // use a version read now or before the page was closed; `found` is its name in storage
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

  storedCount(hand) {
    return this.#hands.get(hand)?.record.events?.length ?? 0;
  }

  // return the stored event in the place of an entry; undefined if there is none
  storedAt({ hand, after }) {
    return this.#hands.get(hand)?.record.events?.[after];
  }

  version(hand) {
    return this.#versions.get(hand);
  }

  // return what the unsent entries write in the unfinished hand besides events; what they remove is null
  get #pending() {
    const unsent = this.unsent.all.filter(({ hand, stopped }) => hand === this.running && !stopped);
    return Object.assign({}, ...unsent.map(({ sheet, amend }) => sheet ?? amend?.keys));
  }

  // return the record of the unfinished hand without its events
  get sheet() {
    return { ...this.hand?.record, ...this.#pending };
  }

  get isScored() {
    return isScored(this.sheet);
  }

  // return the events of the unfinished hand as {text} or unsent entries, without those to be removed
  get #log() {
    const log = (this.hand?.record.events ?? []).map((text) => ({ text }));
    let stored = log.length;
    for (const entry of this.unsent.all.filter(({ hand }) => hand === this.running)) {
      const text = entry.adds > 0 ? "unseen" : entry.text; // a score sheet after events adds what nobody saw
      if (text !== undefined && (entry.stopped || entry.after >= stored)) log.push({ ...entry, text });
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

  get rules() {
    return { ...this.game.rules, ...this.details.house_rules };
  }

  // return the table and who is to do what next, after the unsent events
  get position() {
    const { rules } = this;
    const position = this.running ? this.#table(rules) : null;
    return position && { ...position, due: due(position, rules) };
  }

  #table(rules) {
    const { game, deck, hand, names, number } = this;
    const unscored = hand && isScored(hand.record) && !this.isScored;
    const known = (unscored && !this.events.length ? null : hand?.situation) ?? opening(game, rules, { seats: names.length, deck, number });
    const begun = this.unsent.all.some(({ opens, hand: id }) => opens && id === this.running);
    const hasResult = isScored(this.#pending) || (!begun && hand && (hand.adjudication.status !== "unfinished" || hand.adjudication.annulled) && !unscored && !this.waiting.length && !this.#undone.length);
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

  // return the card that the leader must hold; an empty text if none, or another seat leads
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

  correct(entry, text) {
    this.unsent.change(entry.id, { id: newId(), text, stopped: undefined });
  }

  arrived(entry) {
    const { id, hand, after, adds } = entry;
    this.unsent.remove(id);
    const stored = this.storedAt(entry);
    if (stored && !(adds < 0)) rememberOwn(hand, after + 1, stored);
  }

  // ask for the verdict on an event after all unsent ones
  async dryRun(text, signal) {
    const waiting = this.waiting.map(({ id, text: earlier }) => ({ id, text: earlier }));
    const body = { after: this.waiting[0]?.after ?? this.storedCount(this.running), events: [...waiting, { id: newId(), text }] };
    const { answer } = await this.ask(`hands/${this.running}/events/?dry_run=true`, { body, signal });
    return { cited: answer.rules?.at(-1), ...answer.adjudication.events.at(-1) };
  }
}

const gained = (adjustments, seat) => (adjustments ?? []).filter((one) => one.seat === seat + 1).reduce((sum, { points }) => sum + points, 0);
