// What the phone remembers of a session besides what is unsent: what was read last, for a page that is opened without
// a network, and which hands were begun here, since only their recorder writes dealt cards into them.
const READ = "scorekeeper.read.";
const BEGUN = "scorekeeper.begun";

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
    // a full phone still keeps what is unsent
  }
}

// what others read on this phone is not for whoever reads now
export function recall(who) {
  const [person] = who.split(".");
  const others = Object.keys(localStorage).filter((key) => key.startsWith(READ) && !key.startsWith(`${READ}${person}.`));
  others.forEach((key) => localStorage.removeItem(key));
  return read(READ + who);
}

export const forget = (who) => localStorage.removeItem(READ + who);

export function begun(hand) {
  const hands = [...(read(BEGUN) ?? []), hand];
  localStorage.setItem(BEGUN, JSON.stringify(hands.slice(-50)));
}

export const beganHere = (hand) => (read(BEGUN) ?? []).includes(hand);
