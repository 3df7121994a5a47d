// Correcting one play of a recorded hand by tapping.  Each tap writes the plays into the form's field, which is what is sent.
import { actionElement, build, playerOf, word } from "./log_drawing.js";
import { seatOf } from "./log_cards.js";
import { PlayPad, handFacts } from "./play_pad.js";

const box = document.getElementById("correct-play");
const form = box.closest("form");
const area = form.elements.events;
const list = box.querySelector(".plays-list");
const acts = [...box.querySelectorAll("[data-act]")];
const becomes = box.querySelector(".becomes");

let events = read(); // before the current change
let number = Math.min(Math.max(1, Number(box.dataset.event) || events.length), Math.max(1, events.length));
let act = box.dataset.act || "replace";
const pad = new PlayPad(handFacts(), () => write());

function read() {
  return area.value.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
}

const place = () => number - (act === "after" ? 0 : 1);

// the plays with the current change; a play that is not complete yet changes nothing
function changed() {
  const skips = act === "replace" || act === "remove" ? 1 : 0;
  const now = act === "remove" ? [] : [pad.event];
  if (now[0] === "") return events;
  return [...events.slice(0, place()), ...now, ...events.slice(place() + skips)];
}

function open() {
  const skips = act === "replace" || act === "remove" ? 1 : 0;
  const event = events[number - 1] ?? "";
  // whoever acts again after taking a play back plays something instead
  const shown = skips ? event : act === "after" && /: *takes back$/i.test(event) ? `${seatOf(event)}: ` : "";
  pad.open(shown, events.slice(0, place()), events.slice(place() + skips));
  draw();
}

function write() {
  area.value = changed().join("\n");
  say();
}

const inWords = (event) => [playerOf(event), " ", actionElement(event)];

function say() {
  const event = events[number - 1];
  const now = pad.event;
  box.querySelector("#pad").hidden = act === "remove";
  if (act === "remove") becomes.replaceChildren(word("is-removed"), " ", ...inWords(event));
  else if (act === "replace" && now === event) becomes.replaceChildren(word("tap-what-it-was"));
  else if (!now) becomes.replaceChildren(pad.problem);
  else becomes.replaceChildren(...(act === "replace" ? [...inWords(event), " → "] : []), ...inWords(now));
  form.action = `?event=${Math.max(1, Math.min(place() + 1, events.length + 1))}#would`;
}

function draw() {
  list.replaceChildren(...events.map(item));
  for (const one of acts) one.setAttribute("aria-pressed", String(one.dataset.act === act));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2 + current.offsetHeight / 2;
  say();
}

function item(event, index) {
  const button = build("button", "", build("span", "no", String(index + 1)), " ", ...inWords(event));
  button.type = "button";
  if (index === number - 1) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => choose(index + 1));
  return build("li", "", button);
}

// go to another play; a change of the one before stays
function choose(next) {
  const before = events.length;
  const from = place();
  events = changed();
  number = next + (next > from ? events.length - before : 0);
  act = "replace";
  open();
  list.querySelector("[aria-current]")?.focus({ preventScroll: true });
}

for (const one of acts)
  one.addEventListener("click", () => {
    act = one.dataset.act;
    open();
    write();
  });
area.addEventListener("input", () => {
  events = read();
  number = Math.min(number, Math.max(1, events.length));
  act = "replace";
  open();
});
box.hidden = false;
open();
