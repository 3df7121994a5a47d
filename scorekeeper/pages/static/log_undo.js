// Undo: the last event, and an unsent one with those after it.  Loaded when something is undone.
import { seatOf } from "./log_cards.js";
import { actionText, playerOf, plural, word } from "./log_drawing.js";
import { beganHere, ownEvents } from "./log_store.js";

const SHEET = ["cards_left", "out", "winner", "blocked", "pays_all", "finisher", "exposed", "concealed", "lucky", "washed_out"];
const at = (id) => document.getElementById(id);

// Drop the last event as if it had never been logged, and the score sheet with it.  What was logged on another phone is
// dropped only if the user says so.
export function undo(logger) {
  const seat = removeLast(logger);
  if (seat === undefined) return;
  logger.remember(seat);
  logger.drawAndSend();
}

// Take back an unsent event.  Those after it followed from it, so they are taken back, too.
export function takeBack(logger, { id }) {
  const session = logger.of();
  const place = () => session.waiting.findIndex((entry) => entry.id === id);
  const n = session.waiting.length - place() - 1;
  if (place() < 0 || (n && !confirm(plural("and-later", n, { n })))) return;
  let seat;
  while (place() >= 0 && (seat = removeLast(logger)) !== undefined);
  logger.remember(seat);
  logger.drawAndSend();
  (at("events").querySelector(".flag") ?? at("book")).focus();
}

// remove the last event; return its seat, null if it had none, undefined if it stays
function removeLast({ of, store }) {
  const session = of();
  const { events, number, unsent } = session;
  const last = events.at(-1);
  const keys = Object.fromEntries(SHEET.filter((key) => (session.sheet[key] ?? null) !== null).map((key) => [key, null]));
  const completes = session.isScored && last && last !== "unseen"; // the sheet came after the last play
  const what = last && !completes ? [playerOf(last), actionText(last)].filter(Boolean).join(" ") : word("sheet-of-hand", { n: number });
  const isOwn = last ? session.waiting.length > 0 || ownEvents(session.running)[events.length] === last : beganHere(session.running);
  if (!isOwn && !confirm(word("logged-elsewhere", { event: what }))) return undefined;
  const waiting = unsent.all.at(-1);
  const isUnsent = waiting && waiting.id === session.waiting.at(-1)?.id && !waiting.tried; // otherwise it may have arrived
  const removed = completes ? { keys } : last ? { changes: [{ operation: "remove", event: events.length }], keys } : { keys: { ...keys, events: [] } };
  const amend = () => session.amend({ ...removed, reason: word("logged-by-mistake") }, { adds: last && !completes ? -1 : 0 });
  return store(() => (isUnsent ? unsent.remove(waiting.id) : amend())) ? seatOf(last ?? "") : undefined;
}
