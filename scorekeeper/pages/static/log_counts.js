// What the events tell of the end of a hand, and a score sheet's row of numbers.
import { actionOf, seatOf, withoutTakenBack } from "./log_cards.js";
import { build, button, plural, withNames, word } from "./log_drawing.js";

// return the most cards each seat can hold, known numbers, who went out or is blocked, what was laid down
export function toldByEvents({ events, deck, names, position }) {
  const most = names.map(() => deck.size);
  const laid = names.map(() => []);
  for (const text of withoutTakenBack(events).filter(seatOf)) {
    const place = seatOf(text) - 1;
    const [verb] = actionOf(text).split(/\s+/);
    const receiver = text.match(/ to (\d+)$/);
    most[place] -= deck.count(text);
    if (receiver) most[receiver[1] - 1] += 1;
    if (/^(chi|pong|gan)$/.test(verb)) laid[place].push(actionOf(text).split(/\s+/).slice(1).join(" "));
  }
  return { most, laid, counts: position.counts, out: position.out ?? [], blocked: position.blocked ?? [] };
}

// return what the events contradict in a score sheet; an empty text if nothing
export function contradiction({ cards_left: counts = [], out = [], finisher, exposed = [] }, { most, laid, out: gone }, { names, deck }) {
  const many = counts.findIndex((n, place) => n > most[place]);
  const inOrder = gone.every((seat, place) => seat === out[place]);
  const facesOf = (line) => deck.facesIn(line).sort().join(" ");
  const missing = (laid[finisher - 1] ?? []).find((meld) => !meld.includes("?") && !exposed.some((line) => facesOf(line) === facesOf(meld)));
  const told =
    many >= 0 ? plural("at-most-left", most[many], { name: names[many], n: most[many] })
    : out.length && !inOrder ? plural("went-out-first", gone.length, { names: gone.map((seat) => names[seat - 1]).join(", ") })
    : missing ? word("has-laid-down", { name: names[finisher - 1], cards: withNames(missing) })
    : "";
  return told && `${told} ${word("sheet-or-log")}`;
}

// A row of numbers to tap: each fills the field of one seat and goes on to the next; the last one is filled with 0.
export class CountPad {
  #entered = new Set(); // places

  // told: by the events, if there are any
  constructor(box, names, { most, onlyOnce, told, changed }) {
    Object.assign(this, { most, onlyOnce, told, changed });
    this.rows = names.map((name, place) => this.#row(name, place));
    const keys = Array.from({ length: most + (onlyOnce ? 0 : 1) }, (_, n) => button(`${n + (onlyOnce ? 1 : 0)}`, () => this.tap(n + (onlyOnce ? 1 : 0))));
    const unknown = onlyOnce ? [] : [button("?", () => this.tap("?"))]; // a number that nobody knows
    box.replaceChildren(...this.rows.map(({ row }) => row), build("div", "count-keys", ...keys, ...unknown));
    this.at(onlyOnce ? Math.max(0, this.rows.findIndex(({ input }) => input.value === "")) : 0);
  }

  #row(name, place) {
    const known = this.onlyOnce ? (this.told?.out.indexOf(place + 1) ?? -1) + 1 || null : this.told?.counts[place];
    const input = Object.assign(document.createElement("input"), { name: `seat${place + 1}`, defaultValue: known ?? "", inputMode: "numeric", pattern: "[0-9]*|[?]", autocomplete: "off", required: !this.onlyOnce });
    const logged = this.told && !this.onlyOnce ? build("small", "logged", word("at-most", { n: this.told.most[place] })) : "";
    const label = build("label", "", build("span", "", name, build("small", "total"), logged), input);
    if (this.onlyOnce && known) this.#entered.add(place);
    const step = (by, sign, text) => {
      const key = button(sign, () => {
        this.at(place);
        this.#enter(Math.min(this.told && !this.onlyOnce ? this.told.most[place] : this.most, Math.max(this.onlyOnce ? 1 : 0, (Number(input.value) || 0) + by)));
      });
      key.setAttribute("aria-label", `${name}: ${text}`);
      return key;
    };
    input.addEventListener("focus", () => this.at(place));
    input.addEventListener("input", () => this.#enter(input.value));
    return { input, row: build("div", "count-row", label, step(-1, "−", word("one-less")), step(1, "+", word("one-more"))) };
  }

  at(place) {
    this.place = place;
    this.rows.forEach(({ row }, other) => row.classList.toggle("current", other === place));
  }

  #enter(n) {
    const { input } = this.rows[this.place];
    if (input.value !== `${n}`) input.value = n;
    this.#entered.add(this.place);
    this.changed();
  }

  tap(n) {
    this.#enter(n);
    const rest = [...this.rows.keys()].filter((place) => !this.#entered.has(place));
    const zero = this.rows.some(({ input }) => input.value === "0");
    if (!this.onlyOnce && rest.length === 1 && !zero) this.rows[rest[0]].input.value = 0; // another tap replaces it
    if (rest.length) this.at(rest.find((place) => place > this.place) ?? rest[0]);
  }
}
