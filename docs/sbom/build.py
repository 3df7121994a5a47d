"""Write sbom.json: the packages of the image, and vendored files, as a bill of materials in CycloneDX's format.

It has neither a moment nor a random number, so it changes only with the locks and those files.  `make lock` runs this.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SBOM = Path(__file__).with_name("sbom.json")
VENDOR = ROOT / "scorekeeper" / "pages" / "static" / "vendor"
PACKAGES = {"uplot": "npm"}
"""Where vendored files are packages, too."""
LOCKS = {
    "requirements.txt": "required",
    "scorekeeper/monitoring/requirements.txt": "optional",
    "scorekeeper/exports/requirements.txt": "optional",
}
"""The locks whose packages the image has; those of all but the first are used only where a variable names a collector or an object storage."""


def pins(lock: str) -> Iterator[tuple[str, str]]:
    """Yield name and version of each package in a lock."""
    yield from re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", (ROOT / lock).read_text(encoding="utf-8"))


def vendored() -> Iterator[tuple[str, str]]:
    """Yield name and version of what is copied into the pages' static files."""
    for folder in VENDOR.glob("*-*/"):
        name, _, version = folder.name.rpartition("-")
        yield name, version


def component(kind: str, name: str, version: str, scope: str = "required") -> dict[str, str]:
    """Return a component, named by its package URL."""
    purl = f"pkg:{kind}/{name}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": scope, "purl": purl}  # fmt: skip


def document() -> dict[str, object]:
    """Return the bill of materials.  A package of several locks is listed as required."""
    scopes: dict[tuple[str, str], str] = {}
    for lock, scope in LOCKS.items():
        for pin in pins(lock):
            scopes.setdefault(pin, scope)
    components = [component("pypi", *pin, scope) for pin, scope in sorted(scopes.items())]
    components += [component(PACKAGES.get(name, "generic"), name, version) for name, version in sorted(vendored())]  # fmt: skip
    service = {"type": "application", "bom-ref": "scorekeeper", "name": "scorekeeper"}
    refs = [each["bom-ref"] for each in components]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": service},
        "components": components,
        "dependencies": [{"ref": "scorekeeper", "dependsOn": refs}],
    }


if __name__ == "__main__":
    SBOM.write_text(json.dumps(document(), indent=1) + "\n", encoding="utf-8")
