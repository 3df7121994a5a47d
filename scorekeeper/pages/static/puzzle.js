// Plays a puzzle from the tree that the page brings along: no network is needed.  Without this script the form asks the server,
// which answers alike (pages/puzzles/play.py).
import { install } from "./log_install.js";
import { noteSolved } from "./puzzle_store.js";
import { Table } from "./replay_table.js";

const OUT = -1; // in the tree: the seat is out first
const facts = JSON.parse(document.getElementById("puzzle-facts").textContent);
const felt = document.querySelector(".felt");
const table = new Table(felt);
table.take({ names: Object.fromEntries(Object.entries(facts.cards).map(([face, { name }]) => [face, name])), query: "" });
const seats = Object.keys(facts.names).map(Number);
const at = (id) => document.getElementById(id);
const sentence = (text, values) => interpolate(text, values, true);

let node, holdings, owner, standing, played, tried;

function begin() {
  [node, owner, played, tried] = [0, facts.owner, [], new Set()];
  holdings = facts.holdings.map((cards) => [...cards]);
  standing = facts.nodes[0].standing.split(" ").filter(Boolean);
}

function parse(event) {
  const [seat, action] = event.split(": ");
  return { seat: Number(seat), cards: action === "pass" ? [] : action.replace(/ last$/, "").split(" ") };
}

function lay(event) {
  const { seat, cards } = parse(event);
  played.push(event);
  if (!cards.length) return;
  for (const card of cards) holdings[seat - 1].splice(holdings[seat - 1].indexOf(card), 1);
  [owner, standing] = [seat, cards];
}

function follow(action, [number, ...passes]) {
  for (const event of [`${facts.nodes[node].turn}: ${action}`, ...passes]) lay(event);
  node = number;
  if (node !== OUT && !facts.nodes[node].standing) standing = [];
}

// -- what is shown

const sorted = (cards) => [...cards].sort((a, b) => facts.cards[a].order - facts.cards[b].order);
const place = (seat) => (seat - facts.seat + seats.length) % seats.length;

function draw(moves = true) {
  const turn = node === OUT ? 0 : facts.nodes[node].turn;
  const laid = standing.length ? [{ event: null, name: facts.names[owner], did: "", faces: standing.map((face) => [face]), classes: `stands from-${place(owner)}` }] : [];
  const heading = turn ? sentence(gettext("%(name)s to act"), { name: facts.names[turn] }) : gettext("Out!");
  const drawn = seats.map((seat) => ({
    classes: `seat at-${place(seat)}${seat === turn ? " to-act narrated" : ""}`,
    name: facts.names[seat],
    badges: seat === turn ? [[gettext("to act"), ""]] : [],
    count: sentence(ngettext("%(count)s card", "%(count)s cards", holdings[seat - 1].length), { count: holdings[seat - 1].length }),
    held: sorted(holdings[seat - 1]).map((face) => [face]),
    unseen: 0,
    unseen_said: "",
    melds: [],
  }));
  table.draw({ heading, facts: facts.facts, nothing: "", laid, seats: drawn }, moves);
  at("played").hidden = !played.length;
  at("played").querySelector(".events").replaceChildren(...played.map(line));
  const form = at("options");
  form.hidden = node === OUT;
  form.querySelector(".offers").replaceChildren(...options().flatMap((one) => [one, " "]));
}

// the signs of cards as the page draws them
function signs(faces) {
  const box = document.createElement("span");
  box.className = "cards";
  faces.forEach((face, number) => box.append(sign(face, number < faces.length - 1)));
  return box;
}

function sign(face, more) {
  const { name, rank, suit, pip } = facts.cards[face];
  const card = document.createElement("span");
  card.className = suit ? `card suit-${suit}` : "card";
  const [spoken, shown] = [document.createElement("span"), document.createElement("span")];
  spoken.className = "spoken";
  spoken.textContent = more ? `${name}, ` : name;
  shown.setAttribute("aria-hidden", "true");
  shown.textContent = rank;
  if (pip) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "pip");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${felt.dataset.sheet}#${pip}`);
    svg.append(use);
    shown.append(svg);
  }
  card.append(spoken, shown);
  return card;
}

function line(event) {
  const { seat, cards } = parse(event);
  const [item, name] = [document.createElement("li"), document.createElement("b")];
  name.textContent = facts.names[seat];
  item.append(name, " ", cards.length ? signs(cards) : gettext("Pass"));
  return item;
}

// as options_of of pages/puzzles/play.py
function options() {
  if (node === OUT) return [];
  const { wins, also = [], loses } = facts.nodes[node];
  const keyed = [...Object.keys(wins), ...also, ...Object.keys(loses)].map((action) => {
    const { cards } = parse(`1: ${action}`);
    return { action, cards, heights: cards.map((card) => facts.cards[card].order).reverse() };
  });
  keyed.sort((a, b) => !a.cards.length - !b.cards.length || a.cards.length - b.cards.length || a.heights.map((height, n) => height - b.heights[n]).find(Boolean) || 0);
  return keyed.map(({ action, cards }) => {
    const button = document.createElement("button");
    button.className = tried.has(action) ? "second tried" : "second";
    button.name = "play";
    button.value = action;
    button.append(cards.length ? signs(cards) : gettext("Pass"));
    return button;
  });
}

function answer(kind, text, events = []) {
  const box = document.createElement("div");
  box.className = `callout ${kind}`;
  const said = document.createElement("p");
  said.textContent = text;
  box.append(said);
  if (events.length) {
    const list = document.createElement("ol");
    list.className = "events";
    list.append(...events.map(line));
    box.append(list);
  }
  at("answer").replaceChildren(box);
}

// -- what the reader does

function play(action) {
  const here = facts.nodes[node];
  if (action in here.loses) {
    tried.add(action);
    answer("warning", gettext("With all cards open this does not force it:"), [`${facts.seat}: ${action}`, ...here.loses[action]]);
    draw(false);
    return;
  }
  const isOther = !(action in here.wins);
  const [own, follows] = Object.entries(here.wins)[0];
  follow(isOther ? own : action, isOther ? follows : here.wins[action]);
  while (node !== OUT && facts.nodes[node].replies) follow(...Object.entries(facts.nodes[node].replies)[0]);
  tried = new Set();
  if (node === OUT) {
    noteSolved(facts.id);
    answer("legal", gettext("Solved! You are out before the others, whatever they do."));
    at("solution").hidden = false;
    at("show-solution")?.remove();
  } else {
    answer(isOther ? "" : "legal", isOther ? gettext("That wins as well. It goes on with another winning play. Your turn again.") : gettext("Right. Your turn again."));
  }
  draw();
}

at("options")?.addEventListener("submit", (submit) => {
  submit.preventDefault();
  play(submit.submitter.value);
  (at("options").querySelector("button:not(.tried)") && node !== OUT ? at("options").querySelector("button:not(.tried)") : at("answer")).focus({ preventScroll: true });
});
at("again").addEventListener("click", (click) => {
  click.preventDefault();
  begin();
  answer("", gettext("Only one play lets you go out before the others, whatever they do. Which one?"));
  draw();
});
at("show-solution")?.addEventListener("click", (click) => {
  click.preventDefault();
  at("solution").hidden = false;
  at("show-solution").remove();
});

if (!location.search.includes("play=")) {
  begin();
  draw(false);
}
install(document.querySelector("[data-worker]").dataset.worker, []);
