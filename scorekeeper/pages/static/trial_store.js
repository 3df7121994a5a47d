// The games that are logged without an account: each is stored in this browser only, one for each variant, as
// {id, variant, players, played_on, hands, totals, over, version}.
export const KEY = "scorekeeper.trial.";
const FORMAT = "session-record/1";

export function readTrial(variant) {
  try {
    return JSON.parse(localStorage.getItem(KEY + variant) ?? "null");
  } catch {
    return null;
  }
}

// forget a game, and what of it waits to be judged
export function removeTrial(variant) {
  localStorage.removeItem(`scorekeeper.unsent.${readTrial(variant)?.id}`);
  localStorage.removeItem(KEY + variant);
}

export const writeTrial = (trial) => localStorage.setItem(KEY + trial.variant, JSON.stringify(trial));

// return a game's address, whose names stand after the #, so that no server sees them
export const withNames = (address, names) => `${address}#${names.map(encodeURIComponent).join(",")}`;
export const namesIn = (hash) => hash.slice(1).split(",").filter(Boolean).map(decodeURIComponent);

// return the record of a hand after an amendment, as the API applies it
export function amended(record, { changes = [], keys = {} }) {
  const events = [...(record.events ?? [])];
  for (const { operation, event, text } of changes) events.splice(event - 1, operation === "insert" ? 0 : 1, ...(operation === "remove" ? [] : [text]));
  const all = { ...record, ...(changes.length && { events }), ...keys };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

export const headOf = ({ variant, players, played_on: day }) => ({ format: FORMAT, variant, players, played_on: day });
