// Writes the event as text: tapping a card or a button changes the text that somebody could have typed.
const VERB = /^(calls\s+)?(discards|draws|chi|pong|gan|hu|lucky|gives)\b\s*/;
const SINGLE = new Set(["discards", "draws", "gives", "lucky"]);
const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);
const TAIL = /\s*(\blast|\bto\s+\d+)\s*$/;

// parse into {calls, verb, cards, tail}
export function parse(text) {
  const action = text.trim().replace(/^\d+\s*:\s*/, "");
  const [prefix = ""] = action.match(VERB) ?? [];
  const [tail = ""] = action.match(TAIL) ?? [];
  const cards = action.slice(prefix.length, action.length - tail.length).split(/\s+/).filter(Boolean);
  const words = prefix.trim().split(/\s+/).filter(Boolean);
  return { calls: words[0] === "calls", verb: words.at(-1) ?? "", cards, tail: tail.trim() };
}

export function format({ calls, verb, cards, tail }) {
  return [calls && "calls", verb, ...cards, tail].filter(Boolean).join(" ");
}

// add one copy of this card; after the last copy, remove all
export function withCard(text, face, { most, verb = "", to = null }) {
  const parts = parse(["pass", "unseen", "takes back"].includes(text.trim()) ? "" : text);
  const newVerb = parts.verb || parts.cards.length ? parts.verb : verb;
  const tail = newVerb === "gives" && to ? `to ${to}` : parts.tail;
  const count = parts.cards.filter((one) => one === face).length;
  if (SINGLE.has(newVerb)) return format({ ...parts, verb: newVerb, tail, cards: count ? [] : [face] });
  const claimed = CLAIMS.has(newVerb) && parts.cards[0] === face ? 1 : 0; // the claimed card is not from the hand
  if (face !== "?" && count >= Math.max(1, most + claimed)) return format({ ...parts, cards: parts.cards.filter((one) => one !== face) });
  return format({ ...parts, verb: newVerb, tail, cards: [...parts.cards, face] });
}

export function withoutLast(text) {
  const parts = parse(text);
  return parts.cards.length ? format({ ...parts, cards: parts.cards.slice(0, -1) }) : "";
}

// change the verb; a claim begins with the claimed card
export function withVerb(text, verb, { offered = null, to = null } = {}) {
  const parts = parse(text);
  const claims = CLAIMS.has(verb);
  const wasClaim = CLAIMS.has(parts.verb);
  let cards = claims === wasClaim ? parts.cards : [];
  if (claims && offered && !wasClaim) cards = [offered];
  if (claims && offered && verb === "pong" && cards.length < 2) cards = [offered, offered, offered];
  if (claims && offered && verb === "gan" && cards.length < 2) cards = [offered, offered, offered, offered];
  return format({ calls: claims && parts.calls, verb, cards: SINGLE.has(verb) ? cards.slice(0, 1) : cards, tail: verb === "gives" && to ? `to ${to}` : "" });
}

export const withLast = (text) => format({ ...parse(text), tail: parse(text).tail === "last" ? "" : "last" });
export const withCalls = (text) => format({ ...parse(text), calls: !parse(text).calls });
export const withNextMeld = (text) => format({ ...parse(text), cards: [...parse(text).cards, "/"] });
