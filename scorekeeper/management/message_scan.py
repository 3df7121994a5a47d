"""Collects the referee's messages from its source and tables, for the translation catalogs."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import referee
from scorekeeper.pages.display.house_rules import english_choice, english_label

MESSAGE_CALLS = frozenset(
    {
        "Reason",
        "illegal",
        "unproven",
        "not_available",
        "Breach",
        "judge_each_standing",
        "remark",
        "say",
        "table",
    }
)
"""Texts passed to these functions and classes are messages or parts of them."""
MESSAGE_NAMES = frozenset({"template", "sentence", "needs", "unseen"})
"""Texts assigned to these names are messages."""
KIND_WORDS = frozenset({"words"})
"""Texts passed by these names describe a combination in an answer."""
KIND_TEXTS = frozenset({"one", "higher", "many", "compared"})
"""Texts passed by these names describe a kind of combination in the rulebook."""
MESSAGE_TABLES = frozenset(
    {
        "_SOURCES",
        "_SENTENCES",
        "_UNSEEN_SENTENCES",
        "_TO_ACT",
        "_PLACES",
        "PLURALS",
        "SUITS",
        "COLORS",
        "_COLOR_NAMES",
        "_TYPE_NAMES",
    }
)
"""Texts in these tables are messages."""
CITATION = re.compile(r"[A-Z]\d+|§\d")
WITHOUT_MESSAGES = ("report", "cli", "witnesses", "card_pictures")
"""Packages of which no text appears on a page."""
RULEBOOK = "rulebook"
"""Package in which every table consists of texts."""
CLAIMS = ("chi", "pong", "gan", "hu", "no meld")


def sentences() -> list[str]:
    """Return the templates of all messages in the referee's answers, sorted."""
    texts: set[str] = {*CLAIMS, *_variant_texts()}
    for path in _sources(printed=False):
        module_texts = {*_messages(_tree(path)), *_kind_texts(_tree(path), KIND_WORDS)}
        texts |= module_texts | {
            _replace_all(text, _plain_replacements(path)) for text in module_texts
        }
    return sorted(texts)


def rules() -> list[str]:
    """Return the templates of the rulebooks that appear in no answer, sorted."""
    texts: set[str] = {*_switch_names(), *_idle_reasons()}
    for path in _sources(printed=True):
        texts |= {*_messages(_tree(path)), *_rulebook_texts(_tree(path))}
    for path in _sources(printed=False):
        texts |= {*_kind_texts(_tree(path), KIND_TEXTS)}
    return sorted(texts - set(sentences()))


def _sources(*, printed: bool) -> Iterator[Path]:
    """Yield the referee's modules: those of the rulebook if ``printed``, else those of its answers."""
    package = Path(str(referee.__file__)).parent
    for path in sorted(package.rglob("*.py")):
        part = path.relative_to(package).parts[0]
        if part not in WITHOUT_MESSAGES and (part == RULEBOOK) is printed:
            yield path


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _idle_reasons() -> Iterator[str]:
    """Yield the reasons why a house rule has no effect."""
    table = _tree(Path(str(referee.__file__)).parent / "house_rules.py")
    for node in ast.walk(table):
        if isinstance(node, ast.Call) and _name(node.func) == "IdleRule":
            yield from _texts(node.args[-1])


def _games() -> list[dict[str, Any]]:
    """Return the games of the referee itself: the texts of other packages are translated there."""
    return [game for game in referee.variants() if game["variant"] in referee.VARIANTS.built_in]


def _switch_names() -> Iterator[str]:
    """Yield the names and values of house rules, in backquotes."""
    for game in _games():
        for switch in game["house_rules"]:
            yield from (f"`{typed}`" for typed in (switch["name"], *switch["choices"]))


def _messages(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in MESSAGE_CALLS:
            for argument in node.args:
                yield from _texts(argument)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield from _assigned_messages(node.value, _targets(node))


def _kind_texts(tree: ast.Module, names: frozenset[str]) -> Iterator[str]:
    """Yield the words for kinds of combinations that are passed by these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in {"CombinationKind", "replace"}:
            for keyword in node.keywords:
                if keyword.arg in names:
                    yield from _texts(keyword.value)
                    yield from _table_texts(keyword.value)


def _rulebook_texts(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            yield from _table_texts(node.value)


def _assigned_messages(value: ast.expr, names: set[str]) -> Iterator[str]:
    if names & MESSAGE_NAMES:
        yield from _texts(value)
    if names & MESSAGE_TABLES:
        yield from _table_texts(value)


def _targets(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {_name(target) for target in targets}


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the text, or both texts of a conditional expression."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
        return
    text = node.value if isinstance(node, ast.Constant) else None
    if isinstance(text, str) and text and not CITATION.fullmatch(text):
        yield text


def _table_texts(node: ast.expr) -> Iterator[str]:
    values = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    for value in values:
        if isinstance(value, ast.Tuple):
            yield from _table_texts(value)
        else:
            yield from _texts(value)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _plain_replacements(path: Path) -> list[tuple[str, str]]:
    """Return the replacements that make climbing messages work for questions without seat numbers."""
    if path.parent.name != "climbing":
        return []
    tree = ast.parse((path.parent / "event_context.py").read_text(encoding="utf-8"))
    return next(
        ast.literal_eval(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _name(node.targets[0]) == "_WITHOUT_SEAT_NUMBERS"
    )


def _replace_all(text: str, swaps: list[tuple[str, str]]) -> str:
    for numbered, plain in swaps:
        text = text.replace(numbered, plain)
    return text


def _variant_texts() -> Iterator[str]:
    """Yield the names of combinations and melds, and the texts of house rules."""
    for variant, rules in referee.VARIANTS.built_in.items():
        kinds = getattr(rules, "kinds", tuple)
        yield from (kind.title for kind in kinds())
        yield from (meld.name for meld in _melds(variant))
    for game in _games():
        yield game["name"]
        for switch in game["house_rules"]:
            yield switch["text"]
            yield english_label(switch["name"])
            yield from map(english_choice, switch["choices"])
            if switch["type"] not in {"choice", "boolean"}:
                yield switch["expected"]


def _melds(variant: str) -> list[Any]:
    """Return the variant's melds under every house rule."""
    names = {switch.name for switch in referee.VARIANTS[variant].switches}
    if "soldier_same_colour_sets" not in names:
        return []
    rules: Any = referee.rules_for(variant, {"soldier_same_colour_sets": "all"})
    return list(rules.melds)
