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
LOCALES = ["de", "zh_Hant"]
IGNORED = ["var", "tests", "benchmarks", "referee", "vendor", ".venv", "docs"]
"""Directories without texts that appear on pages."""


class Command(BaseCommand):
    """Update the catalogs: new texts are added untranslated, unused ones removed."""

    help = "Collect the texts to translate and compile the translations (needs gettext)."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        write_sentences()
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


def write_sentences() -> None:
    """Write the referee's messages into a module, so that makemessages collects them."""
    answers = _format_tuple("SENTENCES", message_scan.sentences())
    rules = _format_tuple("RULES", message_scan.rules())
    path = settings.BASE_DIR / SENTENCES
    path.write_text(
        f'{HEAD}{answers}"""In its answers."""\n\n{rules}"""In the rulebooks alone."""\n', "utf-8"
    )


def _format_tuple(name: str, texts: list[str]) -> str:
    lines = (f"    gettext_noop({json.dumps(text, ensure_ascii=False)}),\n" for text in texts)
    return f"{name} = (\n{''.join(lines)})  # fmt: skip\n"
