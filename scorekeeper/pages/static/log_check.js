// Checks an event before it is logged: says what is plainly wrong, then asks the referee.
import { actionOf } from "./log_cards.js";
import { actionText, plural, word } from "./log_drawing.js";

const PAUSE = 150; // milliseconds after the last change
let verdicts = null; // log_verdicts.js, once it is loaded

export class Check {
  #timer = null;
  #request = new AbortController();

  constructor(tell) {
    this.tell = tell;
  }

  // check an event with its seat; an empty text clears the check
  look(session, seat, text) {
    clearTimeout(this.#timer);
    this.#request.abort(); // its answer would be about an older hand
    this.#request = new AbortController();
    if (!text) return this.tell(null);
    const wrong = objection(text, seat, session) || verdicts?.objectionAlone(text, session);
    const n = session.deck.count(text);
    const melds = /: hu .*\//.test(text) ? actionText(text) : "";
    const counted = melds || (n ? plural("n-cards", n, { n }) : "");
    this.tell(wrong ? { verdict: "illegal", text: "", reason: wrong } : { verdict: "", text: counted });
    const { signal } = this.#request;
    const tell = (judged) => signal.aborted || this.tell(judged);
    this.#timer = setTimeout(async () => {
      verdicts = await import("./log_verdicts.js").catch(() => null); // without a network it may be missing
      if (!wrong || !session.offline) verdicts?.judge(session, text, { melds, signal, tell });
    }, PAUSE);
    return undefined;
  }
}

// return what is plainly wrong: another seat's turn, or a card that was played already
export function objection(text, seat, { position, deck, events, names, game }) {
  if (!position) return "";
  const action = actionOf(text);
  if (position.over && !/^lucky/.test(action)) return word("over");
  const gone = action === "takes back" || action === "unseen" ? null : missing(text, { deck, events });
  if (gone) return word("card-was-already", { card: gone });
  const turns = !game.melding || /^(discards|draws)/.test(action);
  const { seat: acts, must } = position.due;
  const isTurn = !acts || [acts, position.turn].includes(seat) || !turns || ["takes back", "unseen"].includes(action);
  if (!isTurn && !/^gives/.test(action)) return word("turn", { name: names[acts - 1] });
  if (action === "pass" && must === "lead" && acts === seat) return word("the-player-who");
  const left = position.counts?.[seat - 1];
  const played = game.melding ? 0 : deck.count(text);
  if (left !== null && left !== undefined && played > left) return plural("that-seat-has", left, { n: left });
  return "";
}

function missing(text, { deck, events }) {
  const gone = deck.gone([...events, text]);
  return deck.cards.find(({ face, copies }) => (gone.get(face) ?? 0) > copies && deck.facesIn(text).includes(face))?.face;
}
