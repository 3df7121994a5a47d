// The seats round the table, seen from above.  The seat to act is highlighted, and chosen until another is tapped.
import { build, word } from "./log_drawing.js";
import { picture } from "./log_picker.js";

export class Seats {
  #box;
  #sheet;
  #names = "";
  chosen = false; // whether another seat than the one to act was tapped

  constructor(box, sheet, changed) {
    this.#box = box;
    this.#sheet = sheet;
    box.addEventListener("change", () => {
      this.chosen = true;
      changed();
    });
  }

  get #radios() {
    return [...this.#box.querySelectorAll("[name=seat]")];
  }

  get seat() {
    return Number(this.#radios.find((radio) => radio.checked)?.value) || null;
  }

  set seat(seat) {
    for (const radio of this.#radios) radio.checked = Number(radio.value) === seat;
  }

  reportMissing() {
    return this.#radios[0].reportValidity();
  }

  draw(names, position) {
    if (this.#names !== names.join("\n")) this.#build(names);
    const acts = position?.exchange ? (position.exchange.gave ? position.exchange.winner : position.exchange.loser) : position?.turn;
    for (const radio of this.#radios) this.#update(radio, Number(radio.value), { position, acts });
    this.#middle(position);
    if (!this.chosen) this.seat = acts ?? null;
  }

  #build(names) {
    this.#names = names.join("\n");
    this.#box.className = `round of-${names.length}`;
    this.#box.replaceChildren(...names.map((name, place) => this.#label(name, place + 1)), build("div", "middle"));
    this.#box.lastChild.setAttribute("aria-hidden", "true"); // the sentence above says the same
  }

  #label(name, seat) {
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "seat", value: seat, required: true });
    return build("label", `seat seat-${seat}`, radio, build("span", "name", `${seat} ${name}`), build("small", ""), build("span", "state"));
  }

  #update(radio, seat, { position, acts }) {
    const label = radio.parentElement;
    const count = position?.counts?.[seat - 1];
    const [, , cards, state] = label.children;
    cards.textContent = interpolate(ngettext("%(n)s card", "%(n)s cards", count ?? 2), { n: count ?? "?" }, true);
    const out = position?.out?.includes(seat);
    const blocked = position?.blocked?.includes(seat);
    state.textContent = acts === seat ? word("act") : out ? gettext("out") : blocked ? gettext("blocked") : "";
    state.className = acts === seat ? "state badge" : "state";
    label.classList.toggle("to-act", acts === seat);
    label.classList.toggle("last-card", count === 1);
  }

  #middle(position) {
    const cards = position?.standing?.cards ?? (position?.offer?.card ? [position.offer.card] : []);
    this.#box.lastChild.replaceChildren(...cards.map((face) => picture(this.#sheet, face)));
  }
}
