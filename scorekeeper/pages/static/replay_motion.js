// Moves cards between two moments: each comes from where it lay before, or from the seat that played it unseen.
const MOTION = { duration: 450, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
const QUICK = 250; // milliseconds between steps that are only leafed through
export const still = matchMedia("(prefers-reduced-motion: reduce)");

let latest = -QUICK;

const pictureOf = (face) => face.querySelector("use").getAttribute("href");
const placeOf = (face) => face.getBoundingClientRect();

// Return a function to call after the next moment is drawn.  Nothing moves for people who want less motion, or who step quickly.
export function noteCards(felt) {
  const now = performance.now();
  const isQuick = now - latest < QUICK;
  latest = now;
  if (still.matches || isQuick) return () => {};
  const before = new Map([...felt.querySelectorAll(".face")].map((face) => [face, placeOf(face)]));
  return () => {
    const left = [...before.keys()].filter((face) => !face.isConnected);
    const arrived = [...felt.querySelectorAll(".face")].filter((face) => !before.has(face));
    const flights = arrived.map((face) => {
      const index = left.findIndex((one) => pictureOf(one) === pictureOf(face));
      const from = index < 0 ? seatOf(face, felt) : before.get(left.splice(index, 1)[0]);
      return [face, from, placeOf(face)];
    });
    for (const flight of flights) move(...flight);
  };
}

// the place of the hidden cards of the seat that a card on the table was played from
function seatOf(face, felt) {
  const spot = /\bfrom-(\d)\b/.exec(face.closest(".laid > li")?.className ?? "")?.[1];
  const seat = spot && felt.querySelector(`.seat.at-${spot}`);
  return seat ? placeOf(seat.querySelector(".unseen .picture") ?? seat) : null;
}

// moves an element to its place from another one
export function move(face, from, to) {
  if (!from?.width || !to.width) return; // not visible
  const right = from.left + from.width / 2 - to.left - to.width / 2;
  const down = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(right, down) < 2) return;
  const size = Math.min(1, from.height / to.height);
  face.animate([{ transform: `translate(${right}px, ${down}px) scale(${size})` }, { transform: "none" }], MOTION);
}
