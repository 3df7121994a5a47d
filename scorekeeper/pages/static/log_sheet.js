// The dialogs: the score sheet of a hand, the cards that were dealt, what is wrong.  Loaded when they are first needed.
import { CountPad, contradiction, toldByEvents } from "./log_counts.js";
import { showTotals } from "./log_book.js";
import { format, parse } from "./log_cards.js";
import { build, plural, word } from "./log_drawing.js";
import { MeldPad, wrongMelds } from "./log_melds.js";
import { Picker } from "./log_pad.js";
import { newId } from "./log_store.js";

const at = (id) => document.getElementById(id);

// show a dialog, and pass the form on when it is submitted
function ask(id, submitted) {
  const dialog = at(id);
  const form = dialog.querySelector("form");
  form.reset();
  form.onsubmit = (submit) => {
    submit.preventDefault();
    if (submitted(form, submit.submitter) === false) return;
    dialog.close();
    if (document.activeElement === document.body) at("narration").focus(); // the button that opened it may have been redrawn
  };
  form.querySelector("[data-cancel]").onclick = () => dialog.close();
  if (!dialog.open) dialog.showModal();
}

// object to an event: a dispute, or by a link a note
export function flag({ of, page, store, drawAndSend, tell }, { event }) {
  const session = of();
  const noted = (claim) => [session.hand.record.note, `${event}: ${claim}`].filter(Boolean).join("\n");
  const says = (claim) => (page.session ? session.unsent.add({ id: newId(), hand: session.running, dispute: { event, claim } }) : session.amend({ keys: { note: noted(claim) } }));
  at("wrong-title").textContent = word("what-is-wrong", { n: event });
  ask("wrong", (form) => {
    const claim = form.elements.claim.value.trim();
    if (!claim || !store(() => says(claim))) return false;
    const { id } = session.unsent.all.at(-1);
    const entry = () => session.unsent.all.find((one) => one.id === id);
    const remark = () => (entry()?.stopped ? "" : word(entry() ? "stored-here" : page.session ? "dispute-saved" : "note-saved", { n: event }));
    tell(remark);
    drawAndSend();
    return true;
  });
}

// ask what the second tap on the unseen card meant: another one, or none, as with cards of which there is only one
export function askTwice({ put }, text) {
  const dialog = at("twice");
  dialog.returnValue = "";
  const cards = () => parse(text).cards.filter((one) => one !== "?");
  dialog.onclose = () => dialog.returnValue === "none" && put(format({ ...parse(text), cards: cards() }));
  if (!dialog.open) dialog.showModal();
}

// stop logging plays: what was logged stays, and the sheet must agree with it; the rest is unseen
export function sheet(logger) {
  const session = logger.of();
  const runs = session.running && !session.position.over;
  const n = runs ? session.events.length : 0;
  const rest = (sheetData) => (n ? { changes: [{ operation: "insert", event: n + 1, text: "unseen" }], keys: sheetData } : { keys: { ...sheetData, events: null } });
  const records = (sheetData) => (runs ? session.amend(rest(sheetData), { adds: n ? 1 : 0 }) : session.begin(sheetData));
  at("only-title").textContent = word("sheet-of-hand", { n: runs ? session.number : session.nextNumber });
  at("only-logged").textContent = n ? plural("n-events-stay", n, { n }) : "";
  fill(logger, records, n ? toldByEvents(session) : null);
}

// write down how many cards each player had left when the hand ended, where its plays do not tell
export function complete(logger) {
  const session = logger.of();
  at("only-title").textContent = at("complete").textContent;
  at("only-logged").textContent = "";
  fill(logger, (sheetData) => session.amend({ keys: sheetData }), toldByEvents(session));
}

function fill(logger, records, told) {
  const { of, page, store, drawAndSend } = logger;
  const session = of();
  askSheet(session, { pictures: page.cards, told }, (sheetData, button) => {
    if (!store(() => records(sheetData))) return false;
    drawAndSend();
    if (button?.name !== "again") return true;
    sheet(logger);
    return false; // the dialog stays open for the next hand
  });
  showTotals(session);
}

export function own({ of, page, store, drawAndSend }) {
  const session = of();
  const { deck, names, dealt } = session;
  const all = (seat, chosen) => names.map((_, place) => (place + 1 === seat ? chosen.join(" ") : (dealt?.[place] ?? null)));
  askDealt({ deck, names, sheet: page.cards }, (seat, chosen) => store(() => session.amend({ keys: { dealt: all(seat, chosen) } })) && drawAndSend());
}

const number = (text) => (text.trim() === "" ? null : text.trim() === "?" ? "?" : Number(text));
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

function checkboxes(names, blocked = []) {
  return names.map((name, place) => {
    const input = Object.assign(document.createElement("input"), { name: `blocked${place + 1}`, type: "checkbox", defaultChecked: blocked.includes(place + 1) });
    return build("label", "", input, name);
  });
}

// The score sheet of a hand without plays, or after some: cards left (and, after an exchange, who is blocked), the order of
// going out, or melds.  It starts with what the plays tell.
function askSheet({ game, names, deck, rules }, { pictures, told }, submitted) {
  const { settlement } = rules; // a house rule of some games
  const kind = !settlement ? game.sheet : rules.play_to_last ? "out" : "left";
  const form = at("score-only").querySelector("form");
  const objections = { left: ({ winner, cards_left: counts }) => (winner ? "" : wrongCounts(counts)), out: () => wrongPlaces(numbersOf(form, names)), melds: (read) => wrongMelds(read, game, deck) };
  const opposed = (read) => (told ? contradiction(read, told, { names, deck }) : "");
  const look = () => showWrong(opposed(readSheet(form, kind, names)));
  for (const part of at("score-only").querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== kind;
  for (const box of at("score-only").querySelectorAll("[data-seats]")) {
    box.replaceChildren();
    if (box.closest("[data-kind]").dataset.kind === kind) new CountPad(box, names, { most: kind === "out" ? names.length - 1 : deck.size, onlyOnce: kind === "out", told, changed: look });
  }
  at("last-left").hidden = !settlement || settlement === "placement"; // where places do not settle, the cards of the last one count
  form.elements.last_left.required = kind === "out" && !at("last-left").hidden;
  at("blocked").hidden = !game.gifts;
  at("blocked").querySelector(".each").replaceChildren(...(game.gifts ? checkboxes(names, told?.blocked) : []));
  at("finisher").replaceChildren(new Option(word("nobody-the-stock"), ""), ...names.map((name, place) => new Option(name, place + 1)));
  showWrong("");
  ask("score-only", (_, button) => {
    const read = readSheet(form, kind, names);
    showWrong(opposed(read) || (objections[kind]?.(read) ?? ""));
    return at("only-wrong").hidden && submitted(read, button);
  });
  if (kind !== "melds") return;
  meldPad ??= new MeldPad(form, pictures);
  meldPad.open(form.elements.exposed, { game, deck });
  form.elements.finisher.onchange = () => meldPad.start(told?.laid[form.elements.finisher.value - 1] ?? []);
}

// return what is wrong with the numbers of cards left
function wrongCounts(counts) {
  const out = counts.filter((n) => n === 0).length;
  return out > 1 ? word("only-one-zero") : out || counts.includes("?") ? "" : word("enter-zero");
}

// return what is wrong with the places: each but the last one is written once, and the last one may be
function wrongPlaces(places) {
  const written = places.filter(Boolean).sort((one, other) => one - other);
  const right = written.every((place, before) => place === before + 1) && written.length >= places.length - 1;
  return right ? "" : word("each-place-once", { n: places.length - 1 });
}

function showWrong(text) {
  at("only-wrong").hidden = !text;
  at("only-wrong").textContent = text;
}

const numbersOf = ({ elements }, names) => names.map((_, place) => number(elements[`seat${place + 1}`].value));

function readSheet(form, kind, names) {
  const { elements } = form;
  const counts = kind === "melds" ? [] : numbersOf(form, names);
  if (kind === "left") return { cards_left: counts, ...readBlocked(form, counts) };
  if (kind === "out") return readOrder(counts, number(elements.last_left.value));
  const finisher = Number(elements.finisher.value);
  if (!finisher) return { washed_out: true };
  const lucky = elements.lucky.value.trim();
  return { finisher, exposed: lines(elements.exposed.value), concealed: lines(elements.concealed.value), ...(lucky && { lucky }) };
}

// the order of going out, without whoever is written down as the last one, and the number of cards of the last one if it is entered
function readOrder(places, lastLeft) {
  const out = places.flatMap((place, seat) => (place ? [{ place, seat: seat + 1 }] : [])).sort((one, other) => one.place - other.place).map(({ seat }) => seat).slice(0, places.length - 1);
  return { out, ...(lastLeft !== null && { cards_left: places.map((_, seat) => (out.includes(seat + 1) ? 0 : lastLeft)) }) };
}

// who did not announce the last card (G25); if a single player is left, that player wins with cards in hand
function readBlocked(form, counts) {
  const seats = counts.map((_, place) => place + 1);
  const silent = seats.filter((seat) => form.elements[`blocked${seat}`]?.checked);
  const others = seats.filter((seat) => !silent.includes(seat));
  if (silent.length === 0) return {};
  return { blocked: silent, ...(others.length === 1 && !counts.includes(0) && { winner: others[0] }) };
}

let meldPad = null;
let cards = null;
let tapped = [];

// the dealt cards of one seat
function askDealt({ deck, names, sheet }, submitted) {
  cards ??= new Picker(at("dealt-cards"), sheet, (face, left) => {
    const count = tapped.filter((one) => one === face).length;
    tapped = count >= Math.max(1, left) ? tapped.filter((one) => one !== face) : [...tapped, face];
    showDealt(deck);
  });
  tapped = [];
  at("dealt-seat").replaceChildren(...names.map((name, place) => new Option(name, place + 1)));
  showDealt(deck);
  ask("dealt", (form) => submitted(Number(form.elements.seat.value), tapped));
}

function showDealt(deck) {
  const possible = new Map(deck.cards.map(({ face, copies }) => [face, copies]));
  cards.draw(deck, { possible, chosen: tapped });
  at("dealt-count").textContent = word("n-of-all", { n: tapped.length, all: deck.size });
}
