// What the phone stores of a session besides unsent entries: the last version that was read, for opening the page
// offline, and the hands that were begun here, since only their recorder may write dealt cards.
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
