// A question to the referee: its cards are tapped on the pad of the logger, and the answer appears in the page.
// Typing still works, and without this script the form loads the page with its answer.
import { CLAIMS, Deck, parse, withCard, withVerb } from "./log_cards.js";
import { build, button, word } from "./log_drawing.js";
import { Picker, cardPicture } from "./log_pad.js";

const box = document.getElementById("tapping");
const form = document.getElementById("question");
const answered = document.getElementById("answered");
const cards = JSON.parse(document.getElementById("deck").textContent);
const deck = new Deck({ decks: { all: { cards, hand_size: cards.length } }, deck: "all", rules: {} });
const inputs = [...form.querySelectorAll("[data-cards]")];
const picker = new Picker(box.querySelector(".picker"), box.dataset.sheet, tap);
const isAsked = ({ name }) => name === "play" || name === "claim";
let field = inputs.find((input) => !input.value) ?? inputs.find(isAsked);

const faces = (input) => (input ? parse(input.value).cards.map((one) => (one === "?" ? one : deck.card(one)?.face)).filter(Boolean) : []);
const named = (name) => form.elements[name];
const count = (some, face) => some.filter((one) => one === face).length;
const choices = (input) => input.dataset.cards.split(" ").filter(Boolean);

// return how many copies of each card this field may hold; the claimed card is not from the hand
function possible() {
  const isPlay = isAsked(field);
  const hand = faces(named("hand"));
  const fromHand = isPlay && hand.length && !hand.includes("?");
  const others = [named("standing"), named("offered"), named("hand")].filter((one) => one && one !== field && !(isPlay && one.name === "hand"));
  const elsewhere = others.flatMap(faces);
  return new Map(cards.map(({ face, copies }) => [face, fromHand ? count(hand, face) : copies - count(elsewhere, face)]));
}

function write(text) {
  field.value = text;
  draw();
}

function tap(face, left) {
  if (field.name === "offered") write(field.value === face ? "" : face);
  else write(withCard(field.value, face, { most: left }));
}

const press = (verb) => write(CLAIMS.has(verb) ? withVerb(field.value, verb, { offered: faces(named("offered"))[0] }) : verb);

function choose(input) {
  field = input;
  drawVerbs();
  draw();
}

function chosenCard(face) {
  const card = cardPicture(box.dataset.sheet, face);
  card.removeAttribute("aria-hidden");
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", cards.find((one) => one.face === face)?.name ?? word("unseen-card"));
  return card;
}

function drawVerbs() {
  box.querySelector(".verbs").replaceChildren(...choices(field).map((verb) => Object.assign(button(verb, () => press(verb)), { value: verb })));
}

const verbOf = (input) => parse(input.value).verb || choices(input).find((one) => one === input.value.trim().toLowerCase()) || "";

function draw() {
  for (const [place, one] of [...box.querySelectorAll(".into button")].entries()) {
    const isChosen = inputs[place] === field;
    one.setAttribute("aria-pressed", String(isChosen));
    one.lastChild.replaceChildren(...(isChosen ? [] : faces(inputs[place]).map((face) => cardPicture(box.dataset.sheet, face))));
  }
  for (const one of box.querySelectorAll(".verbs button")) one.setAttribute("aria-pressed", String(one.value === verbOf(field)));
  const chosen = field.value ? [build("span", "", verbOf(field)), ...faces(field).map(chosenCard)] : [build("small", "", field.dataset.hint)];
  box.querySelector(".chosen").replaceChildren(...chosen);
  picker.draw(deck, { possible: possible(), chosen: faces(field) });
}

// show the answer in the page, at the address that shares it; a question that cannot be read loads the page with the errors
async function ask(address) {
  const response = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const answer = page.getElementById("answered");
  if (!response.ok || !answer?.firstElementChild) return location.assign(address);
  history.pushState(null, "", response.url);
  answered.replaceChildren(...answer.children);
  const heading = answered.querySelector("h2");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (submit) => {
  submit.preventDefault();
  const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
  ask(address).catch(() => location.assign(address));
});
addEventListener("popstate", () => location.reload());
const label = (input) => form.querySelector(`label[for="${input.id}"]`).textContent;
box.querySelector(".into").append(...inputs.map((input) => button(label(input), () => choose(input))));
for (const one of box.querySelectorAll(".into button")) one.append(build("span", "pictures"));
const clear = form.querySelector("[data-clear]");
clear.addEventListener("click", () => write(""));
form.addEventListener("input", draw);
form.addEventListener("focusin", ({ target }) => inputs.includes(target) && field !== target && choose(target));
const typed = document.getElementById("typed");
typed.open = Boolean(typed.querySelector(".errors"));
for (const input of inputs) input.toggleAttribute("required", false); // it may be folded away; the server says what is missing
box.hidden = clear.hidden = false;
drawVerbs();
draw();
