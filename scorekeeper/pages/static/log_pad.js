// What is tapped: the seats, the cards by rank and suit, and the buttons for other actions.
import { CLAIMS, parse, withCalls, withLast, withNextMeld, withVerb } from "./log_cards.js";
import { build, button, figure, plural, word } from "./log_drawing.js";

const SVG = "http://www.w3.org/2000/svg";

export function picture(sheet, symbol, name = "picture") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sheet}#${symbol}`);
  svg.append(use);
  return svg;
}

export const cardPicture = (sheet, face) => picture(sheet, `card-${face === "?" ? "back" : face}`);

// The seats, clockwise.  The seat to act is chosen until another is tapped.
export class Seats {
  #box;
  #names = "";
  #seat = null;
  chosen = false; // whether a seat was tapped

  constructor(box, tapped) {
    this.#box = box;
    // a click, since tapping the seat that is already highlighted chooses it, too
    box.addEventListener("click", ({ target }) => target.name === "seat" && tapped(Number(target.value)));
  }

  get #radios() {
    return [...this.#box.querySelectorAll("[name=seat]")];
  }

  get seat() {
    return this.#seat;
  }

  set seat(seat) {
    this.#seat = seat;
    for (const radio of this.#radios) radio.checked = Number(radio.value) === seat;
  }

  choose(seat) {
    this.chosen = Boolean(seat);
    this.seat = seat;
  }

  suggest(seat) {
    if (!this.chosen) this.seat = seat;
  }

  focus() {
    this.#radios[0].focus();
  }

  draw(names, position, totals) {
    if (this.#names !== names.join("\n")) this.#build(names);
    const acts = position?.due.seat;
    for (const radio of this.#radios) this.#update(radio, Number(radio.value), { position, acts, totals });
  }

  #build(names) {
    this.#names = names.join("\n");
    this.#box.className = `seats-row of-${names.length}`;
    this.#box.replaceChildren(...names.map((name, place) => this.#label(name, place + 1)));
  }

  #label(name, seat) {
    const hidden = build("span"); // screen readers hear the number of cards in words
    hidden.setAttribute("aria-hidden", "true");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "seat", value: seat, className: "spoken" });
    return build("label", "seat", radio, build("span", "name", name), build("span", "state"), build("small", "count", hidden, build("span", "spoken")), build("small", "total"));
  }

  #update(radio, seat, { position, acts, totals }) {
    const label = radio.parentElement;
    const count = position?.counts?.[seat - 1];
    const [, , state, cards, total] = label.children;
    // elements stay: a tap is lost if what was touched is replaced before the finger is lifted
    cards.firstChild.textContent = `${count ?? "?"}`;
    cards.lastChild.textContent = plural("n-cards", count ?? 2, { n: count ?? "?" });
    total.textContent = totals ? figure(totals[seat - 1]) : "";
    const out = position?.out?.includes(seat);
    const blocked = position?.blocked?.includes(seat);
    state.textContent = acts === seat ? word("act") : out ? word("out") : blocked ? word("blocked") : "";
    state.className = acts === seat ? "state spoken" : "state";
    label.classList.toggle("to-act", acts === seat);
    label.classList.toggle("last-card", count === 1);
  }
}

// The cards to tap, sorted as the game sorts them.  One tab stop; arrow keys move within.
export class Picker {
  #box;
  #sheet;
  #extras;
  #deck = null;

  // extras: buttons that follow the last card
  constructor(box, sheet, tapped, extras = []) {
    this.#box = box;
    this.#sheet = sheet;
    this.#extras = extras;
    box.addEventListener("click", (click) => {
      const key = click.target.closest("[data-face]");
      if (key) tapped(key.dataset.face, Number(key.dataset.left));
    });
    box.addEventListener("keydown", (key) => this.#move(key));
    box.addEventListener("focusin", (focus) => this.#stop(focus.target));
  }

  get #buttons() {
    return [...this.#box.querySelectorAll("button:enabled")].filter((key) => !key.hidden);
  }

  draw(deck, { possible, chosen }) {
    if (deck !== this.#deck) this.#build(deck);
    for (const key of this.#box.querySelectorAll("[data-face]")) this.#update(key, possible, chosen);
  }

  #build(deck) {
    this.#deck = deck;
    this.#box.dataset.columns = deck.columns;
    const unseen = { face: "?", name: word("unseen-card"), index: "?" };
    this.#box.replaceChildren(...deck.cards.map((card) => this.#key(card)), this.#key(unseen), ...this.#extras);
    this.#stop(this.#buttons[0]);
  }

  #key({ face, name, copies, index, pip, glyph, suit, caption }) {
    const drawn = [glyph, pip].filter(Boolean).map((symbol) => picture(this.#sheet, symbol, symbol === glyph ? "glyph" : "pip"));
    const key = build("button", suit ? `pick suit-${suit}` : "pick", build("b", "index", index), ...drawn, caption ? build("small") : "", build("span", "left"));
    for (const part of key.children) part.setAttribute("aria-hidden", "true"); // the button's name says it to screen readers
    if (caption) key.querySelector("small").dataset.caption = caption;
    key.type = "button";
    Object.assign(key.dataset, { face, name, copies: copies ?? 0 });
    return key;
  }

  #update(key, possible, chosen) {
    const { face, name, copies } = key.dataset;
    const n = chosen.filter((one) => one === face).length;
    const left = face === "?" ? 99 : (possible.get(face) ?? 0);
    const many = Number(copies) > 1;
    const labels = [name];
    if (left < 1) labels.push(word("already-played"));
    else if (many) labels.push(plural("n-left", left, { n: left }));
    if (n > 1) labels.push(word("n-chosen", { n }));
    key.dataset.left = left;
    key.setAttribute("aria-label", labels.join(", "));
    key.setAttribute("aria-pressed", String(n > 0));
    key.classList.toggle("gone", left < 1);
    key.lastChild.dataset.count = n > 1 || (n && many) ? `${n}✓` : many && left > 0 && !n ? `×${left}` : "";
  }

  #stop(key) {
    for (const other of this.#box.querySelectorAll("button")) other.tabIndex = other === key ? 0 : -1;
  }

  async #move(key) {
    if (!/^(Arrow|Home|End)/.test(key.key)) return;
    key.preventDefault();
    (await import("./log_arrows.js")).move(key, this.#buttons);
  }
}

export function usual(game, position) {
  if (position?.due.must === "give") return { verb: "gives", to: position.exchange.gave ? position.exchange.loser : position.exchange.winner };
  if (!game.melding) return { verb: "", to: null };
  if (position?.over) return { verb: "lucky", to: null };
  return { verb: { draw: "draws", take: "chi" }[position?.due.must] ?? "discards", to: null };
}

// the last card is announced where one remains, as far as is known
const mayAnnounce = ({ cards: { length: n }, verb, tail }, rules, count) => tail === "last" || (rules.last_card_announcement === "required" && n && !verb && (count ?? n + 1) === n + 1);

const VERBS = ["discards", "draws", ...CLAIMS, "lucky"];

// The buttons for other actions than playing cards, the likely one pressed.
export class Verbs {
  #box;
  #built = "";

  // nobody: a key of the pad; calls, meld: what takes its place while a claim is written
  constructor(box, { text, write, nobody, calls, meld }) {
    this.#box = box;
    Object.assign(this, { text, write, nobody, calls, meld });
    calls.onclick = () => write(withCalls(text()));
    meld.onclick = () => write(withNextMeld(text()));
  }

  draw({ game, rules, position }, seat) {
    const kind = game.melding ? "melding" : game.gifts ? "gifts" : "";
    if (kind !== this.#built) this.#build(kind);
    this.offered = position?.offer?.card ?? null;
    this.usual = usual(game, position);
    const parts = parse(this.text());
    const pressed = parts.verb || (parts.cards.length ? "" : this.usual.verb);
    const [rare, isDue] = game.melding ? ["lucky", position?.over || parts.verb === "lucky"] : ["gives", position?.exchange || parts.verb === "gives"];
    for (const one of this.#box.children) {
      const { verb } = one.dataset;
      one.setAttribute("aria-pressed", String(verb ? verb === pressed : parts.tail === "last"));
      one.hidden = (verb === rare) !== Boolean(isDue);
      one.classList.toggle("unneeded", !verb && !mayAnnounce(parts, rules, position?.counts?.[seat - 1]));
    }
    this.#box.hidden = !kind;
    const claims = game.melding && CLAIMS.has(parts.verb);
    this.nobody.hidden = claims;
    this.calls.hidden = this.meld.hidden = !claims;
    this.calls.setAttribute("aria-pressed", String(parts.calls));
    this.meld.disabled = parts.verb !== "hu";
  }

  #build(kind) {
    this.#built = kind;
    const buttons = {
      melding: () => VERBS.map((verb) => this.#button(word(verb), { verb }, (text) => withVerb(text, verb, { offered: this.offered }))),
      gifts: () => [this.#button(word("last-card-announced"), {}, withLast), this.#button(word("gives"), { verb: "gives" }, (text) => withVerb(text, "gives", this.usual))],
    }[kind];
    this.#box.replaceChildren(...(buttons?.() ?? []));
  }

  #button(label, data, change) {
    const element = button(label, () => this.write(change(this.text())));
    Object.assign(element.dataset, data);
    return element;
  }
}
