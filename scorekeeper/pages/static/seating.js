// Seats the players of a new session by tapping; the lists of the form keep what was chosen.
const at = (id) => document.getElementById(id);
const selects = [...at("seats").querySelectorAll("select")];
const chips = [...at("players").querySelectorAll("[data-player]")];
const nameOf = (player) => chips.find((chip) => chip.dataset.player === player)?.textContent ?? "";
const seated = () => selects.map((select) => select.value);

function seat(players) {
  selects.forEach((select, place) => (select.value = players[place] ?? ""));
  draw();
}

function place(number, player) {
  const item = document.createElement("li");
  const name = Object.assign(document.createElement("button"), { type: "button", className: player ? "" : "second" });
  name.textContent = player ? nameOf(player) : "";
  name.dataset.place = number;
  name.disabled = !player;
  name.setAttribute("aria-label", player ? interpolate(gettext("Seat %(n)s: %(name)s. Empty it."), { n: number + 1, name: nameOf(player) }, true) : interpolate(gettext("Seat %(n)s is empty."), { n: number + 1 }, true));
  item.append(name);
  if (player && number) {
    const earlier = Object.assign(document.createElement("button"), { type: "button", className: "second move", textContent: "‹" });
    earlier.setAttribute("aria-label", interpolate(gettext("Move %(name)s to seat %(n)s."), { n: number, name: nameOf(player) }, true));
    earlier.addEventListener("click", () => swap(number, number - 1));
    item.append(earlier);
  }
  return item;
}

function swap(one, other) {
  const players = seated();
  [players[one], players[other]] = [players[other], players[one]];
  seat(players);
  at("places").querySelector(`[data-place="${other}"]`)?.focus();
}

function draw() {
  const players = seated();
  at("places").replaceChildren(...players.map((player, number) => place(number, player)));
  for (const chip of chips) chip.parentElement.hidden = players.includes(chip.dataset.player);
  at("missing").hidden = true;
  at("seated").textContent = players.filter(Boolean).map(nameOf).join(", ");
}

at("players").addEventListener("click", (click) => {
  const chip = click.target.closest("[data-player]");
  const players = seated();
  const empty = players.indexOf("");
  if (!chip || empty < 0) return;
  players[empty] = chip.dataset.player;
  seat(players);
  (at("players").querySelector("li:not([hidden]) button") ?? at("places").querySelector("button")).focus({ preventScroll: true });
});

// tap a seat to empty it, drag it to another one
let dragged = null;
at("places").addEventListener("pointerdown", (down) => {
  const from = down.target.closest("[data-place]");
  dragged = from && !from.disabled ? { from: Number(from.dataset.place), moved: false } : null;
});
addEventListener("pointermove", (move) => {
  if (!dragged) return;
  const over = document.elementFromPoint(move.clientX, move.clientY)?.closest("#places li")?.querySelector("[data-place]");
  if (!over || Number(over.dataset.place) === dragged.from) return;
  swap(dragged.from, Number(over.dataset.place));
  dragged = { from: Number(over.dataset.place), moved: true };
});
addEventListener("pointerup", () => setTimeout(() => (dragged = null)));
at("places").addEventListener("click", (click) => {
  const name = click.target.closest("[data-place]");
  if (!name || dragged?.moved) return;
  seat(seated().map((player, number) => (number === Number(name.dataset.place) ? "" : player)));
  at("players").querySelector("li:not([hidden]) button")?.focus({ preventScroll: true });
});

// the browser cannot point at a list that is hidden
selects.forEach((select, number) =>
  select.addEventListener("invalid", (invalid) => {
    invalid.preventDefault();
    if (!at("missing").hidden) return;
    at("missing").hidden = false;
    at("missing").textContent = interpolate(gettext("Seat %(n)s is empty."), { n: number + 1 }, true);
    at("players").querySelector("li:not([hidden]) button")?.focus();
  }),
);

at("seating").hidden = false;
at("seats").hidden = true;
draw();
