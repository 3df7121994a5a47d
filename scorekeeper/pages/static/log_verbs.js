// The buttons for actions besides playing cards: those of the game, the likely ones first.
import { parted, withCalls, withLast, withNextMeld, withVerb } from "./log_composer.js";
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
    const said = parted(this.text());
    const pressed = { verb: said.verb || (said.cards.length ? "" : this.usual.verb), last: said.tail === "last", calls: said.calls };
    for (const one of this.#box.children) {
      const { verb, does } = one.dataset;
      if (does !== "meld") one.setAttribute("aria-pressed", String(verb ? verb === pressed.verb : pressed[does]));
    }
    for (const one of this.#box.querySelectorAll("[data-does=calls], [data-does=meld]")) one.hidden = !["chi", "pong", "gan", "hu"].includes(said.verb) || (one.dataset.does === "meld" && said.verb !== "hu");
    this.#box.hidden = !kind;
  }

  #build(kind) {
    this.#built = kind;
    const verbs = kind === "melding" ? Object.entries(names()).map(([verb, said]) => this.#one(said, { verb }, (text) => withVerb(text, verb, { offered: this.offered }))) : [];
    const more = {
      melding: () => [this.#one(gettext("did not prevail"), { does: "calls" }, withCalls), this.#one(gettext("next meld"), { does: "meld" }, withNextMeld)],
      gifts: () => [this.#one(gettext("Last card announced"), { does: "last" }, withLast), this.#one(gettext("Gives"), { verb: "gives" }, (text) => withVerb(text, "gives", this.usual))],
    }[kind];
    this.#box.replaceChildren(...verbs, ...(more?.() ?? []));
  }

  #one(said, data, change) {
    const made = button(said, () => this.write(change(this.text())));
    Object.assign(made.dataset, data);
    return made;
  }
}
