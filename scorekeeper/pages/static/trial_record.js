// The record of a game that is stored in this browser: for a form, as a file, as a picture.
import { isScored } from "./log_store.js";
import { KEY, amended, headOf, readTrial } from "./trial_store.js";

const isLogged = (record) => Boolean(record.events?.length) || isScored(record);

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

// return the stored games in which something was logged
export function listTrials() {
  const variants = Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map((key) => key.slice(KEY.length));
  return variants.map(readTrial).filter((trial) => trial?.hands?.some(({ record }) => isLogged(record)));
}

// write the record of a game, and the number of its last hand, into a form that sends it; return the record
export function fill(form, trial) {
  const record = recordOf(trial);
  form.elements.record.value = JSON.stringify(record);
  form.elements.hand.value = record.hands.length;
  return record;
}

export const saveRecord = (record) => save(JSON.stringify(record, null, 1), `${record.variant}-${record.played_on}.json`, "application/json");

// share the picture that the form gives, with the share sheet of a phone where there is one, else as a file
export async function sharePicture(form, address) {
  const response = await fetch(address, { method: "POST", body: new FormData(form) });
  if (!response.ok) return;
  const [, name] = response.headers.get("Content-Disposition").match(/filename="(.*)"/);
  const picture = new File([await response.blob()], name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [picture] })) save(picture, name, picture.type);
  else await navigator.share({ files: [picture] }).catch(() => {}); // closed without sharing
}

function save(content, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
