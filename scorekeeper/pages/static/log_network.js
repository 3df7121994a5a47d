// Requests to the API, with a link's token or the session cookie of a member; reading a session and sending entries.
import { isScored } from "./log_store.js";

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.code = problem.code;
  }

  get isOfOldToken() {
    return this.message.startsWith("CSRF");
  }

  // errors that may go away when the request is sent again
  get passes() {
    return this.status === 429 || this.status >= 500 || this.isOfOldToken;
  }
}

export const byLink = (token) => ({ credentials: "omit", headers: () => ({ Authorization: `Link ${token}` }) });

// The CSRF token of the page, not the cookie's: refused after somebody else has signed in here.
export function signedIn() {
  const tokenOf = (page) => page.querySelector("[name=csrfmiddlewaretoken]")?.value;
  let token = tokenOf(document);
  // take a new token; return who is signed in now
  async function identify() {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    token = tokenOf(page);
    return page.getElementById("log")?.dataset.person;
  }
  return { credentials: "same-origin", headers: () => ({ "X-CSRFToken": token }), identify };
}

// return {answer, etag}, or nothing if the version is unchanged
export function asking(root, who) {
  return async function ask(path, { body, known, match, key, signal, wait = 15000 } = {}) {
    const optionalHeaders = { "Content-Type": body && "application/json", "If-None-Match": known, "If-Match": match, "Idempotency-Key": key };
    const response = await fetch(new URL(path, root), {
      method: body ? "POST" : "GET",
      credentials: who.credentials,
      cache: "no-store",
      headers: Object.fromEntries(Object.entries({ ...who.headers(), ...optionalHeaders }).filter(([, value]) => value)),
      body: body && JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout?.(wait), // Safari before 16 waits without a limit
    });
    const etag = response.headers.get("ETag");
    if (response.status === 304) {
      await response.text(); // browsers report a request as failed if its body is not read
      return { answer: null, etag };
    }
    // a response without JSON comes from a proxy and acknowledges nothing
    const answer = await response.json();
    if (!response.ok) throw answer.code ? new Refusal(response.status, answer) : new Error(response.statusText);
    return { answer, etag };
  };
}

export async function fetchAll(ask, path) {
  const results = [];
  for (let next = path; next; ) {
    const { answer } = await ask(next);
    results.push(...answer.results);
    next = answer.next;
  }
  return results;
}

// reads a session and polls for what others have logged; an unchanged version is a 304, which costs little
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
    this.#session.know({ found: details.answer, names: record.answer.players, carried: record.answer.carried, until: link?.expires_at, hands });
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
    if (!answer) return false;
    this.#session.others ||= (answer.record.events?.length ?? 0) > this.#session.storedCount(hand.id);
    this.#session.take(answer, etag);
    return true;
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

  // return the last hand if nothing is logged in it yet, else null
  async emptyHand() {
    await this.#lookAtSession();
    const last = this.#session.hands.at(-1);
    return last?.adjudication.status === "unfinished" && !last.record.events?.length ? last : null;
  }

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

// Sends the unsent entries in order, until one is refused or the API cannot be reached.
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
    for (let next; (next = session.unsent.next); redraw()) {
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
    this.#session.arrived(entry);
    if (entry.opens || entry.amend || this.#session.hand?.situation.over) await this.#session.reading.total();
  }

  async #open({ id, sheet }) {
    const session = this.#session;
    const scored = isScored(sheet) && !("events" in sheet);
    const empty = await session.reading.emptyHand();
    if (empty && !Object.keys(sheet ?? {}).length) return session.unsent.move(id, empty.id); // somebody else has begun it
    const body = { id, ...(scored ? {} : { events: [] }), ...sheet };
    const { answer, etag } = await this.#ask(`sessions/${session.details.id}/hands/`, { body });
    return session.take(answer, etag);
  }

  // an entry that may have arrived although the answer was lost is marked as tried
  async #append({ id, hand, text, after }) {
    if (navigator.onLine) this.#session.unsent.change(id, { tried: true });
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
    if (code === "event-gap" && (await import("./log_book.js")).merge(session)) return;
    session.unsent.change(entry.id, { tried: false, stopped: { code, said: refusal.message } });
  }
}
