// Lets users tap cards into the fields of a question; typing still works.
import { Deck } from "./log_cards.js";
import { build, word } from "./log_drawing.js";
import { Picker, cardPicture } from "./log_pad.js";

const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);
const box = document.getElementById("tapping");
const form = document.getElementById("question");
const cards = JSON.parse(document.getElementById("deck").textContent);
const deck = new Deck({ decks: { all: { cards, hand_size: cards.length } }, deck: "all", rules: {} });
const inputs = [...form.querySelectorAll("[data-cards]")];
const picker = new Picker(box.querySelector(".picker"), box.dataset.sheet, tap);
let field = inputs.find((input) => !input.value) ?? inputs[0];

const words = (input) => (input?.value ?? "").trim().split(/\s+/).filter(Boolean);
const facesIn = (input) => words(input).map((word) => (word === "?" ? "?" : deck.card(word)?.face)).filter(Boolean);
const verbOf = (input) => words(input).find((word) => CLAIMS.has(word.toLowerCase()))?.toLowerCase() ?? "";
const fieldNamed = (name) => form.elements[name];
const count = (faces, face) => faces.filter((one) => one === face).length;

// return how many copies of each card this field may hold
function possible() {
  const otherFields = field === fieldNamed("standing") || field === fieldNamed("offered") ? ["hand"] : ["standing", "offered"];
  const onTable = otherFields.flatMap((name) => facesIn(fieldNamed(name)));
  const hand = facesIn(fieldNamed("hand"));
  const ownCards = [...hand, ...facesIn(fieldNamed("offered"))];
  const fromHand = (field === fieldNamed("play") || field === fieldNamed("claim")) && hand.length && !hand.includes("?");
  const left = (face, copies) => (fromHand ? count(ownCards, face) : copies - (field === fieldNamed("claim") ? 0 : count(onTable, face)));
  return new Map(cards.map(({ face, copies }) => [face, left(face, copies)]));
}

function write(faces, verb = verbOf(field)) {
  field.value = [verb, ...faces].filter(Boolean).join(" ");
  draw();
}

// add a copy of the card; after the last copy, remove all
function tap(face, left) {
  const faces = facesIn(field);
  if (field === fieldNamed("offered")) return write(faces[0] === face ? [] : [face]);
  if (count(faces, face) < left) return write([...faces, face]);
  return write(faces.filter((one) => one !== face));
}

// choose a verb; a claim begins with the offered card
function pressVerb(verb) {
  if (!CLAIMS.has(verb)) return write([], verb);
  const offered = facesIn(fieldNamed("offered")).slice(0, 1);
  const faces = facesIn(field);
  return write(faces[0] === offered[0] ? faces : [...offered, ...faces], verb);
}

function chosenCard(face) {
  const card = cardPicture(box.dataset.sheet, face);
  const name = cards.find((one) => one.face === face)?.name ?? word("unseen-card");
  card.removeAttribute("aria-hidden");
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", name);
  return card;
}

function choice(text, pressed, act) {
  const button = build("button", "second", text);
  button.type = "button";
  button.setAttribute("aria-pressed", String(pressed()));
  button.addEventListener("click", act);
  return Object.assign(button, { pressed });
}

const label = (input) => form.querySelector(`label[for="${input.id}"]`).textContent;
const fields = inputs.map((input) =>
  choice(label(input), () => field === input, () => {
    field = input;
    drawVerbs();
    draw();
  }),
);

function drawVerbs() {
  const verbs = field.dataset.cards.split(" ").filter(Boolean);
  const pressed = (word) => () => words(field).some((one) => one.toLowerCase() === word);
  box.querySelector(".said").replaceChildren(...verbs.map((word) => choice(word, pressed(word), () => pressVerb(word))));
}

function draw() {
  for (const button of box.querySelectorAll(".into button, .said button")) button.setAttribute("aria-pressed", String(button.pressed()));
  box.querySelector(".chosen").replaceChildren(build("span", "", verbOf(field)), ...facesIn(field).map(chosenCard));
  picker.draw(deck, { possible: possible(), chosen: facesIn(field) });
}

box.querySelector(".into").append(...fields);
box.querySelector("[data-clear]").addEventListener("click", () => write([], ""));
form.addEventListener("input", draw);
form.addEventListener("focusin", (focus) => {
  if (!inputs.includes(focus.target) || field === focus.target) return;
  field = focus.target;
  drawVerbs();
  draw();
});
box.hidden = false;
drawVerbs();
draw();
