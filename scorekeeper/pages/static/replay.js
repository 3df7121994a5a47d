// Steps through a hand without loading the page anew.  Every frame is drawn by the server; without this script the
// links do the same.
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const frames = new Map();
let wanted = Number(document.getElementById("replay").dataset.event);

const address = (event) => {
  const url = new URL(location.href);
  url.hash = "";
  url.searchParams.set("event", event);
  return url;
};

async function load(event) {
  const url = address(event);
  url.searchParams.set("part", "replay");
  const response = await fetch(url, { credentials: "same-origin" });
  if (!response.ok) throw new Error(response.statusText);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("replay");
}

function frame(event) {
  if (!frames.has(event)) {
    const loading = load(event);
    loading.catch(() => frames.delete(event));
    frames.set(event, loading);
  }
  return frames.get(event);
}

function show(next) {
  const replay = document.getElementById("replay");
  const focused = document.activeElement?.dataset?.step;
  // the sentence stays where it is, so that it is read aloud
  const sentence = replay.querySelector("#narration");
  const said = next.querySelector("#narration");
  sentence.className = said.className;
  sentence.textContent = said.textContent;
  for (const part of [".steps", ".felt"]) {
    replay.querySelector(part).replaceWith(next.querySelector(part).cloneNode(true));
  }
  replay.dataset.event = next.dataset.event;
  if (focused) {
    const links = [...replay.querySelectorAll(".steps a")];
    const same = links.find((link) => link.dataset.step === focused && link.hasAttribute("href"));
    (same ?? links.find((link) => link.hasAttribute("href")))?.focus();
  }
  mark();
}

function mark() {
  const event = document.getElementById("replay").dataset.event;
  for (const play of document.querySelectorAll(".play")) {
    if (play.dataset.event === event) play.setAttribute("aria-current", "step");
    else play.removeAttribute("aria-current");
  }
}

async function go(event) {
  const { last, digest } = document.getElementById("replay").dataset;
  wanted = Math.max(0, Math.min(Number(last), event));
  const target = wanted;
  try {
    const next = await frame(target);
    if (target !== wanted) return;
    // the hand was changed, or is being built anew: nothing stale is shown
    if (next.dataset.digest !== digest || !next.querySelector(".felt")) return location.assign(address(target));
    show(next);
    history.replaceState(null, "", address(target));
    for (const near of [target + 1, target + 2, target - 1]) {
      if (near >= 0 && near <= Number(last)) frame(near).catch(() => {});
    }
  } catch {
    location.assign(address(target));
  }
}

const STEPS = { first: () => 0, previous: () => wanted - 1, next: () => wanted + 1, last: () => Infinity };

document.addEventListener("click", (click) => {
  const link = click.target.closest("a[data-step], a[data-event]");
  if (!link || click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return;
  click.preventDefault();
  if (link.dataset.step) {
    if (link.hasAttribute("href")) go(STEPS[link.dataset.step]());
    return;
  }
  go(Number(link.dataset.event));
  document.getElementById("replay").scrollIntoView();
});

document.addEventListener("keydown", (key) => {
  if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey || !(key.key in KEYS)) return;
  if (key.target.closest("input, select, textarea, [contenteditable], .scroll")) return;
  key.preventDefault();
  go(STEPS[KEYS[key.key]]());
});

mark();
document.querySelector(".keys").hidden = false;
if (location.hash === "") frame(wanted + 1).catch(() => {});
