// Dialogs: an objection, the cards dealt, the score sheet of a hand without plays.
import { Picker } from "./log_picker.js";

const at = (id) => document.getElementById(id);

// show a dialog and pass the form on when it is submitted
function ask(id, submitted) {
  const dialog = at(id);
  const form = dialog.querySelector("form");
  form.reset();
  form.onsubmit = (submit) => {
    submit.preventDefault();
    if (submitted(form) === false) return;
    dialog.close();
    if (document.activeElement === document.body) at("narration").focus(); // the button that opened it may have been redrawn
  };
  form.querySelector("[data-cancel]").onclick = () => dialog.close();
  dialog.showModal();
}

export function wrong(event, submitted) {
  at("wrong-title").textContent = interpolate(gettext("What is wrong with event %(n)s?"), { n: event.event }, true);
  ask("wrong", (form) => submitted(form.elements.claim.value.trim()));
}

function numberInputs(names) {
  return names.map((name, place) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { name: `seat${place + 1}`, inputMode: "numeric", pattern: "[0-9]*", autocomplete: "off" });
    label.append(name, input);
    return label;
  });
}

function checkboxes(names) {
  return names.map((name, place) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { name: `blocked${place + 1}`, type: "checkbox" });
    label.append(input, name);
    return label;
  });
}

const number = (text) => (text.trim() === "" ? null : Number(text));
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

// The score sheet of a hand without plays: cards left (and, after an exchange, who is blocked), the order of going out, or melds.
export function sheet({ game, names }, submitted) {
  const kind = game.sheet;
  for (const part of at("score-only").querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== kind;
  at("score-only").querySelectorAll("[data-seats]").forEach((box) => box.replaceChildren(...(box.parentElement.dataset.kind === kind ? numberInputs(names) : [])));
  at("blocked").hidden = !game.gifts;
  at("blocked").querySelector(".each").replaceChildren(...(game.gifts ? checkboxes(names) : []));
  at("finisher").replaceChildren(new Option(gettext("nobody: the stock ran out"), ""), ...names.map((name, place) => new Option(name, place + 1)));
  ask("score-only", (form) => submitted(readSheet(form, kind, names)));
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
export function dealt({ deck, names, sheet: pictures }, submitted) {
  cards ??= new Picker(at("dealt-cards"), pictures, (face, left) => {
    const count = tapped.filter((one) => one === face).length;
    tapped = count >= Math.max(1, left) ? tapped.filter((one) => one !== face) : [...tapped, face];
    show(deck);
  });
  tapped = [];
  at("dealt-seat").replaceChildren(...names.map((name, place) => new Option(name, place + 1)));
  show(deck);
  ask("dealt", (form) => submitted(Number(form.elements.seat.value), tapped));
}

function show(deck) {
  const possible = new Map(deck.cards.map(({ face, copies }) => [face, copies]));
  cards.draw(deck, { possible, chosen: tapped });
  at("dealt-count").textContent = interpolate(gettext("%(n)s of %(all)s cards"), { n: tapped.length, all: deck.size }, true);
}
