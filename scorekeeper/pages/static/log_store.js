// What the phone stores of a session: the last version that was read, for opening the page offline; the hands that were
// begun here, since only their recorder may write dealt cards; and the entries that the API has not acknowledged yet.
const READ = "scorekeeper.read.";
const BEGUN = "scorekeeper.begun";
const OWN = "scorekeeper.own";

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
};

export function remember(who, what) {
  try {
    localStorage.setItem(READ + who, JSON.stringify(what));
  } catch {
    // storage is full: unsent entries matter more
  }
}

// another user of this phone must not see it
export function recall(who) {
  const [person] = who.split(".");
  const others = Object.keys(localStorage).filter((key) => key.startsWith(READ) && !key.startsWith(`${READ}${person}.`));
  others.forEach((key) => localStorage.removeItem(key));
  return read(READ + who);
}

export const forget = (who) => localStorage.removeItem(READ + who);

export function rememberBegun(hand) {
  const hands = [...(read(BEGUN) ?? []), hand];
  localStorage.setItem(BEGUN, JSON.stringify(hands.slice(-50)));
}

export const beganHere = (hand) => (read(BEGUN) ?? []).includes(hand);

// return the events of a hand that were logged on this phone, by number
export function ownEvents(hand) {
  const own = read(OWN);
  return own?.hand === hand ? own.events : {};
}

export function rememberOwn(hand, number, text) {
  try {
    localStorage.setItem(OWN, JSON.stringify({ hand, events: { ...ownEvents(hand), [number]: text } }));
  } catch {
    // storage is full: undo asks first, as for an event of another phone
  }
}

// Every unsent entry has an id, by which the service recognizes an entry that is sent twice.
export function newId() {
  // crypto.randomUUID needs https, but a club's own server may use http
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Unsent {
  // an entry: a hand that is opened {id, hand, opens, sheet}, an event of one {id, hand, text, after}, a correction
  // {id, hand, amend, after, adds} or a dispute {id, hand, dispute}
  // by: who logs now, a user or "link", whom each entry names; sender: in whose name it would be sent, another user once
  // somebody else has signed in in this browser
  constructor(session, by) {
    this.key = `scorekeeper.unsent.${session}`;
    this.by = this.sender = by;
  }

  get all() {
    return JSON.parse(localStorage.getItem(this.key) ?? "[]");
  }

  get first() {
    return this.all[0];
  }

  // whether somebody else logged on this phone
  get foreign() {
    return this.all.some(({ by = this.by }) => by !== this.sender);
  }

  get isSwitched() {
    return this.by !== this.sender;
  }

  // return the entry to send now, if any
  get next() {
    return this.first?.stopped || this.foreign ? undefined : this.first;
  }

  adopt() {
    this.by = this.sender;
    this.#keep(this.all.map((entry) => ({ ...entry, by: this.by })));
  }

  of(hand) {
    return this.all.filter((entry) => entry.hand === hand && entry.text !== undefined);
  }

  // return how many events a hand will have when all entries are stored; undefined if none waits
  end(hand) {
    const last = this.all.findLast((entry) => entry.hand === hand && entry.after !== undefined);
    return last && last.after + (last.text === undefined ? last.adds : 1);
  }

  add(entry) {
    this.#keep([...this.all, { ...entry, by: this.by }]);
  }

  remove(id) {
    this.#keep(this.all.filter((entry) => entry.id !== id));
  }

  change(id, changes) {
    this.#keep(this.all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  }

  // let the entries of a hand belong to another one, except the one that opens it
  move(hand, other) {
    this.#keep(this.all.filter(({ id }) => id !== hand).map((entry) => (entry.hand === hand ? { ...entry, hand: other } : entry)));
  }

  #keep(entries) {
    if (entries.length) localStorage.setItem(this.key, JSON.stringify(entries));
    else localStorage.removeItem(this.key);
  }
}

// return whether a score sheet has the result of its hand
export const isScored = (sheet) => ["cards_left", "out", "finisher", "washed_out"].some((key) => (sheet?.[key] ?? null) !== null);
