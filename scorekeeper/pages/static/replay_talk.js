// Comments beside the replay: shown at their event; events with comments are marked on the slider.
const { gettext, interpolate } = globalThis;
const HTMX = globalThis.htmx;

export class Talk {
  constructor(replay) {
    this.replay = replay;
    this.event = Number(replay.dataset.event);
    document.addEventListener("htmx:afterSwap", () => this.mark());
  }

  get box() {
    return document.getElementById("comments");
  }

  take({ first, last }) {
    this.first = first;
    this.last = last;
    this.mark();
  }

  // the events with comments
  get events() {
    const comments = [...(this.box?.querySelectorAll(".all [data-about]") ?? [])];
    return [...new Set(comments.map((one) => Number(one.dataset.about)))].filter(Boolean);
  }

  mark() {
    if (!this.box || this.last === undefined) return;
    const marks = this.replay.querySelector(".marks");
    for (const old of marks.querySelectorAll(".said")) old.remove();
    for (const event of this.events) {
      const mark = document.createElement("span");
      mark.className = "said";
      mark.style.setProperty("--share", (event - this.first) / (this.last - this.first));
      marks.append(mark);
    }
    for (const play of document.querySelectorAll("#told .play")) {
      play.classList.toggle("commented", this.events.includes(Number(play.dataset.event)));
    }
  }

  at(event) {
    const box = this.box;
    if (!box || event === this.event) return;
    this.event = event;
    const about = event ? interpolate(gettext("Event %s"), [event]) : gettext("The whole hand");
    box.querySelector(".here h3").textContent = about;
    const list = box.querySelector(".here .remarks");
    list.replaceChildren(...[...box.querySelectorAll(`.all [data-about="${event}"]`)].map((one) => one.cloneNode(true)));
    HTMX?.process(list);
    for (const step of box.querySelectorAll("[name=step]")) step.value = event;
    this.preselect(box.querySelector("[name=event]"), event, about);
  }

  // a new comment is about the current event, unless one about another event is being written
  preselect(select, event, about) {
    if (!select || select.form.elements.text.value) return;
    const play = event ? [new Option(about, event)] : [];
    select.replaceChildren(...play, new Option(gettext("The whole hand"), ""));
  }
}
