// Steps through a hand: fetches all moments once and draws them.  Without this script the links load each moment.
import { Moves } from "./replay_moves.js";
import { Live, Player, swipe } from "./replay_player.js";
import { Table } from "./replay_table.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const BY_TRICK = { PageUp: "group_before", PageDown: "group_after" };
const replay = document.getElementById("replay");
const narration = document.getElementById("narration");
const LONG = 90; // letters of a sentence that is written smaller
const viewpoint = document.querySelector(".viewpoint");
const table = new Table(replay.querySelector(".felt"));
const params = new URL(location.href).searchParams;
let event = Number(replay.dataset.event);
let timeline = null;

const STEPS = {
  first: () => timeline.first,
  group_before: () => beginning(event - 1),
  previous: () => event - 1,
  next: () => event + 1,
  group_after: () => {
    let later = event;
    while (later < timeline.last && group(later) === group(event)) later += 1;
    return later;
  },
  last: () => timeline.last,
};

const group = (number) => timeline.moments[Math.max(timeline.first, number) - timeline.first].group;

function beginning(number) {
  let earlier = Math.max(timeline.first, number);
  while (earlier > timeline.first && group(earlier - 1) === group(earlier)) earlier -= 1;
  return earlier;
}

function query() {
  const wanted = new URLSearchParams();
  for (const name of ["seat", "version"]) if (params.get(name)) wanted.set(name, params.get(name));
  return wanted;
}

const live = new Live(
  () => `${replay.dataset.moments}?${query()}`,
  (answer) => {
    const followed = event >= timeline.last && !player.timer;
    const changed = answer.digest !== timeline.digest;
    take(answer);
    go(followed ? answer.last : event);
    if (changed) refresh();
  },
);
const player = new Player(replay, {
  go: (number) => go(number),
  restart: () => event >= timeline.last && go(timeline.first),
});

const moves = new Moves(replay, (signs) => timeline && player.mark(signs));

function take(loaded) {
  timeline = loaded;
  table.take(timeline);
  player.take(timeline, moves.signs);
  replay.querySelector(".end").textContent = timeline.last;
}

function go(number) {
  const before = event;
  event = Math.max(timeline.first, Math.min(timeline.last, number));
  const moment = timeline.moments[event - timeline.first];
  replay.dataset.event = event;
  // keep the element, so that screen readers read the new sentence
  narration.className = `narration ${moment.verdict}${moment.said.length > LONG ? " long" : ""}`;
  narration.textContent = moment.said;
  table.draw(moment, event === before + 1);
  replay.querySelector(".now").textContent = event;
  link();
  player.at(event);
  moves.at(event);
  clearTimeout(go.later);
  go.later = setTimeout(tell, 150);
}

function link() {
  const focused = document.activeElement;
  for (const step of replay.querySelectorAll("[data-step]")) {
    const target = STEPS[step.dataset.step]();
    if (target < timeline.first || target > timeline.last || target === event) {
      step.removeAttribute("href");
      step.setAttribute("aria-disabled", "true");
      step.setAttribute("role", "link");
    } else {
      step.href = `?${timeline.query}event=${target}`;
      step.removeAttribute("aria-disabled");
      step.removeAttribute("role");
    }
  }
  if (focused?.dataset?.step && !focused.hasAttribute("href")) {
    replay.querySelector("[data-step][href]")?.focus({ preventScroll: true });
  }
}

// update the address, and the links and pictures that contain it
function tell() {
  const address = new URL(location.href);
  address.search = `?${timeline.query}event=${event}`;
  address.hash = "";
  history.replaceState(null, "", address);
  if (!viewpoint) return;
  viewpoint.elements.event.value = event;
  document.getElementById("address").value = address;
  for (const picture of document.querySelectorAll("#png, #picture"))
    picture.href = `${picture.dataset.address.replace("/0.", `/${event}.`)}?${query()}`;
  for (const [id, extra] of [["animation", ""], ["trick-animation", `around=${event}`]]) {
    const link = document.getElementById(id);
    if (link) link.href = `${link.dataset.address}?${[query(), extra].filter(String).join("&")}`;
  }
  const qr = document.getElementById("qr");
  qr.dataset.wanted = `${qr.dataset.address}${address.search}`;
  if (qr.closest("details").open) qr.src = qr.dataset.wanted;
  const embed = document.getElementById("embed");
  if (embed) embed.value = embed.value.replace(/src="[^"]*"/, `src="${embed.dataset.address}${address.search}"`);
}

// refresh the moves and the score after a new event
async function refresh() {
  const response = await fetch(location.href, { cache: "no-store" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  moves.replace(page);
  const score = document.getElementById("told");
  if (score && !score.contains(document.activeElement)) score.replaceWith(page.getElementById("told"));
}

const ready = live.load().then((answer) => {
  if (!answer || answer.digest !== replay.dataset.digest) throw new Error("changed meanwhile");
  take(answer);
  link();
  player.at(event);
  live.ask();
});

const step = (findEvent, address) =>
  ready.then(
    () => {
      player.pause();
      go(findEvent());
    },
    () => location.assign(address),
  );

document.addEventListener("click", (click) => {
  const to = click.target.closest("a[data-step], a[data-event]");
  if (!to || click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return;
  click.preventDefault();
  if (!to.hasAttribute("href")) return;
  const kind = to.closest(".sums") && to.classList[1]; // the number of such plays leads from one to the next
  step(to.dataset.step ? STEPS[to.dataset.step] : () => (kind ? moves.after(event, kind) : Number(to.dataset.event)), to.href);
  // a control stays under the finger; a link elsewhere leads to the table
  if (!to.dataset.step && narration.getBoundingClientRect().top < 0) replay.scrollIntoView();
});

document.addEventListener("keydown", (key) => {
  if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return;
  const plays = key.key === " " && timeline && narration.getBoundingClientRect().top >= 0;
  if (plays && !key.target.closest("button, input, select, textarea, summary, [tabindex='0']")) {
    key.preventDefault();
    player.button.click();
    return;
  }
  const name = KEYS[key.key] ?? (replay.contains(key.target) ? BY_TRICK[key.key] : undefined);
  if (!name || key.target.closest("input, select, textarea, [contenteditable], .scroll")) return;
  key.preventDefault();
  const { href } = replay.querySelector(`[data-step="${name}"]`);
  step(STEPS[name], href || location.href);
});

swipe(replay.querySelector(".felt"), (name) => {
  const { href } = replay.querySelector(`[data-step="${name}"]`);
  if (href) step(STEPS[name], href);
});

viewpoint?.elements.seat.addEventListener("change", async () => {
  params.set("seat", viewpoint.elements.seat.value);
  live.etag = null;
  const answer = await live.load();
  if (!answer) return;
  take(answer);
  go(event);
});
viewpoint?.elements.version?.addEventListener("change", () => viewpoint.submit());
viewpoint?.classList.add("scripted");
for (const one of viewpoint?.elements ?? []) if (one.type === "submit") one.hidden = true;

for (const copy of document.querySelectorAll(".copy")) {
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(copy.dataset.copies).value);
    copy.textContent = globalThis.gettext("Copied");
  });
}
document.querySelector(".share")?.addEventListener("toggle", (opened) => {
  const qr = document.getElementById("qr");
  if (opened.target.open && qr.dataset.wanted) qr.src = qr.dataset.wanted;
});
const keys = document.querySelector(".keys");
if (keys) keys.hidden = false;
