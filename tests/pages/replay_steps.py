"""How long a step of a replay takes in Chromium, from the key to the table drawn and laid out anew."""

import statistics
from typing import NamedTuple

from playwright.sync_api import Page

STEPS = 200
FRAME = 16.0  # milliseconds between two pictures of a screen

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
    """What the steps through a hand took, in milliseconds."""

    taken: list[float]
    events: str

    @property
    def too_slow(self) -> bool:
        """Do more than one in twenty miss a picture of the screen?"""
        return statistics.quantiles(self.taken, n=20)[-1] > FRAME

    def __str__(self) -> str:
        return (
            f"{len(self.taken)} steps through a replay of {self.events} events: median {statistics.median(self.taken):.1f} ms, "
            f"19 in 20 under {statistics.quantiles(self.taken, n=20)[-1]:.1f} ms, the longest {max(self.taken):.1f} ms"
        )


def step_through(page: Page) -> Steps:
    """Go through the replay that is open, by the arrow keys, and begin again where it ends."""
    page.locator(".player select").wait_for()
    taken: list[float] = page.evaluate(STEPPED, STEPS)
    return Steps(taken, page.inner_text(".end"))
