// What was played instead of a play that is taken back, tapped in the form of the ruling.
import { seatOf } from "./log_cards.js";
import { PlayPad, handFacts } from "./play_pad.js";

const box = document.getElementById("pad");
const { elements } = box.closest("form");
const hand = handFacts();
const event = Number(box.dataset.event);
const seat = seatOf(hand.events[event - 1]);
const field = elements.instead;
const pad = new PlayPad(hand, () => {
  field.value = pad.action;
  choose();
});

const open = () => pad.open(`${seat}: ${field.value.trim()}`, hand.events.slice(0, event - 1), hand.events.slice(event));
const choose = () => (elements.replaced.value = field.value.trim() ? "play" : "");

field.addEventListener("input", () => {
  choose();
  open();
});
for (const choice of elements.replaced)
  choice.addEventListener("change", () => {
    if (choice.value === "play") return;
    field.value = "";
    open();
  });
open();
box.hidden = false;
