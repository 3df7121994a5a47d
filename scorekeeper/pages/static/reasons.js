// The rule behind a verdict, opened where it stands.  What the rulebook says of every rule is fetched when the first
// one is opened; without this script the mark opens a link to the rulebook.
const sentences = new Map(); // by address: a promise of the passages by rule

async function read(address) {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

function passagesAt(address) {
  if (!sentences.has(address)) sentences.set(address, read(address));
  return sentences.get(address);
}

async function fill(why) {
  const { rule, kind, sentences: address } = why.dataset;
  const text = why.querySelector(".rule-text");
  try {
    const passages = (await passagesAt(address))[rule] ?? [];
    const ofKind = passages.filter((one) => one.kind && one.kind === kind);
    if (why.dataset.rule !== rule || why.dataset.kind !== kind) return; // it is about another event by now
    text.innerHTML = (ofKind.length ? ofKind : passages).map(({ html }) => html).join(""); // our own server escapes it
  } catch {
    sentences.delete(address); // without a network: the link stays
  }
}

// point a mark at the rule of another event; without a rule it disappears
export function point(why, rule, kind = "") {
  why.hidden = !rule;
  if (!rule || (why.dataset.rule === rule && (why.dataset.kind ?? "") === (kind ?? ""))) return;
  why.dataset.rule = rule;
  why.dataset.kind = kind ?? "";
  why.querySelector("summary").lastChild.textContent = rule;
  const link = why.querySelector("a");
  link.href = link.href.replace(/#.*|$/, `#${rule}`);
  why.querySelector(".rule-text").replaceChildren();
  if (why.open) fill(why);
}

// return a mark like another one, for a further rule
export function mark(like, rule, kind) {
  const why = like.cloneNode(true);
  why.removeAttribute("id");
  why.open = false;
  point(why, rule, kind);
  return why;
}

// "toggle" does not bubble
document.addEventListener("toggle", ({ target }) => target.matches?.(".why") && target.open && fill(target), true);
for (const why of document.querySelectorAll(".why[open]")) fill(why);
document.addEventListener("keydown", (key) => {
  const why = key.key === "Escape" && key.target.closest?.(".why[open]");
  if (!why) return;
  key.stopPropagation();
  why.open = false;
  why.querySelector("summary").focus();
});
