// A field that is there to be copied: a button copies it, and a click into it marks all of it.
for (const copy of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(copy.dataset.copies);
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    copy.textContent = globalThis.gettext("Copied");
  });
  field.addEventListener("focus", () => field.select());
}
