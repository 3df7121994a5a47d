// Actions besides logging the next event: undo, object, stop recording plays, enter a score sheet, correct.
import * as dialogs from "./log_dialogs.js";

const at = (id) => document.getElementById(id);

// of: the session; kept: runs what logs and returns whether the browser stored it; drawn: shows and sends it
export function acting({ of, page, kept, drawn, correct }) {
  // drop the last event as if it had never been logged
  function undo() {
    const session = of();
    const waiting = session.waiting.at(-1);
    const isLast = waiting && waiting.id === session.unsent.all.at(-1).id;
    const unsent = isLast && !(session.sending.busy && session.unsent.first.id === waiting.id); // otherwise it is being sent
    const removed = { changes: [{ operation: "remove", event: session.events.length }], reason: gettext("Logged by mistake") };
    if (!kept(() => (unsent ? session.unsent.remove(waiting.id) : session.amend(removed, { adds: -1 })))) return;
    drawn();
    if (at("undo").hidden) at("narration").focus();
  }

  function flag(event) {
    const session = of();
    const noted = (claim) => [session.hand.record.note, `${event.event}: ${claim}`].filter(Boolean).join("\n");
    const says = (claim) => (page.session ? session.dispute(event.event, claim) : session.amend({ keys: { note: noted(claim) } }));
    dialogs.wrong(event, (claim) => Boolean(claim) && kept(() => says(claim)) && drawn());
  }

  // stop logging plays: what was logged stays, the rest is unseen
  function sheet() {
    const session = of();
    const n = session.events.length;
    const runs = session.running && !session.position.over;
    const rest = (said) => (n ? { changes: [{ operation: "insert", event: n + 1, text: "unseen" }], keys: said } : { keys: { ...said, events: null } });
    const records = (said) => (runs ? session.amend(rest(said), { adds: n ? 1 : 0 }) : session.begin(said));
    dialogs.sheet(session, (said) => kept(() => records(said)) && drawn());
  }

  function own() {
    const session = of();
    const { deck, names, dealt } = session;
    const all = (seat, cards) => names.map((_, place) => (place + 1 === seat ? cards.join(" ") : (dealt?.[place] ?? null)));
    dialogs.dealt({ deck, names, sheet: page.cards }, (seat, cards) => kept(() => session.amend({ keys: { dealt: all(seat, cards) } })) && drawn());
  }

  // actions for a refused entry
  function acts(entry) {
    const session = of();
    const then = (change) => () => {
      change();
      drawn();
      at("narration").focus();
    };
    const leave = ["leave", then(() => session.leave(entry))];
    if (entry.text === undefined) return [leave];
    if (entry.stopped.code === "event-gap") return [["after", then(() => session.follow(entry))], leave];
    return [["correct", () => correct(entry)], leave];
  }

  return { undo, flag, sheet, own, acts };
}
