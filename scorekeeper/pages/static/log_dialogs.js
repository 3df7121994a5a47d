// Actions besides logging the next event: undo, object, enter a score sheet or the cards dealt.
import { figure, word } from "./log_drawing.js";

const at = (id) => document.getElementById(id);

// show a dialog, and pass the form on when it is submitted
export function ask(id, submitted) {
  const dialog = at(id);
  const form = dialog.querySelector("form");
  form.reset();
  form.onsubmit = (submit) => {
    submit.preventDefault();
    if (submitted(form, submit.submitter) === false) return;
    dialog.close();
    if (document.activeElement === document.body) at("narration").focus(); // the button that opened it may have been redrawn
  };
  form.querySelector("[data-cancel]").onclick = () => dialog.close();
  if (!dialog.open) dialog.showModal();
}

// write the totals beside the names of the score sheet
export function showTotals({ totals }) {
  at("score-only").querySelectorAll(".count-row .total").forEach((cell, place) => (cell.textContent = totals ? figure(totals[place]) : ""));
}

// of: returns the session; store: runs a function that logs something and returns whether the browser could store it;
// drawAndSend: draws and sends what was logged; correct: opens a refused entry in the form
export function sessionActions({ of, page, store, drawAndSend, correct }) {
  // drop the last event as if it had never been logged
  function undo() {
    const session = of();
    if (!session.events.length) return;
    const waiting = session.waiting.at(-1);
    const isLast = waiting && waiting.id === session.unsent.all.at(-1).id;
    const unsent = isLast && !(session.sending.busy && session.unsent.first.id === waiting.id); // otherwise it is being sent
    const removed = { changes: [{ operation: "remove", event: session.events.length }], reason: word("logged-by-mistake") };
    if (store(() => (unsent ? session.unsent.remove(waiting.id) : session.amend(removed, { adds: -1 })))) drawAndSend();
  }

  function flag(event) {
    const session = of();
    const noted = (claim) => [session.hand.record.note, `${event.event}: ${claim}`].filter(Boolean).join("\n");
    const says = (claim) => (page.session ? session.dispute(event.event, claim) : session.amend({ keys: { note: noted(claim) } }));
    at("wrong-title").textContent = word("what-is-wrong", { n: event.event });
    ask("wrong", (form) => {
      const claim = form.elements.claim.value.trim();
      return Boolean(claim) && store(() => says(claim)) && drawAndSend();
    });
  }

  // stop logging plays: what was logged stays, the rest is unseen
  async function sheet() {
    const { askSheet } = await import("./log_sheet.js");
    const session = of();
    const n = session.events.length;
    const runs = session.running && !session.position.over;
    const rest = (sheetData) => (n ? { changes: [{ operation: "insert", event: n + 1, text: "unseen" }], keys: sheetData } : { keys: { ...sheetData, events: null } });
    const records = (sheetData) => (runs ? session.amend(rest(sheetData), { adds: n ? 1 : 0 }) : session.begin(sheetData));
    askSheet(session, (sheetData, button) => {
      if (!store(() => records(sheetData))) return false;
      drawAndSend();
      if (button?.name !== "again") return true;
      sheet();
      return false; // the dialog stays open for the next hand
    });
    showTotals(session);
  }

  async function own() {
    const { askDealt } = await import("./log_sheet.js");
    const session = of();
    const { deck, names, dealt } = session;
    const all = (seat, chosen) => names.map((_, place) => (place + 1 === seat ? chosen.join(" ") : (dealt?.[place] ?? null)));
    askDealt({ deck, names, sheet: page.cards }, (seat, chosen) => store(() => session.amend({ keys: { dealt: all(seat, chosen) } })) && drawAndSend());
  }

  // actions for a refused entry
  function acts(entry) {
    const session = of();
    const then = (change) => () => {
      change();
      drawAndSend();
      at("narration").focus();
    };
    const leave = then(() => session.leave(entry));
    if (entry.text === undefined) return [["leave", leave]];
    if (entry.stopped.code !== "event-gap") return [["correct", () => correct(entry)], ["leave", leave]];
    const replace = session.rival(entry) ? [["prevail", then(() => session.prevail(entry))]] : [];
    return [["after", then(() => session.follow(entry))], ["keep", leave], ...replace];
  }

  return { undo, flag, sheet, own, acts };
}
