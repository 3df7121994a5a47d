// Actions besides logging the next event: undo, object, stop recording plays, enter a score sheet, correct.
import * as dialogs from "./log_dialogs.js";

const at = (id) => document.getElementById(id);

// of: returns the session; store: runs a function that logs something and returns whether the browser could store it;
// drawAndSend: draws and sends what was logged; correct: opens a refused entry in the form
export function sessionActions({ of, page, store, drawAndSend, correct }) {
  // drop the last event as if it had never been logged
  function undo() {
    const session = of();
    const waiting = session.waiting.at(-1);
    const isLast = waiting && waiting.id === session.unsent.all.at(-1).id;
    const unsent = isLast && !(session.sending.busy && session.unsent.first.id === waiting.id); // otherwise it is being sent
    const removed = { changes: [{ operation: "remove", event: session.events.length }], reason: gettext("Logged by mistake") };
    if (!store(() => (unsent ? session.unsent.remove(waiting.id) : session.amend(removed, { adds: -1 })))) return;
    drawAndSend();
    if (at("undo").hidden) at("narration").focus();
  }

  function flag(event) {
    const session = of();
    const noted = (claim) => [session.hand.record.note, `${event.event}: ${claim}`].filter(Boolean).join("\n");
    const says = (claim) => (page.session ? session.dispute(event.event, claim) : session.amend({ keys: { note: noted(claim) } }));
    dialogs.wrong(event, (claim) => Boolean(claim) && store(() => says(claim)) && drawAndSend());
  }

  // stop logging plays: what was logged stays, the rest is unseen
  function sheet() {
    const session = of();
    const n = session.events.length;
    const runs = session.running && !session.position.over;
    const rest = (sheetData) => (n ? { changes: [{ operation: "insert", event: n + 1, text: "unseen" }], keys: sheetData } : { keys: { ...sheetData, events: null } });
    const records = (sheetData) => (runs ? session.amend(rest(sheetData), { adds: n ? 1 : 0 }) : session.begin(sheetData));
    dialogs.sheet(session, (sheetData) => store(() => records(sheetData)) && drawAndSend());
  }

  function own() {
    const session = of();
    const { deck, names, dealt } = session;
    const all = (seat, cards) => names.map((_, place) => (place + 1 === seat ? cards.join(" ") : (dealt?.[place] ?? null)));
    dialogs.dealt({ deck, names, sheet: page.cards }, (seat, cards) => store(() => session.amend({ keys: { dealt: all(seat, cards) } })) && drawAndSend());
  }

  // actions for a refused entry
  function acts(entry) {
    const session = of();
    const then = (change) => () => {
      change();
      drawAndSend();
      at("narration").focus();
    };
    const leave = ["leave", then(() => session.leave(entry))];
    if (entry.text === undefined) return [leave];
    if (entry.stopped.code === "event-gap") return [["after", then(() => session.follow(entry))], leave];
    return [["correct", () => correct(entry)], leave];
  }

  return { undo, flag, sheet, own, acts };
}
