"""axe-core, which lists a page's violations of the accessibility guidelines; it is run inside the page."""

from pathlib import Path

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text()
