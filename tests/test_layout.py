"""Rules that keep the source tree easy to find your way in (file sizes, names, docstrings)."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "scorekeeper", "conformance")
VAGUE = {"found", "said", "told", "held", "kept", "seen"}
MOST_DOMAINS, MOST_ROOT_MODULES, MOST_MODULES, MOST_ALIASES = 15, 14, 25, 18
NOT_DOMAINS = {"admin", "api", "management", "migrations", "models", "pages", "locale"}


def sources(*packages: str) -> list[Path]:
    files = (path for package in packages for path in sorted((ROOT / package).rglob("*.py")))
    return [path for path in files if "migrations" not in path.parts]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def variables(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield every name that the module binds: variables, parameters, fields."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node
        elif isinstance(node, ast.arg):
            yield node.arg, node


def classes(path: Path) -> Iterator[ast.ClassDef]:
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node


def docstrings(path: Path) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text, node


@pytest.mark.parametrize("package", PACKAGES)
def test_a_variable_is_named_after_the_thing_it_holds(package):
    vague = [
        f"{place(path, node)}: {name}"
        for path in sources(package)
        for name, node in variables(path)
        if name.lstrip("_") in VAGUE
    ]
    assert not vague, "\n".join(vague)


def test_a_class_name_means_one_thing():
    """The two families of games may share a name; Django asks for every `Command`."""
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sources(*PACKAGES):
        for node in classes(path):
            where = place(path, node)
            subject = re.sub(r"^referee/(climbing|melding)/.*", "referee/<family>", where)
            places[node.name][subject] = where
    del places["Command"]
    twice = [f"{name}: {', '.join(w.values())}" for name, w in places.items() if len(w) > 1]
    assert not twice, "\n".join(twice)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_stands_alone(package):
    dependent = [
        f"{place(path, node)}: {text.splitlines()[0]}"
        for path in sources(package)
        for text, node in docstrings(path)
        if text.startswith(("The same", "And ", "Likewise"))
    ]
    assert not dependent, "\n".join(dependent)


def test_every_package_says_what_it_is_for():
    silent = [
        str(path.relative_to(ROOT))
        for path in sources(*PACKAGES)
        if path.name == "__init__.py" and len(ast.get_docstring(tree(path)) or "") < 40
    ]
    assert not silent, "\n".join(silent)


def test_a_name_is_imported_as_it_is():
    """Aliases are left for names of other libraries that mean something else here, and for ``gettext as _``."""
    aliases = [
        f"{place(path, node)}: {alias.name} as {alias.asname}"
        for path in sources(*PACKAGES)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if alias.asname not in {None, "_"}
    ]
    assert len(aliases) <= MOST_ALIASES, "\n".join(aliases)


def test_a_package_has_a_limited_number_of_modules():
    counts: dict[Path, int] = defaultdict(int)
    for path in sources("scorekeeper"):
        if path.name != "__init__.py":
            counts[path.parent.relative_to(ROOT)] += 1
    flat = {Path("scorekeeper/models"), Path("scorekeeper/admin")}  # one module per table
    large = {
        str(folder): n for folder, n in counts.items() if n > MOST_MODULES and folder not in flat
    }
    assert not large


def test_the_root_holds_only_what_belongs_to_all():
    root = ROOT / "scorekeeper"
    modules = {path.stem for path in root.glob("*.py")} - {"__init__"}
    domains = {path.parent.name for path in root.glob("*/__init__.py")} - NOT_DOMAINS
    assert len(modules) <= MOST_ROOT_MODULES, sorted(modules)
    assert len(domains) <= MOST_DOMAINS, sorted(domains)


def adds_days(node: ast.AST) -> bool:
    """Return whether days are added to something, or taken from it, that may be a day somebody typed."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add | ast.Sub) and is_time_span(node.value)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
        return False
    beside = {id(node.left): node.right, id(node.right): node.left}
    spans = [side for side in (node.left, node.right) if is_time_span(side)]
    return any(not is_known_moment(beside[id(span)]) for span in spans)


def is_time_span(node: ast.AST) -> bool:
    """Return whether this is a number of days: timedelta(days=…), DAY, WEEK."""
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        return name.strip("_") in {"DAY", "DAYS", "WEEK", "MONTH"}
    is_call = isinstance(node, ast.Call) and ast.unparse(node.func).endswith("timedelta")
    return is_call and (
        bool(node.args) or any(key.arg in {"days", "weeks"} for key in node.keywords)
    )


def is_known_moment(node: ast.AST) -> bool:
    """Return whether this is the present, or a moment that the service noted itself."""
    return bool(re.search(r"\bnow\b|localdate\(\)|localtime\(\)|today", ast.unparse(node)))


def test_days_are_added_in_one_module_only():
    """What people type may be the first or the last day of the calendar: ``models/days.py`` knows what then is beside it."""
    bare = [
        place(path, node)
        for path in sources("scorekeeper")
        if path.relative_to(ROOT).as_posix() != "scorekeeper/models/days.py"
        for node in ast.walk(tree(path))
        if adds_days(node)
    ]
    assert not bare, "Use scorekeeper/models/days.py:\n" + "\n".join(bare)


@pytest.mark.parametrize(
    ("code", "bare"),
    [
        ("last - DAY", True),
        ("timedelta(days=1) + day", True),
        ("day - dt.timedelta(1)", True),
        ("day += timedelta(weeks=1)", True),
        ("timezone.now() - timedelta(days=14)", False),
        ("timezone.localdate() - WEEK", False),
        ("at + timedelta(minutes=1)", False),
    ],
)
def test_bare_additions_of_days_are_recognized(code, bare):
    assert any(map(adds_days, ast.walk(ast.parse(code)))) is bare


def test_nothing_is_left_on_an_object_for_later():
    """What a function needs is passed as an argument; annotations of querysets are declared attributes."""
    calls = [
        f"{place(path, node)}: {node.func.id}()"
        for path in sources("scorekeeper")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"vars", "setattr", "delattr"}
        and place(path, node).partition(":")[0] != "scorekeeper/models/fields.py"  # assign()
    ]
    assert not calls, "\n".join(calls)
