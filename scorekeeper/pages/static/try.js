// The page that begins a game without an account, and the page that takes one into a club.
import { listTrials, recordOf } from "./trial_record.js";
import { readTrial, removeTrial, withNames } from "./trial_store.js";

const at = (id) => document.getElementById(id);

// the page that begins a game: the names stand after the # of the game's address
function choose(form) {
  const going = new Map(listTrials().map((trial) => [trial.variant, trial]));
  const problem = at("problem");
  for (const link of form.querySelectorAll("a[data-players]")) {
    const trial = going.get(link.dataset.variant);
    link.addEventListener("click", (click) => {
      const names = [...form.querySelectorAll("input")].map(({ value }) => value.trim()).filter(Boolean);
      const isWrong = !link.dataset.players.split(" ").includes(`${names.length}`) || new Set(names).size < names.length;
      problem.hidden = !isWrong;
      problem.textContent = isWrong ? link.dataset.wrong : "";
      if (isWrong || (trial && !confirm(form.dataset.replaces))) return click.preventDefault();
      removeTrial(link.dataset.variant);
      link.href = withNames(link.pathname, names);
    });
    if (!trial) continue;
    const item = at("goes-on").content.cloneNode(true);
    const again = item.querySelector("a");
    again.href = link.pathname;
    again.querySelector("strong").textContent = link.querySelector("strong").textContent;
    again.querySelector("span").textContent = trial.players.join(", ");
    at("going").querySelector("ul").append(item);
    at("going").hidden = false;
  }
}

// the page that takes a game into a club: its record is sent with the names as they stand in the form
function takeIn(form) {
  const trial = readTrial(form.dataset.game);
  const { record: field, id } = form.elements;
  const record = field.value ? JSON.parse(field.value) : trial && recordOf(trial);
  at("nothing").hidden = Boolean(record?.hands.length);
  form.hidden = !record?.hands.length;
  if (!record) return;
  const players = [...form.querySelectorAll("[data-seat]")];
  players.forEach((box, seat) => {
    box.hidden = seat >= record.players.length;
    box.querySelector("input").value = record.players[seat] ?? "";
  });
  id.value ||= trial.id;
  form.addEventListener("submit", () => {
    const names = players.slice(0, record.players.length).map((box) => box.querySelector("input").value);
    field.value = JSON.stringify({ ...record, players: names });
  });
}

if (at("choose")) choose(at("choose"));
if (at("take-in")) takeIn(at("take-in"));
