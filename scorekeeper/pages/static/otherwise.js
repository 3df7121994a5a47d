// While cards are tapped, only the plays with these cards stay in the list.  The arrow keys step through the line.
const form = document.querySelector(".tapping");
const offers = [...document.querySelectorAll(".listed .offers button")];

const count = (cards) => cards.reduce((counts, card) => counts.set(card, (counts.get(card) ?? 0) + 1), new Map());

const cardsOf = (button) => count(button.value.split(":")[1].trim().split(" "));

function narrow() {
  const tapped = count([...form.querySelectorAll(":checked")].map((box) => box.value));
  for (const button of offers) {
    const cards = cardsOf(button);
    button.hidden = [...tapped].some(([card, number]) => (cards.get(card) ?? 0) < number);
  }
  for (const group of document.querySelectorAll(".listed details")) {
    const left = group.querySelectorAll("button:not([hidden])").length;
    group.querySelector(".count").textContent = left;
    group.hidden = !left;
  }
}

form.addEventListener("change", narrow);
narrow(); // a page that the browser brings back has its cards still tapped

document.addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, button, summary")) return;
  const link = document.querySelector(`.steps [data-step="${name}"][href]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
