// What the phone remembers of a session besides what is unsent: what was read last, for a page that is opened without
// a network, and which hands were begun here, since only their recorder writes dealt cards into them.
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
    localStorage.setItem(`scorekeeper.read.${who}`, JSON.stringify(what));
  } catch {
    // a full phone still keeps what is unsent
  }
}

export const recall = (who) => read(`scorekeeper.read.${who}`);
export const forget = (who) => localStorage.removeItem(`scorekeeper.read.${who}`);

export function begun(hand) {
  const hands = [...(read(BEGUN) ?? []), hand];
  localStorage.setItem(BEGUN, JSON.stringify(hands.slice(-50)));
}

export const beganHere = (hand) => (read(BEGUN) ?? []).includes(hand);
