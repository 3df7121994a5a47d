"""How long a step of a replay takes in Chromium, from the key to the table drawn and laid out anew.

``python -m benchmarks.replay_steps http://localhost:8000/hands/<id>/embed/`` opens the replay of a public hand and goes
200 steps through it.
"""

import statistics
import sys

from playwright.sync_api import sync_playwright

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


def main() -> None:
    """Open, step, print."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])  # fmt: skip
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(sys.argv[1])
        page.locator(".player select").wait_for()
        taken = page.evaluate(STEPPED, STEPS)
        events = page.inner_text(".end")
        browser.close()
    late = sum(step > FRAME for step in taken)
    print(
        f"{STEPS} steps through a hand of {events} events: median {statistics.median(taken):.1f} ms, "
        f"19 in 20 under {statistics.quantiles(taken, n=20)[-1]:.1f} ms, {late} over {FRAME:.0f} ms"
    )


if __name__ == "__main__":
    main()
