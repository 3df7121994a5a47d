// Logging without an account: answers what the logger asks of the API from this browser's storage.  The judgements come
// from the referee's open address, which stores nothing; without a network the entries wait, as those of a club do.
import { Refusal, asking } from "./log_network.js";
import { Session } from "./log_session.js";
import { forget, newId } from "./log_store.js";
import { amended, headOf, namesIn, readTrial, writeTrial } from "./trial_store.js";

const JUDGE = "adjudicate/?live=true";
const ANYBODY = { credentials: "omit", headers: () => ({}) };
const READ = "scorekeeper.read.";
const at = (id) => document.getElementById(id);

// return the day here and now, such as 2026-03-01
function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

class Trial {
  #judge;
  #last = {}; // the last question to the referee, and its answer: a play is mostly logged as it was tried

  constructor(root, variant) {
    this.#judge = asking(root, ANYBODY);
    this.variant = variant;
    this.ask = this.ask.bind(this);
  }

  get stored() {
    return readTrial(this.variant);
  }

  // answer like the API's routes of a session and its hands
  async ask(path, { body, known, signal } = {}) {
    const [noun, id, part] = path.split(/[/?]/);
    const { stored } = this;
    if (noun === "hands") return this.#askHand(stored.hands.find((hand) => hand.id === id), part, { body, known, signal, dry: path.endsWith("dry_run=true") });
    if (part === "record") return { answer: { players: stored.players } };
    if (part === "hands") return body ? this.#open(body) : { answer: { results: stored.hands, next: null } };
    const { variant, hands, totals, over, version } = stored;
    return versioned({ id, variant, house_rules: {}, hands: hands.length, totals, over }, version, known);
  }

  #askHand(hand, part, { body, known, signal, dry }) {
    if (!hand) throw new Refusal(409, { code: "event-gap", detail: "" }); // another tab has begun a new game
    if (!body) return versioned(hand, hand.revision.number, known);
    return part === "amendments" ? this.#amend(hand, body) : this.#append(hand, body, { signal, dry });
  }

  async #open({ id, ...record }) {
    const { hands } = this.stored;
    const known = hands.find((hand) => hand.id === id);
    return answered(known ?? (await this.#revise({ id, position: hands.length + 1, events: [], revision: { number: 0 } }, record)));
  }

  async #append(hand, { after, events }, { signal, dry }) {
    const isNew = ({ id }) => !hand.events.includes(id);
    const added = events.filter(isNew);
    const { events: texts = [] } = hand.record;
    if (!added.length) return answered(hand);
    if (after + events.length - added.length !== texts.length) throw new Refusal(409, { code: "event-gap", detail: "" });
    const record = { ...hand.record, events: [...texts, ...added.map(({ text }) => text)] };
    if (dry) return { answer: await this.#judged(hand, record, signal) };
    return answered(await this.#revise({ ...hand, events: [...hand.events, ...added.map(({ id }) => id)] }, record));
  }

  async #amend(hand, amendment) {
    const { answer, etag } = answered(await this.#revise(hand, amended(hand.record, amendment)));
    return { answer: { hand: answer }, etag };
  }

  // return the last hand with another record, and the referee's answer to it
  async #judged(hand, record, signal) {
    const earlier = this.stored.hands.filter(({ position }) => position < hand.position).map((one) => one.record);
    const body = { ...headOf(this.stored), hands: [...earlier, record] };
    const question = JSON.stringify(body);
    if (this.#last.question !== question) this.#last = { question, ...(await this.#judge(JUDGE, { body, signal })) };
    const { hands, rules, situation, totals, over } = this.#last.answer;
    return { ...hand, record, adjudication: hands[0], rules, situation, totals, over };
  }

  // store the next version of the last hand
  async #revise(hand, record) {
    const { totals, over, ...judged } = await this.#judged(hand, record);
    const { stored } = this;
    const others = stored.hands.filter(({ id }) => id !== hand.id);
    const now = stored.hands.find(({ id }) => id === hand.id) ?? { revision: { number: 0 } };
    const isLast = others.every(({ position }) => position < hand.position);
    if (!isLast || now.revision.number !== hand.revision.number) throw new Refusal(409, { code: "event-gap", detail: "" }); // another tab was first
    const next = { ...judged, revision: { number: hand.revision.number + 1 } };
    writeTrial({ ...stored, hands: [...others, next], totals, over, version: stored.version + 1 });
    return next;
  }
}

const answered = (hand) => ({ answer: hand, etag: `${hand.revision.number}` });
const versioned = (answer, version, known) => ({ answer: `${version}` === known ? null : answer, etag: `${version}` });

export function openTrial(root, games, { trial: variant, names }) {
  const who = `trial.${variant}`;
  const chosen = location.hash ? namesIn(location.hash) : names.split(", ");
  if (!readTrial(variant)) begin(variant, chosen); // a link with names ends no game: the page that begins one does
  if (location.hash) history.replaceState(null, "", location.pathname);
  forget(who); // what the logger stored of it: here the game itself is stored
  const trial = new Trial(root, variant);
  offer(trial);
  const read = Object.entries(localStorage).filter(([key]) => key.startsWith(READ));
  const session = new Session(trial.ask, games, { id: trial.stored.id, who, identify: () => "trial" });
  read.forEach(([key, value]) => localStorage.setItem(key, value)); // the session forgets what other users read, but this game is nobody's
  return session;
}

function begin(variant, players) {
  try {
    writeTrial({ id: newId(), variant, players, played_on: today(), hands: [], totals: null, over: false, version: 1 });
  } catch (error) {
    document.querySelector("[data-notice=full]").hidden = false; // nothing can be stored
    throw error;
  }
}

// the record, as a file, a picture or a replay: the script for it is loaded when it is needed
function offer(trial) {
  const script = new URL("./trial_record.js", import.meta.url);
  const use = (act) => async (event) => {
    event.preventDefault();
    const record = await import(script);
    act(record, record.fill(at("keep"), trial.stored));
  };
  at("keep").onsubmit = use(() => at("keep").submit());
  at("share").onclick = use(({ sharePicture }) => sharePicture(at("keep"), at("share").dataset.address).catch(() => {})); // without a network there is none
  for (const button of document.querySelectorAll("[data-file]")) button.onclick = use(({ saveRecord }, record) => saveRecord(record));
  navigator.serviceWorker?.ready.then(() => fetch(script)).catch(() => {}); // stored, for a time without a network
}
