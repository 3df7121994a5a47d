"""Read the translation catalogs, and every translatable text of the sources, without gettext."""

import ast
import re
from collections.abc import Iterator
from functools import cache
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
    *"_ gettext gettext_lazy gettext_noop ngettext ngettext_lazy pgettext pgettext_lazy".split(),
    *"npgettext npgettext_lazy".split(),
}


class Text(NamedTuple):
    """A text with its context, msgid and msgctxt of gettext."""

    text: str
    context: str = ""


class Entry(NamedTuple):
    """A text of a catalog with its translations, one per plural form."""

    text: Text
    translations: tuple[str, ...]
    fuzzy: bool


def path(locale: str, domain: str, suffix: str) -> Path:
    return ROOT / f"scorekeeper/locale/{locale}/LC_MESSAGES/{domain}.{suffix}"


def entries(locale: str, domain: str) -> list[Entry]:
    """Return every entry of a catalog except its header."""
    blocks = path(locale, domain, "po").read_text(encoding="utf-8").split("\n\n")
    return [entry for block in blocks if (entry := _entry(block)).text.text]


def _entry(block: str) -> Entry:
    values: dict[str, list[str]] = {"msgctxt": [""], "msgid": [""], "msgstr": []}
    key = ""
    for line in block.splitlines():
        if match := LINE.match(line):
            key = match["key"]
            if key in {"msgctxt", "msgid"}:
                values[key] = [ast.literal_eval(match["text"])]
            else:
                values.setdefault(key, []).append(ast.literal_eval(match["text"]))
        elif line.startswith('"'):
            values[key][-1] += ast.literal_eval(line)
    fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines())
    return Entry(Text(values["msgid"][0], values["msgctxt"][0]), tuple(values["msgstr"]), fuzzy)


@cache
def texts(domain: str) -> list[tuple[Text, Path]]:
    """Return every translatable text of the sources with its file."""
    return list(_texts(domain))


def _texts(domain: str) -> Iterator[tuple[Text, Path]]:
    if domain == "djangojs":
        for file in sorted((ROOT / "scorekeeper/pages/static").glob("*.js")):
            yield from ((text, file) for text in _called(file.read_text(encoding="utf-8")))
        return
    for file in sorted((ROOT / "templates").rglob("*.*")):
        yield from ((text, file) for text in _called(templatize(file.read_text(encoding="utf-8"))))
    for file in sorted([*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "referee").rglob("*.py")]):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        yield from ((text, file) for node in ast.walk(tree) for text in _in_python(node))


def _called(source: str) -> Iterator[Text]:
    for name, *arguments in CALL.findall(source):
        texts = [ast.literal_eval(argument) for argument in arguments if argument]
        yield Text(texts[1], texts[0]) if "p" in name else Text(texts[0])


def _in_python(node: ast.AST) -> Iterator[Text]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    constants = [
        one.value
        for one in node.args
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    if name in PYTHON and constants:
        yield Text(constants[1], constants[0]) if "pgettext" in name else Text(constants[0])
