// Draws one moment of a hand exactly as templates/hands/felt.html does; a test compares them.  Between moments only
// changes are redrawn, so that a card that stays in a hand keeps its element.
const SVG = "http://www.w3.org/2000/svg";
const drawnAs = new WeakMap();

function made(tag, classes, ...inside) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

// make the children of a box match a list: leave, remove or insert
function listed(box, items, draw) {
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
  }

  // names of cards and the query string come with the moments
  take({ names, query }) {
    this.names = names;
    this.query = query;
    this.places = null;
  }

  draw({ heading, facts, nothing, laid, seats }) {
    if (!this.places) this.begin(seats);
    const said = facts.length ? made("ul", "facts", ...facts.map((fact) => made("li", "", fact))) : null;
    const empty = nothing ? made("p", "pass", nothing) : null;
    while (this.middle.firstChild !== this.laid) this.middle.firstChild.remove();
    this.laid.before(...[made("h3", "", heading), said, empty].filter((one) => one !== null));
    listed(this.laid, laid, (one) => made("li", one.classes, ...this.labels(one), this.faces(one)));
    seats.forEach((seat, number) => this.seat(this.places[number], seat));
  }

  begin(seats) {
    this.laid = made("ol", "laid");
    this.middle = made("div", "middle", this.laid);
    this.places = seats.map(() => {
      const [head, held, melds] = [made("h3"), made("div", "faces"), made("ul", "melds")];
      return { place: made("div", "seat", head, held), head, held, melds };
    });
    this.felt.replaceChildren(this.middle, ...this.places.map(({ place }) => place));
  }

  seat(at, seat) {
    const key = JSON.stringify(seat);
    if (drawnAs.get(at.place) === key) return;
    drawnAs.set(at.place, key);
    at.place.className = seat.classes;
    const badges = seat.badges.flatMap(([text, kind]) => [" ", made("span", `badge ${kind}`, text)]);
    at.head.replaceChildren(made("span", "name", seat.name), ...badges, " ", made("small", "", seat.count));
    const unseen = seat.unseen ? [{ unseen: seat.unseen, said: seat.unseen_said }] : [];
    listed(at.held, [...seat.held, ...unseen], (one) => (one.unseen ? this.unseen(one) : this.face(one)));
    listed(at.melds, seat.melds, (one) => made("li", one.classes, this.faces(one), ...this.labels(one)));
    if (!seat.melds.length) at.melds.remove();
    else if (!at.melds.parentNode) at.place.append(at.melds);
  }

  labels({ name, did }) {
    const who = made("span", "who", name);
    return did ? [who, " ", made("span", "pass", did)] : [who];
  }

  faces({ faces }) {
    return faces.length ? made("span", "faces", ...faces.map((one) => this.face(one))) : null;
  }

  face([face, event]) {
    if (event === undefined) return made("span", "face", this.picture(face, this.names[face]));
    const link = made("a", "face", this.picture(face, this.names[face]));
    link.href = `?${this.query}event=${event}`;
    link.dataset.event = event;
    link.tabIndex = -1;
    return link;
  }

  unseen({ unseen, said }) {
    const number = made("b", "", String(unseen));
    number.setAttribute("aria-hidden", "true");
    return made("span", "face unseen", this.picture("?", said), number);
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
