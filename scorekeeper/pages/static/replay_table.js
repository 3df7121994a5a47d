// Draws one moment of a hand exactly as templates/hands/felt.html does; a test compares them.  Between moments only
// changes are redrawn, so that a card that stays in a hand keeps its element.
import { noteCards } from "./replay_motion.js";

const SVG = "http://www.w3.org/2000/svg";
const drawnAs = new WeakMap();

function build(tag, classes, ...inside) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

// make the children of a box match a list: leave, remove or insert
function syncChildren(box, items, draw) {
  const wanted = items.map((item) => JSON.stringify(item));
  const missing = new Map();
  for (const key of wanted) missing.set(key, (missing.get(key) ?? 0) + 1);
  for (const child of [...box.children]) {
    const number = missing.get(drawnAs.get(child)) ?? 0;
    if (number) missing.set(drawnAs.get(child), number - 1);
    else child.remove();
  }
  let next = box.firstElementChild;
  wanted.forEach((key, index) => {
    if (next && drawnAs.get(next) === key) {
      next = next.nextElementSibling;
      return;
    }
    const child = draw(items[index]);
    drawnAs.set(child, key);
    box.insertBefore(child, next);
  });
  while (next) {
    const after = next.nextElementSibling;
    next.remove();
    next = after;
  }
}

export class Table {
  constructor(felt) {
    this.felt = felt;
    this.sheet = felt.dataset.sheet;
    const heads = [...felt.querySelectorAll(".seat > h3")].filter((head) => head.querySelector(".monogram"));
    this.monograms = new Map(heads.map((head) => [head.querySelector(".name").textContent, head.querySelector(".monogram")]));
  }

  // names of cards and the query string come with the moments
  take({ names, query }) {
    this.names = names;
    this.query = query;
    this.places = null;
  }

  // `moves` tells whether cards should move from where they lay before
  draw({ heading, facts, nothing, laid, seats }, moves = false) {
    const arrive = moves ? noteCards(this.felt) : null;
    if (!this.places) this.begin(seats);
    const factList = facts.length ? build("ul", "facts", ...facts.map((fact) => build("li", "", fact))) : null;
    const empty = nothing ? build("p", "pass", nothing) : null;
    this.now.replaceChildren(...[build("h3", "", heading), factList, empty].filter((one) => one !== null));
    syncChildren(this.laid, laid, (one) => build("li", one.classes, ...this.labels(one), this.faces(one)));
    seats.forEach((seat, number) => this.seat(this.places[number], seat));
    arrive?.();
  }

  begin(seats) {
    this.now = build("div", "to-beat");
    this.laid = build("ol", "laid");
    this.middle = build("div", "middle", this.now, this.laid);
    this.places = seats.map(() => {
      const [head, holding, melds] = [build("h3"), build("div", "faces"), build("ul", "melds")];
      return { place: build("div", "seat", head, holding), head, holding, melds };
    });
    this.felt.replaceChildren(this.middle, ...this.places.map(({ place }) => place));
  }

  seat(at, seat) {
    const key = JSON.stringify(seat);
    if (drawnAs.get(at.place) === key) return;
    drawnAs.set(at.place, key);
    at.place.className = seat.classes;
    const badges = seat.badges.flatMap(([text, kind]) => [" ", build("span", `badge ${kind}`, text)]);
    at.head.replaceChildren(...this.monogram(seat.name), build("span", "name", seat.name), ...badges, " ", build("small", "", seat.count));
    const unseen = seat.unseen ? [{ unseen: seat.unseen, name: seat.unseen_said }] : [];
    syncChildren(at.holding, [...seat.held, ...unseen], (one) => (one.unseen ? this.unseen(one) : this.face(one)));
    syncChildren(at.melds, seat.melds, (one) => build("li", one.classes, this.faces(one), ...this.labels(one)));
    if (!seat.melds.length) at.melds.remove();
    else if (!at.melds.parentNode) at.place.append(at.melds);
  }

  // as the page has it; a copy, because two players may have one name
  monogram(name) {
    const drawn = this.monograms.get(name);
    return drawn ? [drawn.cloneNode(true)] : [];
  }

  labels({ name, did }) {
    const who = build("span", "who", name);
    return did ? [who, " ", build("span", "pass", did)] : [who];
  }

  faces({ faces }) {
    return faces.length ? build("span", "faces", ...faces.map((one) => this.face(one))) : null;
  }

  face([face, event]) {
    const drawn = build("span", "face", this.picture(face, this.names[face]));
    if (event !== undefined) drawn.dataset.event = event; // a click on it goes there, as the list of moves does
    return drawn;
  }

  unseen({ unseen, name }) {
    const number = build("b", "", String(unseen));
    number.setAttribute("aria-hidden", "true");
    return build("span", "face unseen", this.picture("?", name), number);
  }

  picture(face, name) {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("class", "picture");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", name);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${this.sheet}#card-${face === "?" ? "back" : face}`);
    picture.append(use);
    return picture;
  }
}
