"""Earlier rulings, so that like cases are decided alike."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scorekeeper.models import Dispute, Ruling

WORDS_LOOKED_FOR = 10  # of a question; more do not make it clearer
WORDS_COMPARED = 300  # rulings, the newest, whose words are laid beside a dispute's
SHOWN = 5

_WORD = re.compile(r"[^\W_]{4,}")  # shorter ones say little


class Precedent(NamedTuple):
    """An earlier ruling and what makes it like the dispute."""

    ruling: Ruling
    same_fault: bool
    same_rule: bool
    same_variant: bool
    words: tuple[str, ...]  # in both

    @property
    def likeness(self) -> tuple[int, int, datetime]:
        """Same fault, rule and variant before same fault, that before words alone; then the most words, the newest."""
        alike = self.same_fault and self.same_rule and self.same_variant
        return 2 if alike else int(self.same_fault), len(self.words), self.ruling.at


def with_words(rulings: QuerySet[Ruling], words: str) -> QuerySet[Ruling]:
    """Those that have each of these words in reason, claim or grounds."""
    for word in words.split()[:WORDS_LOOKED_FOR]:
        rulings = rulings.filter(
            Q(reason__icontains=word)
            | Q(dispute__claim__icontains=word)
            | Q(dispute__grounds__icontains=word)
        )
    return rulings


def closest(dispute: Dispute) -> list[Precedent]:
    """The earlier rulings of the club that are most like a dispute, the closest first.

    Compared are the newest about the same fault, the newest under the same rule as well, and the words of the newest.
    """
    earlier = Ruling.objects.filter(club=dispute.club_id).exclude(dispute=dispute)
    decided = getattr(dispute, "ruling", None)
    if decided is not None:
        earlier = earlier.filter(at__lt=decided.at)
    rows = earlier.select_related("dispute", "revision", "dispute__hand__session").order_by("-at")
    found = {ruling.pk: ruling for ruling in rows[:WORDS_COMPARED]}
    if dispute.fault:
        same = rows.filter(fault=dispute.fault)
        alike = same.filter(rule=dispute.rule, dispute__hand__session__variant=dispute.hand.session.variant)  # fmt: skip
        found |= {ruling.pk: ruling for ruling in (*alike[:SHOWN], *same[:SHOWN])}
    own = _words([dispute.claim, dispute.grounds])
    precedents = (_precedent(dispute, ruling, own) for ruling in found.values())
    like = [precedent for precedent in precedents if precedent.same_fault or precedent.words]
    return sorted(like, key=lambda precedent: precedent.likeness, reverse=True)[:SHOWN]


def _precedent(dispute: Dispute, ruling: Ruling, own: set[str]) -> Precedent:
    then = ruling.dispute
    return Precedent(
        ruling=ruling,
        same_fault=bool(dispute.fault) and ruling.fault == dispute.fault,
        same_rule=bool(dispute.rule) and ruling.rule == dispute.rule,
        same_variant=then.hand.session.variant == dispute.hand.session.variant,
        words=tuple(sorted(own & _words([ruling.reason, then.claim, then.grounds]))),
    )


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.casefold())}
