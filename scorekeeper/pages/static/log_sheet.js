// The dialogs for the score sheet of a hand and for the cards that were dealt.  Loaded when they are first needed.
import { ask } from "./log_dialogs.js";
import { build, button, word } from "./log_drawing.js";
import { Picker } from "./log_pad.js";

const at = (id) => document.getElementById(id);

const number = (text) => (text.trim() === "" ? null : Number(text));
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

// A row of numbers to tap: each fills the field of one seat and goes on to the next; the last empty field is filled with 0.
class CountPad {
  constructor(box, names, { most, onlyOnce }) {
    this.onlyOnce = onlyOnce;
    this.rows = names.map((name, place) => this.#row(name, place));
    const keys = Array.from({ length: most + (onlyOnce ? 0 : 1) }, (_, n) => button(`${n + (onlyOnce ? 1 : 0)}`, () => this.tap(n + (onlyOnce ? 1 : 0))));
    box.replaceChildren(...this.rows.map(({ row }) => row), build("div", "count-keys", ...keys));
    this.most = most;
    this.at(0);
  }

  #row(name, place) {
    const input = Object.assign(document.createElement("input"), { name: `seat${place + 1}`, inputMode: "numeric", pattern: "[0-9]*", autocomplete: "off" });
    const label = build("label", "", build("span", "", name, build("small", "total")), input);
    const step = (by, sign, text) => {
      const key = button(sign, () => {
        input.value = Math.min(this.most, Math.max(this.onlyOnce ? 1 : 0, (Number(input.value) || 0) + by));
        this.at(place);
      });
      key.setAttribute("aria-label", `${name}: ${text}`);
      return key;
    };
    input.addEventListener("focus", () => this.at(place));
    return { input, row: build("div", "count-row", label, step(-1, "−", word("one-less")), step(1, "+", word("one-more"))) };
  }

  at(place) {
    this.place = place;
    this.rows.forEach(({ row }, other) => row.classList.toggle("current", other === place));
  }

  tap(n) {
    this.rows[this.place].input.value = n;
    const empty = this.rows.flatMap(({ input }, place) => (input.value === "" ? [place] : []));
    const zero = this.rows.some(({ input }) => input.value === "0");
    if (!this.onlyOnce && empty.length === 1 && !zero) this.rows[empty[0]].input.value = 0;
    else if (empty.length) this.at(empty.find((place) => place > this.place) ?? empty[0]);
  }
}

function checkboxes(names) {
  return names.map((name, place) => {
    const input = Object.assign(document.createElement("input"), { name: `blocked${place + 1}`, type: "checkbox" });
    return build("label", "", input, name);
  });
}

// The score sheet of a hand without plays: cards left (and, after an exchange, who is blocked), the order of going out, or melds.
export function askSheet({ game, names, deck }, submitted) {
  const kind = game.sheet;
  for (const part of at("score-only").querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== kind;
  for (const box of at("score-only").querySelectorAll("[data-seats]")) {
    box.replaceChildren();
    if (box.closest("[data-kind]").dataset.kind === kind) new CountPad(box, names, kind === "out" ? { most: names.length - 1, onlyOnce: true } : { most: deck.size, onlyOnce: false });
  }
  at("blocked").hidden = !game.gifts;
  at("blocked").querySelector(".each").replaceChildren(...(game.gifts ? checkboxes(names) : []));
  at("finisher").replaceChildren(new Option(word("nobody-the-stock"), ""), ...names.map((name, place) => new Option(name, place + 1)));
  ask("score-only", (form, button) => submitted(readSheet(form, kind, names), button));
}

function readSheet(form, kind, names) {
  const { elements } = form;
  const counts = kind === "melds" ? [] : names.map((_, place) => number(elements[`seat${place + 1}`].value));
  if (kind === "left") return { cards_left: counts, ...readBlocked(form, counts) };
  if (kind === "out") return { out: counts.flatMap((place, seat) => (place ? [{ place, seat: seat + 1 }] : [])).sort((one, other) => one.place - other.place).map(({ seat }) => seat) };
  const finisher = Number(elements.finisher.value);
  if (!finisher) return { washed_out: true };
  const lucky = elements.lucky.value.trim();
  return { finisher, exposed: lines(elements.exposed.value), concealed: lines(elements.concealed.value), ...(lucky && { lucky }) };
}

// who did not announce the last card (G25); if a single player is left, that player wins with cards in hand
function readBlocked(form, counts) {
  const seats = counts.map((_, place) => place + 1);
  const silent = seats.filter((seat) => form.elements[`blocked${seat}`]?.checked);
  const others = seats.filter((seat) => !silent.includes(seat));
  if (silent.length === 0) return {};
  return { blocked: silent, ...(others.length === 1 && !counts.includes(0) && { winner: others[0] }) };
}

let cards = null;
let tapped = [];

// the dealt cards of one seat
export function askDealt({ deck, names, sheet }, submitted) {
  cards ??= new Picker(at("dealt-cards"), sheet, (face, left) => {
    const count = tapped.filter((one) => one === face).length;
    tapped = count >= Math.max(1, left) ? tapped.filter((one) => one !== face) : [...tapped, face];
    showDealt(deck);
  });
  tapped = [];
  at("dealt-seat").replaceChildren(...names.map((name, place) => new Option(name, place + 1)));
  showDealt(deck);
  ask("dealt", (form) => submitted(Number(form.elements.seat.value), tapped));
}

function showDealt(deck) {
  const possible = new Map(deck.cards.map(({ face, copies }) => [face, copies]));
  cards.draw(deck, { possible, chosen: tapped });
  at("dealt-count").textContent = word("n-of-all", { n: tapped.length, all: deck.size });
}
