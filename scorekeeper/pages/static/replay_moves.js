// The list of moves beside the table and the comments below it, both at the current event.
const { gettext, interpolate } = globalThis;
const HTMX = globalThis.htmx;
const LIST = "moves"; // whether this reader has the list open, from hand to hand
const SAID = { kind: "said", drawn: "●" };

// a browser may refuse storage, as to a page that another site frames: then the list starts folded
function wasOpen() {
  try {
    return localStorage.getItem(LIST) === "open";
  } catch {
    return false;
  }
}

function remember(open) {
  try {
    localStorage.setItem(LIST, open ? "open" : "folded");
  } catch {
    // until the page is left
  }
}

export class Moves {
  // `marked` is called when the signs have changed
  constructor(replay, marked) {
    this.replay = replay;
    this.marked = marked;
    this.event = Number(replay.dataset.event);
    this.read();
    this.current?.setAttribute("aria-current", "step");
    this.reveal();
    document.addEventListener("htmx:afterSwap", () => this.markComments());
    this.box.open ||= wasOpen();
    this.follow();
  }

  get comments() {
    return document.getElementById("comments");
  }

  get list() {
    return document.querySelector("#moves .list-box");
  }

  // the list with its heading, folded until it is asked for
  get box() {
    return document.querySelector("#moves details");
  }

  follow() {
    this.box.addEventListener("toggle", () => {
      remember(this.box.open);
      this.reveal();
    });
  }

  // the links of the list by event
  read() {
    this.plays = new Map([...this.list.querySelectorAll(".play")].map((play) => [Number(play.dataset.event), play]));
    this.current = this.plays.get(this.event);
  }

  // the signs by event, as the list shows them
  get signs() {
    const signs = new Map();
    for (const [event, play] of this.plays) {
      if (!play.dataset.signs) continue;
      const drawn = [...play.querySelectorAll(".sign")].map((sign) => ({
        kind: sign.classList[1],
        drawn: sign.firstElementChild.textContent,
        words: sign.title,
      }));
      signs.set(event, drawn);
    }
    return signs;
  }

  // the next event with such a sign, after the last one the first
  after(event, kind) {
    const events = [...this.signs].filter(([, signs]) => signs.some((sign) => sign.kind === kind)).map(([number]) => number);
    return events.find((number) => number > event) ?? events[0] ?? event;
  }

  at(event) {
    if (event === this.event) return;
    this.event = event;
    this.current?.removeAttribute("aria-current");
    this.current = this.plays.get(event);
    this.current?.setAttribute("aria-current", "step");
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.reveal());
    this.linkActs();
    this.showComments();
    this.showEnding();
  }

  // what could have been forced at the current event
  showEnding() {
    for (const box of document.querySelectorAll("#endings [data-mark]")) box.hidden = Number(box.dataset.mark) !== this.event;
  }

  // scroll the list alone so that the current move is in its middle third
  reveal() {
    const box = this.list;
    if (!this.current) {
      box.scrollTop = 0;
      return;
    }
    const at = this.current.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const height = box.clientHeight;
    if (at < height / 3 || at > (2 * height) / 3) box.scrollTop += at - height / 2;
  }

  // the links to dispute and to correct the current event
  linkActs() {
    for (const link of document.querySelectorAll("#dispute, #correct")) {
      link.hidden = !this.event;
      link.href = `${link.dataset.address}?event=${this.event}`;
      if (link.id === "dispute") link.textContent = interpolate(gettext("Dispute move %s"), [this.event]);
    }
  }

  // link the page that asks the referee about this moment; null where nothing can be asked
  linkQuestion(question) {
    const link = document.getElementById("ask");
    if (!link) return;
    link.hidden = typeof question !== "string";
    link.href = `${link.dataset.address}?${[question, link.dataset.rules].filter(Boolean).join("&")}`;
  }

  // link the page that plays on from this moment; not where cards are unknown
  linkLine(isOpen) {
    const link = document.getElementById("otherwise");
    if (!link) return;
    link.hidden = !isOpen;
    link.href = link.dataset.address + this.event;
  }

  // take the list of a page that was loaded again
  replace(page) {
    const [old, list] = [document.getElementById("moves"), page.getElementById("moves")];
    if (!old || !list || old.contains(document.activeElement)) return;
    const [scrolled, { open }] = [this.list.scrollTop, this.box];
    old.replaceWith(list);
    this.box.open = open;
    this.follow();
    this.read();
    this.list.scrollTop = scrolled;
    for (const play of list.querySelectorAll("[aria-current]")) play.removeAttribute("aria-current");
    this.current?.setAttribute("aria-current", "step");
    this.reveal();
    this.linkActs();
    this.showEnding();
    this.marked(this.signs);
  }

  // a comment that was written or removed changes the signs
  markComments() {
    const told = [...(this.comments?.querySelectorAll(".all [data-about]") ?? [])];
    const events = new Set(told.map((one) => Number(one.dataset.about)));
    const count = document.querySelector(".talk .count");
    if (count) count.textContent = told.length || "";
    for (const old of this.list.querySelectorAll(".remark")) old.remove();
    for (const one of told) if (!one.matches(".removed")) this.quote(one, this.plays.get(Number(one.dataset.about)));
    for (const [event, play] of this.plays) {
      const sign = play.querySelector(".sign.said");
      if (events.has(event) && !sign) this.addComment(play);
      else if (!events.has(event)) sign?.remove();
      play.dataset.signs = [...play.querySelectorAll(".sign")].map((one) => one.classList[1]).join(" ");
    }
    this.marked(this.signs);
  }

  // the comment below its move in the list, as templates/hands/moves.html has it
  quote(comment, play) {
    if (!play) return;
    const [quote, name] = ["p", "b"].map((tag) => document.createElement(tag));
    quote.className = "remark";
    name.textContent = comment.querySelector(".who b").textContent;
    const text = [...comment.querySelectorAll("p:not([class])")].map((part) => part.textContent).join(" ");
    quote.append(name, ` ${text}`);
    play.parentNode.append(quote);
  }

  addComment(play) {
    const [sign, drawn, words] = ["span", "span", "span"].map((tag) => document.createElement(tag));
    sign.className = `sign ${SAID.kind}`;
    sign.title = gettext("with a comment");
    drawn.setAttribute("aria-hidden", "true");
    drawn.textContent = SAID.drawn;
    words.className = "spoken";
    words.textContent = `(${sign.title})`;
    sign.append(drawn, words);
    play.append(" ", sign);
  }

  showComments() {
    const [box, event] = [this.comments, this.event];
    if (!box) return;
    const place = box.parentElement;
    place.style.minHeight = `${place.offsetHeight}px`; // a page that became shorter would scroll
    const about = event ? interpolate(gettext("Move %s"), [event]) : gettext("The whole hand");
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
