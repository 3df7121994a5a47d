"""The catalogs of the languages as they are kept, and every text of the sources that must be in them; gettext is not needed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation.template import templatize

ROOT = settings.BASE_DIR
LOCALES = ("de", "zh_Hant")
DOMAINS = ("django", "djangojs")
LINE = re.compile(r'^(?P<key>msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? (?P<text>".*")$')
TEXT = r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
CALL = re.compile(rf"\b(n?p?gettext|_)\(u?{TEXT}(?:,\s*u?{TEXT})?(?:,\s*u?{TEXT})?")
PYTHON = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy",
    "pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy",
}  # fmt: skip


class Text(NamedTuple):
    """What somebody may read, with the sense in which it is meant."""

    text: str
    context: str = ""


class Entry(NamedTuple):
    """A text of a catalog with its translations, one for each grammatical number."""

    text: Text
    translations: tuple[str, ...]
    fuzzy: bool


def path(locale: str, domain: str, suffix: str) -> Path:
    return ROOT / f"scorekeeper/locale/{locale}/LC_MESSAGES/{domain}.{suffix}"


def entries(locale: str, domain: str) -> list[Entry]:
    """Everything in a catalog but its head."""
    blocks = path(locale, domain, "po").read_text(encoding="utf-8").split("\n\n")
    return [entry for block in blocks if (entry := _entry(block)).text.text]


def _entry(block: str) -> Entry:
    said: dict[str, list[str]] = {"msgctxt": [""], "msgid": [""], "msgstr": []}
    key = ""
    for line in block.splitlines():
        if found := LINE.match(line):
            key = found["key"]
            if key in {"msgctxt", "msgid"}:
                said[key] = [ast.literal_eval(found["text"])]
            else:
                said.setdefault(key, []).append(ast.literal_eval(found["text"]))
        elif line.startswith('"'):
            said[key][-1] += ast.literal_eval(line)
    fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines())
    return Entry(Text(said["msgid"][0], said["msgctxt"][0]), tuple(said["msgstr"]), fuzzy)


def texts(domain: str) -> Iterator[tuple[Text, Path]]:
    """Every text of the sources that asks to be translated."""
    if domain == "djangojs":
        for file in sorted((ROOT / "scorekeeper/pages/static").glob("*.js")):
            yield from ((text, file) for text in _called(file.read_text(encoding="utf-8")))
        return
    for file in sorted((ROOT / "templates").rglob("*.*")):
        yield from ((text, file) for text in _called(templatize(file.read_text(encoding="utf-8"))))
    for file in sorted((ROOT / "scorekeeper").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        yield from ((text, file) for node in ast.walk(tree) for text in _in_python(node))


def _called(source: str) -> Iterator[Text]:
    for name, *arguments in CALL.findall(source):
        said = [ast.literal_eval(argument) for argument in arguments if argument]
        yield Text(said[1], said[0]) if "p" in name else Text(said[0])


def _in_python(node: ast.AST) -> Iterator[Text]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    said = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]  # fmt: skip
    if name in PYTHON and said:
        yield Text(said[1], said[0]) if "pgettext" in name else Text(said[0])
