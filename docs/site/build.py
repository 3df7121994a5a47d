"""Build the documentation as a site that any web server can serve: `python docs/site/build.py FOLDER`.

The pages are those of docs/ and, made from the code, the rulebooks, the library's names, the API's requests and the changelog.
A broken link, or a page that is in no list, fails.  No page loads anything from another host.
"""

import os
import re
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

import django
from sphinx.cmd.build import main as sphinx_build

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import referee  # noqa: E402

FROM_ELSEWHERE = re.compile(
    r'<(?:script|img|iframe|link rel="stylesheet")[^>]*(?:src|href)="(?:https?:)?//[^"]*'
)
METHODS = ("get", "post", "put", "patch", "delete")
EXAMPLES = (
    "examples/tien_len/README",
    "examples/tien_len/SOURCES",
    "examples/second_referee/README",
)
CHAPTERS = {
    "Start": ["tutorial"],
    "How to": [
        "club",
        "disputes",
        "api",
        "referee",
        "library",
        "large_work",
        "environments",
        "operations",
        "developing",
        "games_from_outside",
        *EXAMPLES,
    ],
    "Rules": [*(f"rules/{variant}" for variant in referee.VARIANTS), "sources"],
    "Reference": [
        "records",
        "specification",
        "conformance",
        "endings",
        "engines",
        "standings",
        "bundles",
        "webhooks",
        "requests",
        "names",
    ],
    "Background": ["architecture", "changelog"],
}
NAMES = """# The library's names

Everything that `import referee` offers.

```{eval-rst}
.. automodule:: referee
   :members:
   :imported-members:
   :undoc-members:
```
"""
REQUESTS = """# The API's requests

Every request of the API, made from its OpenAPI document. A running service has the whole document at `/api/v1/schema/`, with bodies
and answers, and pages to try the requests at `/api/v1/docs/`. [The API in the order of an evening](api.md) shows them at work.
"""


def main(site: Path) -> int:
    """Build the site in this folder and return an exit code."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "docs")
        copytree(ROOT / "docs", source, ignore=ignore_patterns("site", "*.toml"))
        for name, text in _generated_pages(source).items():
            page = source / name
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, encoding="utf-8")
        options = ["--quiet", "--fail-on-warning", "--keep-going", "--jobs", "auto"]
        failed = sphinx_build([*options, "-c", str(Path(__file__).parent), str(source), str(site)])
    foreign = {
        found
        for page in site.rglob("*.html")
        for found in FROM_ELSEWHERE.findall(page.read_text(encoding="utf-8"))
    }
    for found in sorted(foreign):
        sys.stderr.write(f"A page loads something from another host: {found}\n")
    return failed or bool(foreign)


def _generated_pages(source: Path) -> dict[str, str]:
    front = (source / "README.md").rename(source / "index.md").read_text(encoding="utf-8")
    return {
        **{f"rules/{variant}.md": referee.rulebook(variant) for variant in referee.VARIANTS},
        "index.md": front.replace("../CHANGELOG.md", "changelog.md") + _contents(),
        "names.md": NAMES,
        "requests.md": _requests(),
        "changelog.md": (ROOT / "CHANGELOG.md")
        .read_text(encoding="utf-8")
        .replace("](docs/", "]("),
    }


def _contents() -> str:
    """Return the lists of pages at the side of every page."""
    return "".join(
        "\n".join(["\n```{toctree}", ":hidden:", f":caption: {chapter}", "", *pages, "```\n"])
        for chapter, pages in CHAPTERS.items()
    )


def _requests() -> str:
    """Return a table of requests for each subject, which is the first part of the address."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()
    from drf_spectacular.generators import SchemaGenerator  # noqa: PLC0415  Django must be set up

    tables: dict[str, list[str]] = {}
    for path, operations in SchemaGenerator().get_schema(public=True)["paths"].items():
        subject = path.removeprefix("/api/v1/").partition("/")[0]
        rows = tables.setdefault(
            subject, [f"## {subject}\n", "| | address | what it does |", "| --- | --- | --- |"]
        )
        for method in filter(operations.get, METHODS):
            summary = str(operations[method].get("description", "")).partition("\n")[0]
            rows.append(f"| {method.upper()} | `{path}` | {summary.replace('|', '&#124;')} |")
    return "\n\n".join([REQUESTS, *("\n".join(rows) for rows in tables.values())]) + "\n"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
