// The front page: judges a play at the table without loading the page, and steps through the sample replay.
const table = () => document.getElementById("table");

async function tableFor(query) {
  const response = await fetch(`${table().querySelector("form").dataset.part}?${query}`);
  if (!response.ok) throw new Error(response.statusText);
  return new DOMParser().parseFromString(await response.text(), "text/html").getElementById("table");
}

// keeps the form, so that the cards and the focus stay; the verdict is announced
async function judge(form) {
  const judged = await tableFor(new URLSearchParams([...new FormData(form), ["play", "1"]]));
  const outcome = table().querySelector(".outcome");
  const verdict = judged.querySelector(".outcome");
  form.className = judged.querySelector("form").className;
  outcome.className = verdict.className;
  outcome.replaceChildren(...verdict.childNodes);
}

async function deal(link, focus) {
  const { search } = new URL(link.href);
  table().replaceWith(await tableFor(search.slice(1)));
  table().querySelector(focus).focus();
}

document.addEventListener("submit", (submit) => {
  if (!submit.target.closest("#table")) return;
  submit.preventDefault();
  judge(submit.target).catch(() => submit.target.submit());
});

document.addEventListener("click", (click) => {
  const link = click.target.closest("[data-table], [data-again]");
  if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  deal(link, link.dataset.table ? "[aria-current]" : ".mine input").catch(() => location.assign(link.href));
});

document.addEventListener("change", (change) => {
  if (change.target.closest(".mine")) change.target.form.classList.remove("legal", "illegal");
});

const film = document.querySelector(".film");
const steps = [...document.querySelectorAll("[data-step]")];
const moments = film.querySelectorAll("li");
const width = () => moments[1].offsetLeft - moments[0].offsetLeft;

function showSteps() {
  const [back, next] = steps;
  back.disabled = film.scrollLeft < 1;
  next.disabled = film.scrollLeft + film.clientWidth > film.scrollWidth - 1;
}

for (const button of steps) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    film.scrollBy({ left: Number(button.dataset.step) * width(), behavior });
  });
}
film.addEventListener("scroll", showSteps);
showSteps();
