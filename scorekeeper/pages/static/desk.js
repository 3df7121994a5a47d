// Lets users tap cards into the fields of a question; typing still works.
import { Deck } from "./log_deck.js";
import { made } from "./log_drawing.js";
import { Picker, picture } from "./log_picker.js";

const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);
const box = document.getElementById("tapping");
const form = document.getElementById("question");
const cards = JSON.parse(document.getElementById("deck").textContent);
const deck = new Deck({ decks: { all: { cards, hand_size: cards.length } }, deck: "all" });
const inputs = [...form.querySelectorAll("[data-cards]")];
const picker = new Picker(box.querySelector(".picker"), box.dataset.sheet, tapped);
let into = inputs.find((input) => !input.value) ?? inputs[0];

const words = (input) => (input?.value ?? "").trim().split(/\s+/).filter(Boolean);
const facesIn = (input) => words(input).map((word) => (word === "?" ? "?" : deck.card(word)?.face)).filter(Boolean);
const verbOf = (input) => words(input).find((word) => CLAIMS.has(word.toLowerCase()))?.toLowerCase() ?? "";
const named = (name) => form.elements[name];
const count = (faces, face) => faces.filter((one) => one === face).length;

// return the copies of each card that this field may hold
function possible() {
  const lies = into === named("standing") || into === named("offered") ? ["hand"] : ["standing", "offered"];
  const elsewhere = lies.flatMap((name) => facesIn(named(name)));
  const hand = facesIn(named("hand"));
  const held = [...hand, ...facesIn(named("offered"))];
  const fromHand = (into === named("play") || into === named("claim")) && hand.length && !hand.includes("?");
  const left = (face, copies) => (fromHand ? count(held, face) : copies - (into === named("claim") ? 0 : count(elsewhere, face)));
  return new Map(cards.map(({ face, copies }) => [face, left(face, copies)]));
}

function write(faces, verb = verbOf(into)) {
  into.value = [verb, ...faces].filter(Boolean).join(" ");
  draw();
}

// a tap adds a copy; after the last copy it removes all
function tapped(face, left) {
  const faces = facesIn(into);
  if (into === named("offered")) return write(faces[0] === face ? [] : [face]);
  if (count(faces, face) < left) return write([...faces, face]);
  return write(faces.filter((one) => one !== face));
}

// a claim begins with the card on offer
function say(word) {
  if (!CLAIMS.has(word)) return write([], word);
  const offered = facesIn(named("offered")).slice(0, 1);
  const faces = facesIn(into);
  return write(faces[0] === offered[0] ? faces : [...offered, ...faces], word);
}

function drawn(face) {
  const card = picture(box.dataset.sheet, face);
  const name = cards.find((one) => one.face === face)?.name ?? gettext("unseen card");
  card.removeAttribute("aria-hidden");
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", name);
  return card;
}

function choice(said, pressed, act) {
  const button = made("button", "second", said);
  button.type = "button";
  button.setAttribute("aria-pressed", String(pressed()));
  button.addEventListener("click", act);
  return Object.assign(button, { pressed });
}

const label = (input) => form.querySelector(`label[for="${input.id}"]`).textContent;
const fields = inputs.map((input) =>
  choice(label(input), () => into === input, () => {
    into = input;
    drawWords();
    draw();
  }),
);

function drawWords() {
  const said = into.dataset.cards.split(" ").filter(Boolean);
  const pressed = (word) => () => words(into).some((one) => one.toLowerCase() === word);
  box.querySelector(".said").replaceChildren(...said.map((word) => choice(word, pressed(word), () => say(word))));
}

function draw() {
  for (const button of box.querySelectorAll(".into button, .said button")) button.setAttribute("aria-pressed", String(button.pressed()));
  box.querySelector(".chosen").replaceChildren(made("span", "", verbOf(into)), ...facesIn(into).map(drawn));
  picker.draw(deck, { possible: possible(), chosen: facesIn(into) });
}

box.querySelector(".into").append(...fields);
box.querySelector("[data-clear]").addEventListener("click", () => write([], ""));
form.addEventListener("input", draw);
form.addEventListener("focusin", (focus) => {
  if (!inputs.includes(focus.target) || into === focus.target) return;
  into = focus.target;
  drawWords();
  draw();
});
box.hidden = false;
drawWords();
draw();
