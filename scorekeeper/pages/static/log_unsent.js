// Entries that the API has not acknowledged yet.  The browser stores them, so that neither a lost connection nor a
// closed page loses one.  Each has an id, by which the service recognizes an entry that is sent twice.

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
  constructor(session) {
    this.key = `scorekeeper.unsent.${session}`;
  }

  get all() {
    return JSON.parse(localStorage.getItem(this.key) ?? "[]");
  }

  get first() {
    return this.all[0];
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
    this.#keep([...this.all, entry]);
  }

  remove(id) {
    this.#keep(this.all.filter((entry) => entry.id !== id));
  }

  change(id, changes) {
    this.#keep(this.all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  }

  // renumber the entries to follow the stored events that the user has seen
  follow(hand, stored) {
    let after = stored;
    const follows = (entry) => {
      const renumbered = { ...entry, after, stopped: undefined };
      after += entry.text === undefined ? entry.adds : 1;
      return renumbered;
    };
    this.#keep(this.all.map((entry) => (entry.hand === hand && (entry.text !== undefined || entry.amend) ? follows(entry) : entry)));
  }

  #keep(entries) {
    if (entries.length) localStorage.setItem(this.key, JSON.stringify(entries));
    else localStorage.removeItem(this.key);
  }
}
