// The melds of a finisher on a score sheet: tapped or typed, and checked before they are sent.
import { plural, withNames, word } from "./log_drawing.js";
import { Picker } from "./log_pad.js";

const at = (id) => document.getElementById(id);

// return what is wrong with the melds of the finisher, as far as the page knows them: the referee looks again
export function wrongMelds({ washed_out: nobody, exposed, concealed, lucky = "" }, game, deck) {
  if (nobody) return "";
  const facesOf = (line) => line.split(/\s+/);
  const melds = [...exposed, ...concealed];
  const all = melds.flatMap(facesOf);
  const unknown = [...all, ...facesOf(lucky)].find((face) => face && face !== "?" && !deck.card(face));
  if (unknown) return word("text-is-no", { text: unknown });
  const written = (line) => facesOf(line).map((face) => deck.card(face)?.face ?? face).sort().join(" ");
  const noMeld = melds.find((line) => !line.includes("?") && !game.melds.includes(written(line)));
  if (noMeld) return word("is-no-meld", { cards: withNames(noMeld) });
  const many = deck.cards.find(({ face, copies }) => [...all, lucky].filter((one) => deck.card(one)?.face === face).length > copies);
  if (many) return `${many.name}: ${plural("the-deck-has", many.copies, { n: many.copies })}`;
  if (facesOf(lucky).length > 1) return word("name-one-card");
  return all.length === game.finishes_with ? "" : word("melds-have-n", { n: all.length, all: game.finishes_with });
}

// Writes melds by tapping, in the field that was chosen last.
export class MeldPad {
  constructor(form, cards) {
    this.fields = [form.elements.exposed, form.elements.concealed, form.elements.lucky];
    this.picker = new Picker(at("meld-cards"), cards, (face, left) => left > 0 && this.write(face), [at("meld-next"), at("meld-back")]);
    at("meld-next").addEventListener("click", () => this.change((text) => `${text.trim()}\n`));
    at("meld-back").addEventListener("click", () => this.change((text) => text.replace(/\s*\S*$/, "")));
    for (const field of this.fields) {
      field.addEventListener("focus", () => this.open(field));
      field.addEventListener("input", () => this.draw());
    }
  }

  open(field, { game, deck } = this) {
    Object.assign(this, { field, game, deck });
    this.draw();
  }

  // start with the melds that a finisher has laid down
  start(melds) {
    this.fields[0].value = melds.join("\n");
    this.draw();
  }

  write(face) {
    const isLucky = this.field.name === "lucky";
    this.change((text) => (isLucky ? face : `${text}${/(^|\s)$/.test(text) ? "" : " "}${face}`));
  }

  change(edit) {
    this.field.value = edit(this.field.value).trimStart();
    this.field.scrollTop = this.field.scrollHeight;
    this.draw();
  }

  draw() {
    const facesIn = (field) => this.deck.facesIn(field.value);
    const used = this.fields.flatMap(facesIn);
    const possible = new Map(this.deck.cards.map(({ face, copies }) => [face, copies - used.filter((one) => one === face).length]));
    this.picker.draw(this.deck, { possible, chosen: facesIn(this.field) });
    for (const field of this.fields) field.classList.toggle("current", field === this.field);
    const n = this.fields.slice(0, 2).flatMap(facesIn).length;
    at("meld-count").textContent = word("n-of-all", { n, all: this.game.finishes_with });
  }
}
