// Marks the puzzles that were solved in this browser.
import { solved } from "./puzzle_store.js";

const done = new Set(solved());
for (const line of document.querySelectorAll("[data-puzzle]")) {
  if (done.has(line.dataset.puzzle)) line.querySelector(".badge").hidden = false;
}
