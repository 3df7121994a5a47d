// The referee's sentences: in English as they are, in other languages from their templates.
const SEATS = new Set(["seat", "holder", "turn", "giver", "receiver", "to", "source", "other", "drawer", "finisher", "payer"]);
const BLANK = /([Ss]eat )?\{(\w+)\}/g;

let phrases = {};

export async function learn(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok) phrases = await answer.json();
  } catch (unreachable) {
    phrases = {};
  }
}

export const knows = (reason) => Boolean(reason.template) && reason.template in phrases;

// return a sentence with names instead of seat numbers; a parameter may be a sentence itself
export function sentence({ template, parameters }, names, signs) {
  return (phrases[template] ?? template).replace(BLANK, (_, seat = "", name) => {
    const value = parameters[name] ?? "?";
    if (value.template !== undefined) return seat + sentence(value, names, signs);
    if (SEATS.has(name)) return names[value - 1] ?? String(value);
    if (name === "kinds") return value.split(", ").map((kind) => phrases[kind] ?? kind).join(", ");
    return signs(String(value));
  });
}
