// Which puzzles were solved in this browser.
const KEY = "puzzles-solved";
const MOST = 2000;

export function solved() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return []; // no storage, or not ours
  }
}

export function noteSolved(id) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved().filter((one) => one !== id), id].slice(-MOST)));
  } catch {
    // it is forgotten
  }
}
