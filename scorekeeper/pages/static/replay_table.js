// Draws one moment of a hand as templates/hands/felt.html does; a test holds the two together.
const SVG = "http://www.w3.org/2000/svg";

function made(tag, classes, ...inside) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

export class Table {
  constructor(sheet) {
    this.sheet = sheet;
  }

  // the words for cards and the rest of the address come with the moments
  take({ names, query }) {
    this.names = names;
    this.query = query;
  }

  draw({ heading, facts, nothing, laid, seats }) {
    const said = facts.length ? made("ul", "facts", ...facts.map((fact) => made("li", "", fact))) : null;
    const middle = made(
      "div",
      "middle",
      made("h3", "", heading),
      said,
      nothing ? made("p", "pass", nothing) : null,
      made("ol", "laid", ...laid.map((one) => made("li", one.classes, ...this.labels(one), this.faces(one)))),
    );
    return made("div", `felt seats-${seats.length}`, middle, ...seats.map((seat) => this.seat(seat)));
  }

  seat(seat) {
    const badges = seat.badges.flatMap(([text, kind]) => [" ", made("span", `badge ${kind}`, text)]);
    const title = made("h3", "", made("span", "name", seat.name), ...badges, " ", made("small", "", seat.count));
    const held = made("div", "faces", ...seat.held.map((one) => this.face(one)), this.unseen(seat));
    const melds = seat.melds.map((one) => made("li", one.classes, this.faces(one), ...this.labels(one)));
    return made("div", seat.classes, title, held, melds.length ? made("ul", "melds", ...melds) : null);
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

  unseen({ unseen, unseen_said: said }) {
    if (!unseen) return null;
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
