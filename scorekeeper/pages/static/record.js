// Puts the cursor on the first line that could not be read, and keeps a long table of plays from a double click.
const plays = document.getElementById("id_events");
const wrong = document.querySelector("[data-wrong]");
if (plays && wrong) {
  const lines = plays.value.split("\n");
  const line = Number(wrong.dataset.wrong) - 1;
  const start = lines.slice(0, line).join("\n").length + (line ? 1 : 0);
  plays.focus();
  plays.setSelectionRange(start, start + (lines[line] ?? "").length);
}
document.getElementById("checked")?.scrollIntoView();
