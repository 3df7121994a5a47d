"""The programs of docs/library.md, docs/large_work.md and the notebooks print what is shown, and two checkers of types accept them."""

import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.exports.parquet import ParquetTable
from scorekeeper.management import demo_club
from tests.scorekeeper.conftest import ROOT

LIBRARY, LARGE_WORK = (ROOT / "docs" / f"{name}.md" for name in ("library", "large_work"))
NOTEBOOK, ANALYSIS = (
    ROOT / "docs" / "examples" / f"{name}.ipynb" for name in ("hands", "analysis")
)
EXAMPLES = Path(sys.prefix) / "examples" / "bin"
"""The programs of the environment with the packages that the examples need besides the referee."""

EXECUTE = """
import sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def sections(page):
    """Return the blocks of a page by the headings above them: kind and text; the first heading is the title."""
    parts = re.split(
        r"(?m)^##? (.+)$", re.sub(r"(?ms)^(```\w+\n.*?^```)$", _hidden, page.read_text())
    )
    return {
        title: re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", text.replace("\0", "#"))
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def _hidden(match):
    """Return a block whose comments do not look like headings."""
    return match[0].replace("#", "\0")


def run(blocks, folder, python=sys.executable):
    """Run programs and commands in a folder, one after the other, and compare what each prints with what is shown below it."""
    path = f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"
    ray = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "HOME": str(folder)}
    environment = {**os.environ, **ray, "PATH": path, "PYTHONPATH": str(ROOT)}
    for index, (kind, text) in enumerate(blocks):
        if kind == "text":
            continue
        program = folder / f"program.{kind}"
        program.write_text(text, encoding="utf-8")
        command = {"python": [python], "sh": ["bash", "-e", "-o", "pipefail"]}[kind]
        process = subprocess.run(
            [*command, program], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )  # fmt: skip
        assert process.returncode == 0, process.stderr[-2000:]
        following = blocks[index + 1 : index + 2]
        assert process.stdout == "".join(shown for kind, shown in following if kind == "text")


@pytest.mark.parametrize("title", ["A bot", "Conversion"])
def test_the_programs_with_the_library_print_what_is_shown(title, tmp_path):
    run(sections(LIBRARY)[title], tmp_path)


@pytest.mark.slow
def test_the_analysis_of_5000_hands_prints_what_is_shown(tmp_path):
    run(sections(LIBRARY)["Analysis of 5,000 hands"], tmp_path)


def test_large_work_on_one_machine_prints_what_is_shown(tmp_path):
    blocks = sections(LARGE_WORK)
    run(blocks["Large work"] + blocks["Files and folders"] + blocks["In a program"], tmp_path)


@pytest.mark.slow
@pytest.mark.needs("examples")
@pytest.mark.parametrize("title", ["Under Dask", "Under Ray"])
def test_the_same_function_runs_on_many_machines(title, tmp_path):
    blocks = sections(LARGE_WORK)
    run(blocks["Large work"], tmp_path)
    run(blocks[title], tmp_path, python=EXAMPLES / "python")


def test_every_program_of_the_pages_is_run():
    assert {title for title, blocks in sections(LIBRARY).items() if blocks} == {
        "A bot",
        "Conversion",
        "Analysis of 5,000 hands",
    }
    assert {title for title, blocks in sections(LARGE_WORK).items() if blocks} == {
        "Large work",
        "Files and folders",
        "In a program",
        "Under Dask",
        "Under Ray",
    }


def cells(path):
    """Return the source of each cell of code of a notebook, and its outputs as text; a picture is only named."""
    return [
        (
            "".join(cell["source"]),
            [
                ("".join(output["data"]["text/plain"]), "image/svg+xml" in output["data"])
                for output in cell["outputs"]
            ],
        )
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]


def test_the_cells_of_the_notebook_run_as_a_script(tmp_path):
    run([("python", "\n".join(source for source, _ in cells(NOTEBOOK)))], tmp_path)


def execute(notebook, folder):
    """Execute a notebook in a folder and return its cells."""
    executed = folder / "executed.ipynb"
    subprocess.run(
        [EXAMPLES / "python", "-c", EXECUTE, notebook, executed],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder)},
        capture_output=True,
        check=True,
    )
    return cells(executed)


@pytest.mark.slow
@pytest.mark.needs("examples")
def test_the_notebook_shows_what_it_answers_when_it_is_executed(tmp_path):
    assert execute(NOTEBOOK, tmp_path) == cells(NOTEBOOK)


def test_the_analysis_asks_ten_questions_and_shows_the_answers():
    written = json.loads(ANALYSIS.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in written if cell["cell_type"] == "markdown"]
    asked = [found[1] for text in texts if (found := re.match(r"(\d+)\. .*\?", text))]
    answered = [outputs for source, outputs in cells(ANALYSIS) if source.startswith("sql(")]
    assert asked == [str(number) for number in range(1, 11)]
    assert len(answered) == 10
    assert all(answered)


@pytest.mark.slow
@pytest.mark.needs("examples")
def test_the_analysis_of_the_demo_club_shows_what_it_answers(tmp_path, db, client):
    club = demo_club.create_demo_club(is_public=True, today=date(2026, 4, 15)).club
    assert f"/clubs/{club.pk}" in ANALYSIS.read_text(encoding="utf-8")
    for table in ParquetTable:
        sent = client.get(f"/api/v1/clubs/{club.pk}/hands/?format=parquet&table={table}")
        (tmp_path / f"{table}.parquet").write_bytes(sent.getvalue())
    assert execute(ANALYSIS, tmp_path) == cells(ANALYSIS)


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder with the programs of docs/library.md and the notebook."""
    folder = tmp_path_factory.mktemp("programs")
    texts = [
        text for blocks in sections(LIBRARY).values() for kind, text in blocks if kind == "python"
    ]
    texts.append("\n".join(source for source, _ in cells(NOTEBOOK)))
    for number, text in enumerate(texts):
        (folder / f"program_{number}.py").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_programs_have_types_that_mypy_accepts_when_it_is_strict(programs):
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", programs / "cache"]  # fmt: skip
    process = subprocess.run(
        [*command, *sorted(programs.glob("*.py")), ROOT / "docs/examples/tien_len/tien_len"],
        cwd=programs,
        env={**os.environ, "MYPYPATH": f"{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout


@pytest.mark.slow
@pytest.mark.needs("examples")
def test_the_programs_have_types_that_pyright_accepts(programs):
    (programs / "pyrightconfig.json").write_text(
        json.dumps({"extraPaths": [str(ROOT)], "typeCheckingMode": "standard"})
    )
    process = subprocess.run(
        [EXAMPLES / "pyright", "--pythonpath", sys.executable, "--project", programs],
        cwd=programs,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
