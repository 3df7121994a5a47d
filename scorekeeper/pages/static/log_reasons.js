// The rule behind a verdict in the logger, and the table as a question to the referee.
import { following } from "./log_position.js";
import { mark } from "./reasons.js";

const { rules, ask } = document.getElementById("log").dataset;

// write the value of a house rule as an address has it
function written(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.map((one) => (Array.isArray(one) ? one.join(":") : one)).join(" ") : String(value);
}

const houseRules = ({ house_rules: chosen }) => Object.entries(chosen ?? {}).map(([name, value]) => [`rule-${name}`, written(value)]);
const address = (root, { variant }, path, query) => [`${root}${variant}/${path}`, new URLSearchParams(query)].filter(String).join("?");

// return the mark of a rule, closed; nothing without a rule
function ruleMark({ details }, rule, kind) {
  if (!rule) return null;
  const why = mark(document.getElementById("why").content.firstElementChild, rule, kind);
  why.dataset.sentences = address(rules, details, "sentences.json", houseRules(details));
  why.querySelector("a").href = `${address(rules, details, "", houseRules(details))}#${rule}`;
  return why;
}

// show the rule behind the verdict that the page says
export function showRule(session, { cited, combination, verdict }) {
  const box = document.getElementById("because");
  const why = verdict ? ruleMark(session, cited, combination) : null;
  const { rule, kind } = box.firstChild?.dataset ?? {};
  if (!why && box.firstChild?.open && document.querySelector("[name=text]").value.trim()) return; // its verdict is asked again
  if (why && rule === why.dataset.rule && kind === why.dataset.kind) return; // it may be open
  box.replaceChildren(...[why].filter(Boolean));
}

// put a mark beside every verdict of the list, and the table into the link that asks about it
export function drawReasons({ hand, session }) {
  for (const { event, combination } of hand?.adjudication.events ?? []) {
    const verdict = document.querySelector(`#events > [value="${event}"] > .verdict`);
    const why = verdict?.nextElementSibling?.matches(".why") ? null : ruleMark(session, hand.rules?.[event - 1], combination);
    if (why) verdict?.after(why);
  }
  const [link, address] = [document.getElementById("ask"), question(session)];
  link.href = address;
  link.hidden = !address;
}

// return the address that asks about the table; empty where nothing can be asked
function question({ details, names, position, deck, dealt, events, openingCard }) {
  const { standing, offer, counts, due, over } = position ?? {};
  if (!position || over || due.must === "give" || due.must === "discard") return "";
  const stands = due.must === "lead" ? [] : (standing?.cards ?? []);
  const [isKnown, next] = [dealt?.[due.seat - 1]?.includes("?") === false, due.seat && following(position, due.seat)[0]];
  const holding = isKnown ? [...deck.possible(due.seat, { events, dealt })].flatMap(([face, n]) => Array(n).fill(face)) : [];
  const facts = offer
    ? { players: names.length, offered: offer.card, offered_by: offer.seat, drawn: offer.drawn && "on" }
    : { standing: stands.includes("?") ? "" : stands.join(" "), hand: holding.join(" "), next_holds: next && counts[next - 1], opening: !events.length && openingCard && "on" };
  return address(ask, details, "", [...Object.entries(facts).filter(([, fact]) => fact), ...houseRules(details)]);
}
