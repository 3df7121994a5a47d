// The slider with marks for verdicts, and automatic playing.
const { gettext, interpolate } = globalThis;
const SPEEDS = [0.5, 1, 2, 4];
const BEAT = 1600; // milliseconds between events at the usual speed
const MARKS = { illegal: "✕", unproven: "?" };

export class Player {
  constructor(box, { go, restart }) {
    this.go = go;
    this.restart = restart;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "second";
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.speed = document.createElement("select");
    this.speed.setAttribute("aria-label", gettext("Speed"));
    for (const speed of SPEEDS) this.speed.append(new Option(`${speed}×`, speed, speed === 1, speed === 1));
    this.speed.addEventListener("change", () => this.timer && this.play());
    this.slider = document.createElement("input");
    this.slider.type = "range";
    this.slider.setAttribute("aria-label", gettext("Event"));
    this.slider.addEventListener("input", () => {
      this.pause();
      go(Number(this.slider.value));
    });
    this.marks = document.createElement("div");
    this.marks.className = "marks";
    this.marks.setAttribute("aria-hidden", "true");
    const track = document.createElement("div");
    track.className = "track";
    track.append(this.marks, this.slider);
    box.append(this.button, this.speed, track);
    this.box = box;
    this.updateButton();
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  take({ first, last, moments }) {
    this.last = last;
    this.box.hidden = false;
    this.slider.min = first;
    this.slider.max = last;
    this.marks.replaceChildren();
    moments.forEach((moment, index) => {
      const begins = index > 0 && moment.group !== moments[index - 1].group;
      const mark = MARKS[moment.verdict];
      if (mark) this.mark(moment.verdict, index / (last - first), mark);
      else if (begins) this.mark("begins", index / (last - first), "");
    });
  }

  mark(kind, share, text) {
    const mark = document.createElement("span");
    mark.className = kind;
    mark.textContent = text;
    mark.style.setProperty("--share", share);
    this.marks.append(mark);
  }

  at(event) {
    this.slider.value = event;
    this.slider.setAttribute("aria-valuetext", interpolate(gettext("%s of %s"), [event, this.last]));
    if (event >= this.last) this.pause();
  }

  play() {
    clearInterval(this.timer);
    this.restart();
    this.timer = setInterval(() => this.go(Number(this.slider.value) + 1), BEAT / Number(this.speed.value));
    this.updateButton();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.updateButton();
  }

  updateButton() {
    this.button.textContent = this.timer ? gettext("Pause") : gettext("Play");
  }
}
