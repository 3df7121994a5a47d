// Moves the focus within the cards by arrow keys, Home and End.  Loaded with the first of these keys.
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function move({ key, target: from }, buttons) {
  const here = buttons.indexOf(from);
  if (here < 0) return;
  const [across, down] = STEPS[key] ?? [0, 0];
  const target = { Home: buttons[0], End: buttons.at(-1) }[key] ?? (down ? beside(buttons, from, down) : buttons[here + across]);
  target?.focus();
}

function beside(buttons, from, way) {
  const at = (key) => key.getBoundingClientRect();
  const { left, top } = at(from);
  const candidates = buttons.filter((key) => (at(key).top - top) * way > 5);
  const far = (key) => Math.abs(at(key).top - top) * 1000 + Math.abs(at(key).left - left);
  return candidates.sort((one, other) => far(one) - far(other))[0];
}
