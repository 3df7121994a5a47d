// The end of a hand: who won, points with their reasons, totals, what the referee found.
import { build, button, figure, plural, reasonText, sentence, word } from "./log_drawing.js";

const at = (id) => document.getElementById(id);
const signed = (points) => (points > 0 ? `+${points}` : figure(points));

// return what a seat's points are made of where every two seats settle: "11 cards left × 2 = 22"
function countedCards(lines, { cards_left: left }, seat) {
  const number = left?.[seat - 1];
  const points = lines[0]?.parameters?.mine;
  const paysAll = lines.some(({ parameters: { theirs, other } = {} }) => theirs === 0 && left?.[other - 1]);
  if (!number || !points || paysAll) return "";
  const cards = sentence({ template: number === 1 ? "1 card left" : "{number} cards left", parameters: { number } });
  return points === number ? cards : `${cards} × ${points / number} = ${points}`;
}

function lowestWins({ game, rules: { settlement } }) {
  return settlement ? settlement === "penalties" : game.lowest_wins;
}

// draw what can be done besides the next hand
function drawActions({ hand, events, unsent, session }) {
  const { replay } = at("log").dataset;
  at("last-card").hidden = !session.game.melding || /\blucky\b/.test(events.at(-1) ?? "") || Boolean(hand?.adjudication.points);
  at("replay").hidden = !replay;
  const hasPlays = events.some((text) => text !== "unseen");
  for (const one of document.querySelectorAll("[data-plays]")) one.hidden = !hasPlays;
  at("replay").textContent = word(hasPlays ? "replay" : "see-the-hand");
  const isStored = replay && hand && !unsent.length;
  at("replay").ariaDisabled = isStored ? null : "true";
  if (isStored) at("replay").href = replay.replace(/[0-9a-f-]{36}/, hand.id);
  else at("replay").removeAttribute("href");
}

export function drawResult(view) {
  const { hand, names, totals, over, show, session } = view;
  drawActions(view);
  const judged = hand?.adjudication;
  const ended = judged && (judged.status !== "unfinished" || judged.annulled) ? judged : null;
  at("complete").hidden = ended?.status !== "finished" || ended.annulled || Boolean(ended.points) || session.game.melding || session.isScored;
  const unknown = ended?.annulled ? "–" : "?";
  const winners = names.filter((_, seat) => ended?.places?.[seat] === 1);
  at("winner").textContent = !ended ? word("over") : ended.status === "washed-out" ? word("nobody-won-the") : winners.length ? plural("names-won-hand", winners.length, { names: winners.join(", "), n: ended.number }) : word("over");
  const reasons = (seat) => {
    const lines = (ended?.lines ?? []).filter((line) => line.seat === seat);
    const texts = [countedCards(lines, ended ?? {}, seat), ...lines.map((line) => reasonText(line))].map((text) => text && build("small", "", text));
    return texts.length < 6 ? texts : [build("details", "", build("summary", "", build("small", "", word("how-the-points", { name: names[seat - 1] }))), ...texts)];
  };
  const line = (name, place) => build("tr", ended?.places?.[place] === 1 ? "won" : "", build("th", "", name, ...reasons(place + 1)), build("td", "", ended?.points ? signed(ended.points[place]) : unknown), build("td", "total", totals ? figure(totals[place]) : "?"));
  at("results").replaceChildren(...names.map(line));
  for (const cell of at("results").querySelectorAll("th")) cell.scope = "row";
  at("wins").textContent = over ? word("the-game-is-over") : lowestWins(session) ? word("the-lowest-total") : "";
  const events = ended?.events ?? [];
  const plays = events.filter(({ text }) => text !== "unseen"); // so the score sheet stops a hand
  const rest = ended?.points && (plays.length < events.length ? "the-rest-only" : events.length ? "" : "only-the-score");
  const leads = (verdict, name) => {
    const [first, ...others] = plays.filter((event) => event.verdict === verdict);
    const n = others.length + 1;
    return first ? [" ", Object.assign(button(plural(name, n, { n }), () => show(first.event)), { className: "link" })] : [];
  };
  const found = [...leads("illegal", "n-plays-were"), ...leads("unproven", "n-plays-cannot")];
  at("verdicts").replaceChildren(ended ? "" : word("the-points-follow"), ...found, plays.length && !found.length ? word("every-play-was") : "", rest ? ` ${word(rest, { n: plays.length })}` : "");
}
