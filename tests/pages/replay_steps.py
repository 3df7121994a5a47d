"""Time the steps of a replay in Chromium, from the key press to the new layout."""

import statistics
from typing import NamedTuple

from playwright.sync_api import Page

STEPS = 200
FRAME = 16.0  # milliseconds per frame of a screen

STEPPED = """async (steps) => {
  const last = document.querySelector(".end").textContent;
  const taken = [];
  for (let step = 0; step < steps; step += 1) {
    const key = document.getElementById("replay").dataset.event === last ? "Home" : "ArrowRight";
    const before = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await null;
    await null;
    document.body.getBoundingClientRect();
    taken.push(performance.now() - before);
    await new Promise(requestAnimationFrame);
  }
  return taken;
}"""


class Steps(NamedTuple):
    """The durations of steps through a hand, in milliseconds."""

    taken: list[float]
    events: str

    @property
    def too_slow(self) -> bool:
        """Return whether more than one step in twenty takes longer than a frame."""
        return statistics.quantiles(self.taken, n=20)[-1] > FRAME

    def __str__(self) -> str:
        return (
            f"{len(self.taken)} steps through a replay of {self.events} events: median {statistics.median(self.taken):.1f} ms, "
            f"19 in 20 under {statistics.quantiles(self.taken, n=20)[-1]:.1f} ms, the longest {max(self.taken):.1f} ms"
        )


def step_through(page: Page) -> Steps:
    """Step through the open replay with the arrow keys, from the start again after its end."""
    page.locator(".player select").wait_for()
    taken: list[float] = page.evaluate(STEPPED, STEPS)
    return Steps(taken, page.inner_text(".end"))
