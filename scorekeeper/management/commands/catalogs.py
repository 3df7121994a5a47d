"""``manage.py catalogs``: update the translation catalogs from pages and referee (needs gettext)."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from scorekeeper.management import message_scan

SENTENCES = Path("scorekeeper/pages/referee_message_catalog.py")
HEAD = '''"""What the referee says, for the catalogs of the languages.  Written by ``manage.py catalogs``."""

from django.utils.translation import gettext_noop

'''
LINE_LENGTH = 100  # of the sources
LOCALES = ["de", "zh_Hant"]
IGNORED = ["var", "tests", "benchmarks", "vendor", ".venv", "docs"]
"""Directories without texts that appear on pages."""


class Command(BaseCommand):
    """Update the catalogs: new texts are added untranslated, unused ones removed."""

    help = "Collect the texts to translate and compile the translations (needs gettext)."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        (settings.BASE_DIR / SENTENCES).write_text(module_of_sentences(), "utf-8")
        for domain in ("django", "djangojs"):
            call_command(
                "makemessages",
                locale=LOCALES,
                domain=domain,
                ignore_patterns=IGNORED,
                add_location="file",
                no_obsolete=True,
                no_wrap=True,
            )
        call_command("compilemessages", locale=LOCALES, ignore_patterns=IGNORED)


def module_of_sentences() -> str:
    """Return the source of a module with the referee's messages, from which makemessages collects them."""
    answers = _format_tuple("SENTENCES", message_scan.sentences())
    rules = _format_tuple("RULES", message_scan.rules())
    return f'{HEAD}{answers}"""In its answers."""\n\n{rules}"""In the rulebooks alone."""\n'


def _format_tuple(name: str, texts: list[str]) -> str:
    """Return a module's tuple of these texts, as the formatter of the sources shapes it."""
    return f"{name} = (\n{''.join(map(_format_call, texts))})\n"


def _format_call(text: str) -> str:
    quoted = repr(text) if '"' in text else json.dumps(text, ensure_ascii=False)
    line = f"    gettext_noop({quoted}),"
    if len(line) > LINE_LENGTH:
        line = f"    gettext_noop(\n        {quoted}\n    ),"
    return f"{line}\n"
