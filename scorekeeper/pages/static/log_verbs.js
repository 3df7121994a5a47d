// The buttons for actions besides playing cards: those of the game, the likely ones first.
import { parse, withCalls, withLast, withNextMeld, withVerb } from "./log_composer.js";
import { button } from "./log_drawing.js";

const names = () => ({
  discards: gettext("discards"), draws: gettext("draws"), chi: gettext("chi"), pong: gettext("pong"), gan: gettext("gan"), hu: gettext("hu"), lucky: gettext("lucky card"),
});

// return the usual action at this position
export function usual(game, position) {
  if (position?.exchange) return { verb: "gives", to: position.exchange.gave ? position.exchange.loser : position.exchange.winner };
  if (!game.melding) return { verb: "", to: null };
  if (position?.over) return { verb: "lucky", to: null };
  return { verb: position?.must === "draw" ? "draws" : "discards", to: null };
}

export class Verbs {
  #box;
  #built = "";

  constructor(box, { text, write }) {
    this.#box = box;
    this.text = text;
    this.write = write;
  }

  draw(game, position) {
    const kind = game.melding ? "melding" : game.gifts ? "gifts" : "";
    if (kind !== this.#built) this.#build(kind);
    this.offered = position?.offer?.card ?? null;
    this.usual = usual(game, position);
    const parts = parse(this.text());
    const pressed = { verb: parts.verb || (parts.cards.length ? "" : this.usual.verb), last: parts.tail === "last", calls: parts.calls };
    for (const one of this.#box.children) {
      const { verb, does } = one.dataset;
      if (does !== "meld") one.setAttribute("aria-pressed", String(verb ? verb === pressed.verb : pressed[does]));
    }
    for (const one of this.#box.querySelectorAll("[data-does=calls], [data-does=meld]")) one.hidden = !["chi", "pong", "gan", "hu"].includes(parts.verb) || (one.dataset.does === "meld" && parts.verb !== "hu");
    this.#box.hidden = !kind;
  }

  #build(kind) {
    this.#built = kind;
    const verbs = kind === "melding" ? Object.entries(names()).map(([verb, label]) => this.#button(label, { verb }, (text) => withVerb(text, verb, { offered: this.offered }))) : [];
    const more = {
      melding: () => [this.#button(gettext("did not prevail"), { does: "calls" }, withCalls), this.#button(gettext("next meld"), { does: "meld" }, withNextMeld)],
      gifts: () => [this.#button(gettext("Last card announced"), { does: "last" }, withLast), this.#button(gettext("Gives"), { verb: "gives" }, (text) => withVerb(text, "gives", this.usual))],
    }[kind];
    this.#box.replaceChildren(...verbs, ...(more?.() ?? []));
  }

  #button(label, data, change) {
    const element = button(label, () => this.write(change(this.text())));
    Object.assign(element.dataset, data);
    return element;
  }
}
