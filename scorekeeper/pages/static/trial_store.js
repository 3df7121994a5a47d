// The games that are logged without an account: each is stored in this browser only, one for each variant, as
// {id, variant, players, played_on, hands, totals, over, version}.
const KEY = "scorekeeper.trial.";
const FORMAT = "session-record/1";

export function readTrial(variant) {
  try {
    return JSON.parse(localStorage.getItem(KEY + variant) ?? "null");
  } catch {
    return null;
  }
}

export const writeTrial = (trial) => localStorage.setItem(KEY + trial.variant, JSON.stringify(trial));

// return the stored games in which something was logged
export function listTrials() {
  const variants = Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map((key) => key.slice(KEY.length));
  return variants.map(readTrial).filter((trial) => trial?.hands?.some(({ record }) => isLogged(record)));
}

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

const SCORED = ["cards_left", "out", "finisher", "washed_out"];
const isLogged = (record) => Boolean(record.events?.length) || SCORED.some((key) => (record[key] ?? null) !== null);

// return the hands of a game with what waits to be judged
function withWaiting(hands, entries) {
  const records = new Map(hands.map(({ id, record }) => [id, record]));
  for (const { id, hand, opens, sheet, text, amend, stopped } of entries) {
    const record = records.get(hand);
    if (opens) records.set(id, { ...sheet });
    else if (record && !stopped && text !== undefined) records.set(hand, { ...record, events: [...(record.events ?? []), text] });
    else if (record && !stopped && amend) records.set(hand, amended(record, amend));
  }
  return [...records.values()];
}

// return a game as a session record, without hands in which nothing was logged
export function recordOf({ variant, players, played_on: day, id, hands }) {
  const entries = JSON.parse(localStorage.getItem(`scorekeeper.unsent.${id}`) ?? "[]");
  return { ...headOf({ variant, players, played_on: day }), hands: withWaiting(hands, entries).filter(isLogged) };
}

export const headOf = ({ variant, players, played_on: day }) => ({ format: FORMAT, variant, players, played_on: day });
