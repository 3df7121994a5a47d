// Writes the event as text: tapping a card or a button changes the text that somebody could have typed.
const VERB = /^(calls\s+)?(discards|draws|chi|pong|gan|hu|lucky|gives)\b\s*/;
const SINGLE = new Set(["discards", "draws", "gives", "lucky"]);
const CLAIMS = new Set(["chi", "pong", "gan", "hu"]);
const TAIL = /\s*(\blast|\bto\s+\d+)\s*$/;

// parse into {calls, verb, cards, tail}
export function parted(text) {
  const said = text.trim().replace(/^\d+\s*:\s*/, "");
  const [prefix = ""] = said.match(VERB) ?? [];
  const [tail = ""] = said.match(TAIL) ?? [];
  const cards = said.slice(prefix.length, said.length - tail.length).split(/\s+/).filter(Boolean);
  const words = prefix.trim().split(/\s+/).filter(Boolean);
  return { calls: words[0] === "calls", verb: words.at(-1) ?? "", cards, tail: tail.trim() };
}

export function joined({ calls, verb, cards, tail }) {
  return [calls && "calls", verb, ...cards, tail].filter(Boolean).join(" ");
}

// add one copy of this card; after the last copy, remove all
export function withCard(text, face, { most, verb = "", to = null }) {
  const said = parted(["pass", "unseen", "takes back"].includes(text.trim()) ? "" : text);
  const doing = said.verb || said.cards.length ? said.verb : verb;
  const tail = doing === "gives" && to ? `to ${to}` : said.tail;
  const there = said.cards.filter((one) => one === face).length;
  if (SINGLE.has(doing)) return joined({ ...said, verb: doing, tail, cards: there ? [] : [face] });
  const claimed = CLAIMS.has(doing) && said.cards[0] === face ? 1 : 0; // the claimed card is not from the hand
  if (face !== "?" && there >= Math.max(1, most + claimed)) return joined({ ...said, cards: said.cards.filter((one) => one !== face) });
  return joined({ ...said, verb: doing, tail, cards: [...said.cards, face] });
}

export function withoutLast(text) {
  const said = parted(text);
  return said.cards.length ? joined({ ...said, cards: said.cards.slice(0, -1) }) : "";
}

// change the verb; a claim begins with the claimed card
export function withVerb(text, verb, { offered = null, to = null } = {}) {
  const said = parted(text);
  const claims = CLAIMS.has(verb);
  const wasClaim = CLAIMS.has(said.verb);
  let cards = claims === wasClaim ? said.cards : [];
  if (claims && offered && !wasClaim) cards = [offered];
  if (claims && offered && verb === "pong" && cards.length < 2) cards = [offered, offered, offered];
  if (claims && offered && verb === "gan" && cards.length < 2) cards = [offered, offered, offered, offered];
  return joined({ calls: claims && said.calls, verb, cards: SINGLE.has(verb) ? cards.slice(0, 1) : cards, tail: verb === "gives" && to ? `to ${to}` : "" });
}

export const withLast = (text) => joined({ ...parted(text), tail: parted(text).tail === "last" ? "" : "last" });
export const withCalls = (text) => joined({ ...parted(text), calls: !parted(text).calls });
export const withNextMeld = (text) => joined({ ...parted(text), cards: [...parted(text).cards, "/"] });
