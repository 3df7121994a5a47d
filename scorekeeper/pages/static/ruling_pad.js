// What was played instead of a play that is taken back, tapped in the form of the ruling.
import { seatOf } from "./log_cards.js";
import { PlayPad, handFacts } from "./play_pad.js";

const box = document.getElementById("pad");
const { elements } = box.closest("form");
const hand = handFacts();
const event = Number(box.dataset.event);
const seat = seatOf(hand.events[event - 1]);
const pad = new PlayPad(hand, () => {
  const passes = pad.action === "pass";
  elements.instead.value = passes ? "" : pad.action;
  elements.replaced.value = passes ? "pass" : pad.action ? "play" : "";
});

pad.open(`${seat}: ${elements.instead.value.trim()}`, hand.events.slice(0, event - 1), hand.events.slice(event));
box.hidden = false;
