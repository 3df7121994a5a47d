// The slider with its signs, automatic playing, swipes, and the polling of an unfinished hand.
const { gettext, interpolate } = globalThis;
const BEAT = 1600; // milliseconds between events at the usual speed
const LINGER = 3; // how many times as long a bomb is shown
const STOPS = new Set(["illegal", "unproven", "disputed"]);
const SECOND = 1000;
const SWIPE = 40; // pixels

export class Player {
  constructor(replay, { go, restart }) {
    this.go = go;
    this.restart = restart;
    this.box = replay.querySelector(".player");
    this.button = document.getElementById("playing");
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.speed = document.getElementById("speed");
    this.speed.addEventListener("change", () => this.timer && this.wait());
    this.slider = this.box.querySelector("input");
    this.slider.addEventListener("input", () => {
      this.pause();
      go(Number(this.slider.value));
    });
    this.marks = this.box.querySelector(".marks");
    this.signsByEvent = new Map();
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  take({ first, last, moments, query }, signsByEvent) {
    this.first = first;
    this.last = last;
    this.query = query;
    this.begins = moments.filter((moment, index) => index && moment.group !== moments[index - 1].group);
    this.box.hidden = this.button.hidden = false;
    this.slider.min = first;
    this.slider.max = last;
    this.mark(signsByEvent);
  }

  // one link per sign, and a line where a trick begins
  mark(signsByEvent) {
    this.signsByEvent = signsByEvent;
    const lines = this.begins.map((moment) => this.sign("span", moment.event, "begins"));
    const links = [...signsByEvent].map(([event, signs]) => {
      const link = this.sign("a", event, signs.map(({ kind }) => kind).join(" "));
      link.href = `?${this.query}event=${event}`;
      link.dataset.event = event;
      link.tabIndex = -1;
      link.title = signs.map(({ words }) => words).join(", ");
      link.textContent = signs.map(({ drawn }) => drawn).join("");
      return link;
    });
    this.marks.replaceChildren(...lines, ...links);
  }

  sign(tag, event, classes) {
    const sign = document.createElement(tag);
    sign.className = classes;
    sign.style.setProperty("--share", (event - this.first) / (this.last - this.first || 1));
    return sign;
  }

  has(event, wanted) {
    return (this.signsByEvent.get(event) ?? []).some(({ kind }) => wanted(kind));
  }

  at(event) {
    this.slider.value = event;
    this.slider.setAttribute("aria-valuetext", interpolate(gettext("%s of %s"), [event, this.last]));
    if (event >= this.last) this.pause();
  }

  play() {
    this.restart();
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    const bomb = this.has(Number(this.slider.value), (kind) => kind === "bomb");
    this.timer = setTimeout(() => this.beat(), ((bomb ? LINGER : 1) * BEAT) / Number(this.speed.value));
    this.update();
  }

  beat() {
    const event = Number(this.slider.value) + 1;
    this.go(event);
    if (!this.timer) return;
    if (this.has(event, (kind) => STOPS.has(kind))) this.pause();
    else this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.update();
  }

  update() {
    this.button.classList.toggle("running", Boolean(this.timer));
    this.button.querySelector(".spoken").textContent = this.timer ? gettext("Pause") : gettext("Play");
  }
}

// calls `step` with "next" or "previous" when a finger moves over an element to the left or to the right
export function swipe(element, step) {
  let from = null;
  element.addEventListener("pointerdown", (pointer) => {
    from = pointer.pointerType === "mouse" || !pointer.isPrimary ? null : pointer;
  });
  element.addEventListener("pointercancel", () => (from = null));
  element.addEventListener("pointerup", (pointer) => {
    if (!from || pointer.pointerId !== from.pointerId) return;
    const [right, down] = [pointer.clientX - from.clientX, pointer.clientY - from.clientY];
    from = null;
    if (Math.abs(right) > SWIPE && Math.abs(right) > 1.5 * Math.abs(down)) step(right < 0 ? "next" : "previous");
  });
}

// follows an unfinished hand: asks each second while the page is visible
export class Live {
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    document.addEventListener("visibilitychange", () => this.ask());
  }

  // return the moments, or nothing if they are unchanged; those of a hand that is not stored are written in the page
  async ask() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const answer = await this.load();
      if (answer) this.changed(answer);
    } catch {
      // offline: keep what is shown
    } finally {
      this.asking = false;
      clearTimeout(this.timer);
      if (!this.finished) this.timer = setTimeout(() => this.ask(), SECOND);
    }
  }

  async load() {
    const written = document.getElementById("moments");
    if (written) {
      this.finished = true;
      return JSON.parse(written.textContent);
    }
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    const address = this.address();
    const response = await fetch(address, { headers, cache: "no-store" });
    if (response.status === 202 || response.status === 304) return null;
    if (!response.ok) throw new Error(response.statusText);
    const timeline = await response.json();
    if (address !== this.address()) return null;
    this.etag = response.headers.get("ETag");
    this.finished = timeline.finished;
    return timeline;
  }
}
