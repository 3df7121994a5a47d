// A session as the phone knows it: the last version read, the entries logged since, and the table after them.
import { Refusal } from "./log_api.js";
import { Deck } from "./log_deck.js";
import { rememberBegun, recall, remember } from "./log_kept.js";
import { after, opening, round } from "./log_position.js";
import { Reading } from "./log_reading.js";
import { Sending } from "./log_sending.js";
import { Unsent, newId } from "./log_unsent.js";

export class Session {
  #ask;
  #games;
  #hands = new Map();
  #versions = new Map(); // ETags by hand

  // id: the session of a member; a link names its own session
  constructor(ask, games, { id = null, who }) {
    this.#ask = ask;
    this.#games = games;
    this.id = id;
    this.who = who;
    this.ended = false; // the link has ended, or nobody is signed in
    this.offline = false;
    this.reading = new Reading(this, ask);
    this.sending = new Sending(this, ask);
    const last = recall(who);
    if (last) this.know(last);
  }

  // use a version that was read now or before the page was closed; `found` is its name in the phone's storage
  know({ found: details, names, until, hands, versions }) {
    hands.forEach((hand) => this.take(hand, versions?.[hand.id]));
    this.names = names;
    this.until = until && new Date(until);
    this.unsent ??= new Unsent(details.id);
    this.details = details;
    this.game = this.#games[details.variant];
    if (this.deck?.chosen !== details.house_rules?.deck || !this.deck) this.deck = new Deck(this.game, details.house_rules);
    this.remember();
  }

  remember() {
    const versions = Object.fromEntries(this.#versions);
    remember(this.who, { found: this.details, names: this.names, until: this.until, hands: this.hands, versions });
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
    return this.hand?.adjudication.number ?? (this.hands.at(-1)?.adjudication.number ?? 0) + 1;
  }

  // return how many events of this hand the API has stored
  storedCount(hand) {
    return this.#hands.get(hand)?.record.events?.length ?? 0;
  }

  version(hand) {
    return this.#versions.get(hand);
  }

  // return the events of the unfinished hand, sent or not
  get events() {
    return [...(this.hand?.record.events ?? []), ...this.waiting.map((entry) => entry.text)];
  }

  // return the unsent events of the unfinished hand, without one that the API has already stored
  get waiting() {
    const stored = this.storedCount(this.running);
    return this.unsent.of(this.running).filter((entry) => entry.stopped || entry.after >= stored);
  }

  get dealt() {
    return this.hand?.record.dealt ?? this.unsent.all.find((entry) => entry.opens && entry.hand === this.running)?.sheet?.dealt ?? null;
  }

  // return the table: the API's situation, advanced by the unsent events
  get position() {
    if (!this.running) return null;
    const { game, deck, details, names, number } = this;
    const start = { game, houseRules: details.house_rules, seats: names.length };
    const known = this.hand?.situation ?? opening(game, details.house_rules, { seats: names.length, deck, number });
    const here = { ...known, direction: game.melding ? 1 : round(game, start.houseRules, number) };
    const playsOn = details.house_rules?.play_to_last ?? game.plays_on;
    return this.waiting.reduce((position, entry) => after(position, entry.text, { game, deck, playsOn }), here);
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
      this.ended = error instanceof Refusal && (error.status === 401 || (Boolean(this.id) && error.status === 404));
      this.offline = !this.ended && (!(error instanceof Refusal) || error.passes);
      if (error instanceof Refusal && !this.ended && !error.passes) return error;
    }
    return null;
  }

  begin(sheet = {}) {
    const id = newId();
    this.unsent.add({ id, hand: id, opens: true, sheet });
    rememberBegun(id);
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

  leave(entry) {
    this.unsent.remove(entry.id);
    this.follow(entry);
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
