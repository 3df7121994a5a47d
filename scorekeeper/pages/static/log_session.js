// The session of a link: read from the API, and logged until everything is acknowledged.
import { Refusal, everything } from "./log_api.js";
import { Unsent, newId } from "./log_unsent.js";

export class Session {
  #ask;
  #reading = false;
  #sending = false;
  #hands = new Map();

  constructor(ask) {
    this.#ask = ask;
    this.ended = false; // the link is not good any more
    this.offline = false;
  }

  get hands() {
    return [...this.#hands.values()].sort((one, other) => one.position - other.position);
  }

  // the id of the hand that is being played; it may be one that is not sent yet
  get running() {
    return this.unsent.all.findLast((entry) => entry.opens)?.hand ?? this.hands.at(-1)?.id;
  }

  get hand() {
    return this.#hands.get(this.running);
  }

  #held(hand) {
    return this.#hands.get(hand)?.record.events?.length ?? 0;
  }

  // an answer that was overtaken by another one is not looked at
  #take(hand) {
    if ((this.#hands.get(hand.id)?.revision.number ?? 0) <= hand.revision.number) this.#hands.set(hand.id, hand);
  }

  async read() {
    if (this.#reading || this.ended) return;
    this.#reading = true;
    await this.#reached(() => this.#readAll());
    this.#reading = false;
  }

  async #readAll() {
    const [link] = (await this.#ask("links/")).results;
    const [found, record, hands] = await Promise.all([
      this.#ask(`sessions/${link.session}/`),
      this.#ask(`sessions/${link.session}/record/`),
      everything(this.#ask, `sessions/${link.session}/hands/`),
    ]);
    hands.forEach((hand) => this.#take(hand));
    this.names = record.players;
    this.until = new Date(link.expires_at);
    this.unsent ??= new Unsent(found.id);
    this.found = found;
  }

  // runs what asks the API, and remembers whether it was reached; a refusal that will stay is told
  async #reached(asks) {
    try {
      await asks();
      this.offline = false;
    } catch (error) {
      this.ended = error instanceof Refusal && error.status === 401;
      this.offline = !this.ended;
      if (error instanceof Refusal && !this.ended && !error.passes) return error;
    }
    return null;
  }

  begin() {
    const id = newId();
    this.unsent.add({ id, hand: id, opens: true });
  }

  log(text) {
    const hand = this.running;
    this.unsent.add({ id: newId(), hand, text, after: this.#held(hand) + this.unsent.of(hand).length });
  }

  correct(entry, text) {
    this.unsent.change(entry.id, { id: newId(), text, stopped: undefined });
  }

  leave(entry) {
    this.unsent.remove(entry.id);
    this.follow(entry);
  }

  // somebody has seen what is held: what they logged comes after it
  follow(entry) {
    this.unsent.follow(entry.hand, this.#held(entry.hand));
  }

  // one after the other, until one is refused or the API is not reached
  async send(drawn) {
    if (!this.found || this.#sending || this.ended) return;
    this.#sending = true;
    for (let next; (next = this.unsent.first) && !next.stopped; drawn()) {
      const refusal = await this.#reached(() => this.#sendOne(next));
      if (refusal) await this.#stop(next, refusal);
      else if (this.offline || this.ended) break;
    }
    this.#sending = false;
    drawn();
  }

  async #sendOne({ id, hand, opens, text, after }) {
    const path = opens ? `sessions/${this.found.id}/hands/` : `hands/${hand}/events/`;
    const answer = await this.#ask(path, opens ? { id, events: [] } : { after, events: [{ id, text }] });
    this.#take(answer);
    this.unsent.remove(id);
    if (opens || answer.situation.over) this.found = await this.#ask(`sessions/${this.found.id}/`); // other totals
  }

  async #stop(entry, refusal) {
    this.offline = false;
    if (refusal.code === "event-gap") await this.#reached(async () => this.#take(await this.#ask(`hands/${entry.hand}/`)));
    this.unsent.change(entry.id, { stopped: { code: refusal.code, said: refusal.message } });
  }
}
