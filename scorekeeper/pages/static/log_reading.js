// Reads a session and polls for what others have logged.  An unchanged version is a 304, so that polling each second
// costs little.
import { fetchAll } from "./log_api.js";

const OTHERS = 5; // polls between checks for a new hand
const WAIT = 5000; // milliseconds

export class Reading {
  #ask;
  #session;
  #version = null; // ETag of the session without its hands
  #looks = 0;
  busy = false;

  constructor(session, ask) {
    this.#session = session;
    this.#ask = ask;
  }

  async all() {
    if (this.busy) return;
    this.busy = true;
    await this.#session.reached(() => this.#readAll());
    this.busy = false;
  }

  async #readAll() {
    const { id } = this.#session;
    const link = id ? null : (await this.#ask("links/")).answer.results[0];
    const path = `sessions/${id ?? link.session}/`;
    const [details, record, hands] = await Promise.all([this.#ask(path), this.#ask(`${path}record/`), fetchAll(this.#ask, `${path}hands/`)]);
    this.#version = details.etag;
    this.#session.know({ found: details.answer, names: record.answer.players, until: link?.expires_at, hands });
  }

  // read what others have logged; return whether anything changed
  async look() {
    const session = this.#session;
    if (!session.details || this.busy || session.sending.busy || session.ended) return false;
    this.busy = true;
    const was = session.offline;
    let anew = false;
    await session.reached(async () => {
      anew = await this.#lookAtHand(session.hand);
      const rests = session.hand?.adjudication.status !== "unfinished";
      if (rests || this.#looks++ % OTHERS === 0) anew = (await this.#lookAtSession()) || anew;
    });
    this.busy = false;
    return anew || session.offline !== was || session.ended;
  }

  async #lookAtHand(hand) {
    if (!hand) return false;
    const { answer, etag } = await this.#ask(`hands/${hand.id}/`, { known: this.#session.version(hand.id), wait: WAIT });
    if (answer) this.#session.take(answer, etag);
    return Boolean(answer);
  }

  async #lookAtSession() {
    const session = this.#session;
    const path = `sessions/${session.details.id}/`;
    const { answer, etag } = await this.#ask(path, { known: this.#version, wait: WAIT });
    if (!answer) return false;
    if (!session.has(answer.hands)) (await fetchAll(this.#ask, `${path}hands/`)).forEach((hand) => session.take(hand));
    this.#updateSession(answer, etag);
    return true;
  }

  // read the totals after a hand
  async total() {
    const { answer, etag } = await this.#ask(`sessions/${this.#session.details.id}/`);
    this.#updateSession(answer, etag);
  }

  #updateSession(answer, etag) {
    this.#version = etag;
    this.#session.details = answer;
    this.#session.remember();
  }
}
