// What was typed about an import stays in this tab while its files are read again or others are chosen: the browser drops it when
// the tab is closed, or the import begins.
const OF_THE_CLUB = /^(who_|other_|season$)/; // answers that hold for other files, too
const AGAIN = "#again"; // the address of the form by which other files are chosen
const form = () => document.querySelector("form[data-answers]");
const isTyped = ({ name, type }) => name && !["hidden", "file", "submit"].includes(type);
const isChosen = (field) => field.type !== "radio" || field.checked;

function keep() {
  const { elements, dataset } = form();
  const typed = [...elements].filter((field) => isTyped(field) && isChosen(field));
  const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  sessionStorage.setItem(dataset.answers, JSON.stringify({ of: dataset.of, values }));
}

function fill(field, value) {
  if (field.type !== "radio") field.value = value;
  else field.checked = field.value === value;
}

function restore() {
  const box = form();
  if (!box || box.dataset.filled || (!box.dataset.of && location.hash !== AGAIN)) return;
  box.dataset.filled = "yes";
  const { of, values } = JSON.parse(sessionStorage.getItem(box.dataset.answers) ?? '{"values": {}}');
  const fields = [...box.elements].filter((field) => isTyped(field) && field.name in values && (of === box.dataset.of || OF_THE_CLUB.test(field.name)));
  for (const field of fields) fill(field, values[field.name]);
  if (fields.length) box.dispatchEvent(new Event("change", { bubbles: true })); // counts again
}

for (const kind of ["change", "input"]) document.addEventListener(kind, ({ target }) => target.form && target.form === form() && keep());
document.addEventListener("submit", ({ target, submitter }) => target === form() && target.dataset.of && !submitter?.name && sessionStorage.removeItem(target.dataset.answers));
document.addEventListener("htmx:afterSettle", restore);
// what is being typed or pressed is not replaced under the finger
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => detail.target.contains(document.activeElement) && (detail.shouldSwap = false));
document.addEventListener("DOMContentLoaded", restore); // after htmx, which counts again
