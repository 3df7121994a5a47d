// A field to copy from: a button copies its text, a click selects it.
for (const copy of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(copy.dataset.copies);
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    copy.textContent = globalThis.gettext("Copied");
  });
  field.addEventListener("focus", () => field.select());
}
