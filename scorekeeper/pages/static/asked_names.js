// Who is meant by an unknown name: typing a name chooses "somebody else", and any other choice empties the box. Without this script, a name in
// the box counts whatever else is chosen.
document.addEventListener("input", ({ target }) => {
  const asked = target.closest(".asked-names > li");
  if (!asked) return;
  const [box, other] = ["[type=text]", "[value=other]"].map((kind) => asked.querySelector(kind));
  if (target === box) other.checked = true;
  else if (target !== other) box.value = "";
});
