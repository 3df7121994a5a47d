// Checks the typed event before it is logged: names the combination and asks the referee.
import { objection, recognized } from "./log_words.js";

const PAUSE = 150; // milliseconds after the last change

export class Check {
  #timer = null;
  #request = new AbortController();

  constructor(tell) {
    this.tell = tell;
  }

  // check an event with its seat; an empty text clears the check
  look(session, seat, text, toldBy) {
    clearTimeout(this.#timer);
    this.#request.abort(); // its answer would be about an older hand
    this.#request = new AbortController();
    if (!text) return this.tell(null);
    const { position, deck, events, names, game } = session;
    const wrong = objection(text, seat, { position, deck, events, names, game });
    const n = deck.count(text);
    const counted = n ? interpolate(ngettext("%(n)s card", "%(n)s cards", n), { n }, true) : "";
    this.tell(wrong ? { verdict: "illegal", text: wrong } : { verdict: "", text: counted });
    if (!session.hand || session.ended || session.offline || session.waiting.some((entry) => entry.stopped) || !deck.reads(text)) return undefined;
    this.#timer = setTimeout(() => this.#ask(session, text, { signal: this.#request.signal, toldBy }), PAUSE);
    return undefined;
  }

  async #ask(session, text, { signal, toldBy }) {
    try {
      const event = await session.dryRun(text, signal);
      if (!signal.aborted) this.tell({ verdict: event.verdict, text: recognized(event, session.deck), reason: event.reason && toldBy(event) });
    } catch (error) {
      if (!signal.aborted && error.status === 422) this.tell({ verdict: "", text: error.message });
    }
  }
}
