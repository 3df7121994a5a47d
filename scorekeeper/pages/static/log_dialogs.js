// Actions besides logging the next event: undo, object, enter a score sheet or the cards dealt.
import { figure, word } from "./log_drawing.js";

const SHEET = ["cards_left", "out", "winner", "blocked", "finisher", "exposed", "concealed", "lucky", "washed_out"];
const at = (id) => document.getElementById(id);

// write the totals beside the names of the score sheet
export function showTotals({ totals }) {
  at("score-only").querySelectorAll(".count-row .total").forEach((cell, place) => (cell.textContent = totals ? figure(totals[place]) : ""));
}

// of: returns the session; store: runs a function that logs something and returns whether the browser could store it;
// drawAndSend: draws and sends what was logged
export function sessionActions({ of, page, store, drawAndSend }) {
  // drop the last event as if it had never been logged
  function undo() {
    const session = of();
    if (!session.events.length) return;
    const waiting = session.waiting.at(-1);
    const unsent = waiting && waiting.id === session.unsent.all.at(-1).id && !waiting.tried; // otherwise it may have arrived
    const keys = Object.fromEntries(SHEET.filter((key) => session.hand?.record[key] !== undefined).map((key) => [key, null])); // it goes with its last event
    const removed = { changes: [{ operation: "remove", event: session.events.length }], keys, reason: word("logged-by-mistake") };
    if (store(() => (unsent ? session.unsent.remove(waiting.id) : session.amend(removed, { adds: -1 })))) drawAndSend();
  }

  const dialog = (name) => async (...parts) => (await import("./log_sheet.js"))[name]({ of, page, store, drawAndSend }, ...parts);
  return { undo, flag: dialog("flag"), sheet: dialog("sheet"), own: dialog("own") };
}
