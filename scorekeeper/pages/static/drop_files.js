// A field for files that takes files dropped on its box, and lists what was chosen. Without this script the field works as usual.
const size = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });

for (const box of document.querySelectorAll("[data-drop]")) {
  const field = box.querySelector("input[type=file]");
  const list = document.getElementById(box.dataset.chosen);
  const over = (event, on) => {
    event.preventDefault();
    box.classList.toggle("over", on);
  };
  const show = () => {
    const files = [...field.files].map((file) => {
      const item = document.createElement("li");
      item.textContent = `${file.name} (${size.format(Math.max(file.size / 1000, 0.1))} kB)`;
      return item;
    });
    list.replaceChildren(...files);
  };
  field.multiple = true;
  box.querySelector("[data-drop-hint]").hidden = false;
  box.addEventListener("dragenter", (event) => over(event, true));
  box.addEventListener("dragover", (event) => over(event, true));
  box.addEventListener("dragleave", (event) => over(event, box.contains(event.relatedTarget)));
  box.addEventListener("drop", (event) => {
    over(event, false);
    const all = new DataTransfer();
    for (const file of [...field.files, ...event.dataTransfer.files]) all.items.add(file);
    field.files = all.files;
    show();
  });
  field.addEventListener("change", show);
  show();
}
