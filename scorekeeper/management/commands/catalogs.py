"""``manage.py catalogs``: the words of all pages and of the referee, gathered for translators; gettext must be there."""

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
ELSEWHERE = ["var", "tests", "benchmarks", "referee", "vendor", ".venv", "docs"]
"""Nothing in these is shown on a page."""


class Command(BaseCommand):
    """Brings the catalogs up to date: new texts come in untranslated, what nobody says any more goes."""

    help = "Gather what is to be translated, and compile what is (needs gettext)."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        write_sentences()
        for domain in ("django", "djangojs"):
            call_command(
                "makemessages",
                locale=LOCALES,
                domain=domain,
                ignore_patterns=ELSEWHERE,
                add_location="file",
                no_obsolete=True,
                no_wrap=True,
            )
        call_command("compilemessages", locale=LOCALES, ignore_patterns=ELSEWHERE)


def write_sentences() -> None:
    """The referee's sentences as a module of their own, which the gatherers of texts can read."""
    answers = _listed("SENTENCES", message_scan.sentences())
    rules = _listed("RULES", message_scan.rules())
    path = settings.BASE_DIR / SENTENCES
    path.write_text(
        f'{HEAD}{answers}"""In its answers."""\n\n{rules}"""In the rulebooks alone."""\n', "utf-8"
    )


def _listed(name: str, texts: list[str]) -> str:
    lines = (f"    gettext_noop({json.dumps(text, ensure_ascii=False)}),\n" for text in texts)
    return f"{name} = (\n{''.join(lines)})  # fmt: skip\n"
