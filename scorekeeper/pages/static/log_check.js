// Says what is about to be logged: recognized, and whether the referee would object.
import { objection, recognized } from "./log_words.js";

const PAUSE = 150; // milliseconds without another card

export class Check {
  #timer = null;
  #asked = 0;

  constructor(tell) {
    this.tell = tell;
  }

  // text has its seat; nothing is asked about nothing
  look(session, seat, text, toldBy) {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    if (!text) return this.tell(null);
    const { position, deck, events, names, game } = session;
    const wrong = objection(text, seat, { position, deck, events, names, game });
    const n = deck.count(text);
    const counted = n ? interpolate(ngettext("%(n)s card", "%(n)s cards", n), { n }, true) : "";
    this.tell(wrong ? { verdict: "illegal", said: wrong } : { verdict: "", said: counted });
    if (!session.hand || session.ended || session.offline || session.waiting.some((entry) => entry.stopped) || !deck.reads(text)) return undefined;
    this.#timer = setTimeout(() => this.#ask(session, text, { asked, toldBy }), PAUSE);
    return undefined;
  }

  async #ask(session, text, { asked, toldBy }) {
    try {
      const event = await session.tried(text);
      if (asked === this.#asked) this.tell({ verdict: event.verdict, said: recognized(event, session.deck), reason: event.reason && toldBy(event) });
    } catch (error) {
      if (asked === this.#asked && error.status === 422) this.tell({ verdict: "", said: error.message });
    }
  }
}
