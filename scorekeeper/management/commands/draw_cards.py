"""``manage.py draw_cards``: redraw the card pictures of the pages."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.pages import drawing


class Command(BaseCommand):
    """Draw the card pictures."""

    help = "Redraw the card pictures of the pages (static/cards.svg)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        where = Path(settings.STATICFILES_DIRS[0]) / "cards.svg"
        where.write_text(drawing.sheet(), encoding="utf-8")
        self.stdout.write(f"{len(drawing.FACES)} cards drawn.")
