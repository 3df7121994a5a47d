// Sends the unsent entries in order, until one is refused or the API cannot be reached.
import { Refusal } from "./log_api.js";

export class Sending {
  #ask;
  #session;
  busy = false;

  constructor(session, ask) {
    this.#session = session;
    this.#ask = ask;
  }

  async all(redraw) {
    const session = this.#session;
    if (!session.details || this.busy || session.ended) return;
    this.busy = true;
    for (let next; (next = session.unsent.first) && !next.stopped; redraw()) {
      const refusal = await session.reached(() => this.#one(next));
      if (refusal) await this.#stop(next, refusal);
      else if (session.offline || session.ended) break;
    }
    this.busy = false;
    redraw();
  }

  async #one(entry) {
    if (entry.opens) await this.#open(entry);
    else if (entry.amend) await this.#amend(entry);
    else if (entry.dispute) await this.#ask(`hands/${entry.hand}/disputes/`, { body: { ...entry.dispute, id: entry.id }, key: entry.id });
    else await this.#append(entry);
    this.#session.unsent.remove(entry.id);
    if (entry.opens || entry.amend || this.#session.hand?.situation.over) await this.#session.reading.total();
  }

  async #open({ id, sheet }) {
    const session = this.#session;
    const scored = sheet && !("events" in sheet) && ("cards_left" in sheet || "out" in sheet || "finisher" in sheet || "washed_out" in sheet);
    const body = { id, ...(scored ? {} : { events: [] }), ...sheet };
    const { answer, etag } = await this.#ask(`sessions/${session.details.id}/hands/`, { body });
    session.take(answer, etag);
  }

  async #append({ id, hand, text, after }) {
    const { answer, etag } = await this.#ask(`hands/${hand}/events/`, { body: { after, events: [{ id, text }] } });
    this.#session.take(answer, etag);
  }

  // If-Match names the version being corrected; the Idempotency-Key makes it safe to send again
  async #amend({ id, hand, amend, after, tried }) {
    const session = this.#session;
    if (!session.version(hand)) await this.#look(hand);
    if (!tried && session.storedCount(hand) !== after) throw new Refusal(409, { code: "event-gap", detail: "" });
    session.unsent.change(id, { tried: true });
    const { answer, etag } = await this.#ask(`hands/${hand}/amendments/`, { body: amend, key: id, match: session.version(hand) });
    session.take(answer.hand, etag);
  }

  async #look(hand) {
    const { answer, etag } = await this.#ask(`hands/${hand}/`);
    this.#session.take(answer, etag);
  }

  async #stop(entry, refusal) {
    const session = this.#session;
    session.offline = false;
    const code = refusal.status === 412 ? "event-gap" : refusal.code;
    if (code === "event-gap") await session.reached(() => this.#look(entry.hand));
    session.unsent.change(entry.id, { tried: false, stopped: { code, said: refusal.message } });
  }
}
