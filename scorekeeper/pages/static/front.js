// The front page: judges a play at the table without loading the page, and plays the sample replay.
import { move, still } from "./replay_motion.js";

const BEAT = 1500; // milliseconds between the moments of the sample

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
const moments = [...film.querySelectorAll(":scope > ol > li")];
const player = document.getElementById("plays");
let shown = 0; // the moment that the script brought into view last
let timer = 0; // of the next step; 0 while the sample does not move by itself

const placeOf = (one) => one.getBoundingClientRect();
const playsOf = (moment) => new Map([...moment.querySelectorAll("[data-event]")].map((play) => [play.dataset.event, play]));
const widthOfStep = () => moments[1].offsetLeft - moments[0].offsetLeft;
const isAtEnd = () => film.scrollLeft + film.clientWidth > film.scrollWidth - 2;

// the next moment takes the place of this one; its plays move there from where they lay, or from the seat that played them
function showMoment(index) {
  const before = new Map([...playsOf(moments[shown])].map(([event, play]) => [event, placeOf(play)]));
  shown = index;
  film.scrollTo({ left: index * widthOfStep(), behavior: "instant" });
  for (const [event, play] of playsOf(moments[index])) {
    const seat = moments[index].querySelector(`.at-${play.dataset.seat}`);
    move(play, before.get(event) ?? placeOf(seat), placeOf(play));
  }
}

function setTimer(id) {
  timer = id;
  player.textContent = timer ? player.dataset.pause : player.dataset.play;
}

function wait() {
  setTimer(setTimeout(beat, BEAT));
}

function beat() {
  showMoment(shown + 1);
  if (shown < moments.length - 1) wait();
  else pause();
}

function play() {
  if (isAtEnd()) showMoment(0);
  else shown = Math.round(film.scrollLeft / widthOfStep());
  wait();
}

function pause() {
  clearTimeout(timer);
  setTimer(0);
}

// plays the sample once when most of it is in view, and not by itself any more when the reader has touched it
function playInView() {
  const view = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && take(play), { threshold: 0.7 });
  const take = (action) => {
    view.disconnect();
    action();
  };
  film.addEventListener("click", () => take(pause));
  film.addEventListener("scroll", () => Math.abs(film.scrollLeft - shown * widthOfStep()) > 2 && take(pause));
  player.addEventListener("click", () => take(timer ? pause : play));
  player.hidden = false;
  view.observe(film);
}

function showSteps() {
  const [back, next] = steps;
  back.disabled = film.scrollLeft < 1;
  next.disabled = isAtEnd();
}

for (const button of steps) {
  button.hidden = false;
  button.addEventListener("click", () => {
    film.scrollBy({ left: Number(button.dataset.step) * widthOfStep(), behavior: still.matches ? "auto" : "smooth" });
  });
}
film.addEventListener("scroll", showSteps);
showSteps();
if (!still.matches) playInView();
