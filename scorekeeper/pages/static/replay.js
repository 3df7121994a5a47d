// Steps through a hand: fetches all moments once and draws them.  Without this script the links load each moment.
import { point } from "./reasons.js";
import { Moves } from "./replay_moves.js";
import { Live, Player, swipe } from "./replay_player.js";
import { Table } from "./replay_table.js";
import { share } from "./share.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const BY_TRICK = { PageUp: "group_before", PageDown: "group_after" };
const LONG = 90; // letters of a sentence that is written smaller
const SETTLED = 150; // milliseconds after the last step

class Replay {
  constructor(box) {
    this.box = box;
    this.event = Number(box.dataset.event);
    this.timeline = null; // the latest answer with all moments
    this.narration = document.getElementById("narration");
    this.because = document.getElementById("because");
    this.viewpoint = document.querySelector(".viewpoint");
    this.asked = new URL(location.href).searchParams;
    this.table = new Table(box.querySelector(".felt"));
    this.live = new Live(() => `${box.dataset.moments}?${this.query}`, (answer) => this.follow(answer));
    this.player = new Player(box, {
      go: (event) => this.go(event),
      restart: () => this.event >= this.timeline.last && this.go(this.timeline.first),
    });
    this.moves = new Moves(box, (signs) => this.timeline && this.player.mark(signs));
    this.ready = this.start();
  }

  // the perspective of all moments, for addresses
  get query() {
    const names = ["seat", "version"].filter((name) => this.asked.get(name));
    return new URLSearchParams(names.map((name) => [name, this.asked.get(name)]));
  }

  // the event that each control leads to, as scorekeeper/pages/replays/timeline.py has it
  get steps() {
    const [{ first, last, moments }, event] = [this.timeline, this.event];
    const { group } = moments[event - first];
    const before = moments[Math.max(0, event - 1 - first)].group;
    return {
      first,
      group_before: moments.find((moment) => moment.group === before).event,
      previous: event - 1,
      next: event + 1,
      group_after: moments.find((moment) => moment.event > event && moment.group !== group)?.event ?? last,
      last,
    };
  }

  async start() {
    const answer = await this.live.load();
    if (!answer || answer.digest !== this.box.dataset.digest) throw new Error("changed meanwhile");
    this.take(answer);
    this.link();
    this.player.at(this.event);
    this.live.ask();
  }

  take(timeline) {
    this.timeline = timeline;
    this.table.take(timeline);
    this.player.take(timeline, this.moves.signs);
    this.box.querySelector(".end").textContent = timeline.last;
  }

  // an unfinished hand went on
  follow(answer) {
    const atEnd = this.event >= this.timeline.last && !this.player.timer;
    const changed = answer.digest !== this.timeline.digest;
    this.take(answer);
    this.go(atEnd ? answer.last : this.event);
    if (changed) this.refresh();
  }

  go(event) {
    const [before, { first, last, moments }] = [this.event, this.timeline];
    this.event = Math.max(first, Math.min(last, event));
    const moment = moments[this.event - first];
    this.box.dataset.event = this.event;
    // keep the element, so that screen readers read the new sentence
    this.narration.className = `narration ${moment.verdict}${moment.said.length > LONG ? " long" : ""}`;
    this.narration.textContent = moment.said;
    point(this.because, moment.rule, moment.kind);
    this.table.draw(moment, Math.abs(this.event - before) === 1);
    this.box.querySelector(".now").textContent = this.event;
    this.link();
    this.player.at(this.event);
    this.moves.at(this.event);
    this.moves.linkQuestion(moment.question);
    this.moves.linkLine(moment.open);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), SETTLED);
  }

  link() {
    const [focused, { first, last, query }, steps] = [document.activeElement, this.timeline, this.steps];
    for (const control of this.box.querySelectorAll("[data-step]")) {
      const target = steps[control.dataset.step];
      if (target < first || target > last || target === this.event) {
        control.removeAttribute("href");
        control.setAttribute("aria-disabled", "true");
        control.setAttribute("role", "link");
      } else {
        control.href = `?${query}event=${target}`;
        control.removeAttribute("aria-disabled");
        control.removeAttribute("role");
      }
    }
    if (focused?.dataset?.step && !focused.hasAttribute("href")) {
      this.box.querySelector("[data-step][href]")?.focus({ preventScroll: true });
    }
  }

  // update the address, and the links and pictures that contain it
  tell() {
    const pictured = document.getElementById("pictured");
    if (pictured) {
      pictured.value = this.event; // this page has no address
      return;
    }
    const address = new URL(location.href);
    address.search = `?${this.timeline.query}event=${this.event}`;
    address.hash = "";
    history.replaceState(null, "", address);
    if (!this.viewpoint) return;
    this.viewpoint.elements.event.value = this.event;
    share?.at(address, this.event, this.query);
  }

  // refresh the moves and the score after a new event
  async refresh() {
    const response = await fetch(location.href, { cache: "no-store" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    this.moves.replace(page);
    const score = document.getElementById("told");
    if (score && !score.contains(document.activeElement)) score.replaceWith(page.getElementById("told"));
  }

  // go where somebody asked to, by script or, if the moments could not be loaded, by the link
  step(target, address) {
    this.ready.then(
      () => {
        this.player.pause();
        this.go(target());
      },
      () => location.assign(address),
    );
  }

  // use a control; one that leads nowhere has no address
  press(name) {
    this.step(() => this.steps[name], this.addressOf(name) || location.href);
  }

  addressOf(name) {
    return this.box.querySelector(`[data-step="${name}"]`).href;
  }

  get isInView() {
    return this.narration.getBoundingClientRect().top >= 0;
  }

  async watch(seat) {
    this.asked.set("seat", seat);
    this.box.classList.toggle("from-seat", Boolean(seat)); // from one seat, nothing is shown that needs all cards
    this.live.etag = null;
    const answer = await this.live.load();
    if (!answer) return;
    this.take(answer);
    this.go(this.event);
  }
}

const replay = new Replay(document.getElementById("replay"));
const { viewpoint } = replay;

document.addEventListener("click", (click) => {
  const to = click.target.closest("a[data-step], a[data-event], .face[data-event]");
  if (!to || click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return;
  click.preventDefault();
  if (to.dataset.step && !to.hasAttribute("href")) return;
  const kind = to.closest(".sums") && to.classList[1]; // the number of such plays leads from one to the next
  if (to.dataset.step) {
    replay.press(to.dataset.step); // a control stays under the finger
    return;
  }
  replay.step(() => (kind ? replay.moves.after(replay.event, kind) : Number(to.dataset.event)), to.href ?? `?${replay.query}&event=${to.dataset.event}`);
  if (!replay.isInView) replay.box.scrollIntoView();
});

document.addEventListener("keydown", (key) => {
  if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey || document.querySelector("dialog[open]")) return;
  const plays = key.key === " " && replay.timeline && replay.isInView;
  if (plays && !key.target.closest("button, input, select, textarea, summary, [tabindex='0']")) {
    key.preventDefault();
    replay.player.button.click();
    return;
  }
  const name = KEYS[key.key] ?? (replay.box.contains(key.target) ? BY_TRICK[key.key] : undefined);
  if (!name || key.target.closest("input, select, textarea, [contenteditable], .scroll")) return;
  key.preventDefault();
  replay.press(name);
});

swipe(replay.table.felt, (name) => replay.addressOf(name) && replay.press(name));

viewpoint?.elements.seat.addEventListener("change", () => replay.watch(viewpoint.elements.seat.value));
viewpoint?.elements.version?.addEventListener("change", () => viewpoint.submit());
viewpoint?.classList.add("scripted");
for (const one of viewpoint?.elements ?? []) if (one.type === "submit") one.hidden = true;

const keys = document.querySelector(".keys");
if (keys) keys.hidden = false;
