// The cards to tap, grouped by rank, number or piece.  One tab stop; arrow keys move within.
import { build } from "./log_drawing.js";

const SVG = "http://www.w3.org/2000/svg";

export function picture(sheet, face) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "picture");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sheet}#card-${face === "?" ? "back" : face}`);
  svg.append(use);
  return svg;
}

export class Picker {
  #box;
  #sheet;
  #deck = null;

  constructor(box, sheet, tapped) {
    this.#box = box;
    this.#sheet = sheet;
    box.addEventListener("click", (click) => {
      const button = click.target.closest("button");
      if (button) tapped(button.dataset.face, Number(button.dataset.left));
    });
    box.addEventListener("keydown", (key) => this.#move(key));
    box.addEventListener("focusin", (focus) => this.#stop(focus.target));
  }

  get #buttons() {
    return [...this.#box.querySelectorAll("button")];
  }

  draw(deck, { possible, chosen }) {
    if (deck !== this.#deck) this.#build(deck);
    for (const button of this.#buttons) this.#update(button, possible, chosen);
  }

  #build(deck) {
    const groups = new Map();
    for (const card of [...deck.cards, { face: "?", name: gettext("unseen card") }]) {
      const rank = card.face.slice(0, -1) || card.face;
      const group = rank === "P" || rank === "D" || rank === "?" ? "rest" : rank;
      groups.set(group, [...(groups.get(group) ?? []), this.#button(card)]);
    }
    this.#box.replaceChildren(...[...groups.values()].map((buttons) => build("div", "rank", ...buttons)));
    this.#deck = deck;
    this.#stop(this.#buttons[0]);
  }

  #button({ face, name, copies }) {
    const left = build("span", "left"); // the button's name says it to screen readers
    left.setAttribute("aria-hidden", "true");
    const button = build("button", "pick", picture(this.#sheet, face), left);
    button.type = "button";
    Object.assign(button.dataset, { face, name, copies: copies ?? 0 });
    return button;
  }

  #update(button, possible, chosen) {
    const { face, name, copies } = button.dataset;
    const n = chosen.filter((one) => one === face).length;
    const left = face === "?" ? 99 : (possible.get(face) ?? 0);
    const many = Number(copies) > 1;
    const labels = [name];
    if (left < 1) labels.push(gettext("already played"));
    else if (many) labels.push(interpolate(ngettext("%(n)s left", "%(n)s left", left), { n: left }, true));
    if (n > 1) labels.push(interpolate(gettext("%(n)s chosen"), { n }, true));
    button.dataset.left = left;
    button.setAttribute("aria-label", labels.join(", "));
    button.setAttribute("aria-pressed", String(n > 0));
    button.classList.toggle("gone", left < 1);
    button.lastChild.dataset.count = n > 1 || (n && many) ? `${n}` : many && left > 1 && !n ? `×${left}` : "";
  }

  #stop(button) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
  }

  #move(key) {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const buttons = this.#buttons;
    const here = buttons.indexOf(key.target);
    if (here < 0) return;
    let target = { Home: buttons[0], End: buttons.at(-1) }[key.key];
    if (steps[key.key]) target = steps[key.key][1] ? beside(buttons, key.target, steps[key.key][1]) : buttons[here + steps[key.key][0]];
    if (!target) return;
    key.preventDefault();
    target.focus();
  }
}

// return the nearest button above or below
function beside(buttons, from, way) {
  const at = (button) => button.getBoundingClientRect();
  const { left, top } = at(from);
  const candidates = buttons.filter((button) => (at(button).top - top) * way > 5);
  const far = (button) => Math.abs(at(button).top - top) * 1000 + Math.abs(at(button).left - left);
  return candidates.sort((one, other) => far(one) - far(other))[0];
}
