"""Similar earlier rulings, so that like cases are decided alike."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scorekeeper.models import Dispute, Ruling

MAX_SEARCH_WORDS = 10  # of a search; more are ignored
MAX_COMPARED = 300  # newest rulings whose words are compared with the dispute's
MAX_PRECEDENTS = 5

_WORD = re.compile(r"[^\W_]{4,}")  # shorter words say little about the case


class Precedent(NamedTuple):
    """An earlier ruling, and what it has in common with the dispute."""

    ruling: Ruling
    same_fault: bool
    same_rule: bool
    same_variant: bool
    words: tuple[str, ...]  # in both

    @property
    def rank(self) -> tuple[int, int, datetime]:
        """Sort key: fault, rule and variant in common; fault only; words only.  Then the number of words, then time."""
        same_kind = self.same_fault and self.same_rule and self.same_variant
        return 2 if same_kind else int(self.same_fault), len(self.words), self.ruling.at


def with_words(rulings: QuerySet[Ruling], words: str) -> QuerySet[Ruling]:
    """Filter the rulings that contain each of these words in reason, claim or grounds."""
    for word in words.split()[:MAX_SEARCH_WORDS]:
        rulings = rulings.filter(
            Q(reason__icontains=word)
            | Q(dispute__claim__icontains=word)
            | Q(dispute__grounds__icontains=word)
        )
    return rulings


def find_precedents(dispute: Dispute) -> list[Precedent]:
    """Return the club's earlier rulings that are most similar to a dispute, closest first.

    Candidates are the newest rulings, the newest about the same fault, and the newest under the same rule and variant.
    """
    earlier = Ruling.objects.filter(club=dispute.club_id).exclude(dispute=dispute)
    decided = getattr(dispute, "ruling", None)
    if decided is not None:
        earlier = earlier.filter(at__lt=decided.at)
    rows = earlier.select_related("dispute", "revision", "dispute__hand__session").order_by("-at")
    candidates = {ruling.pk: ruling for ruling in rows[:MAX_COMPARED]}
    if dispute.fault:
        same = rows.filter(fault=dispute.fault)
        alike = same.filter(
            rule=dispute.rule, dispute__hand__session__variant=dispute.hand.session.variant
        )
        candidates |= {
            ruling.pk: ruling for ruling in (*alike[:MAX_PRECEDENTS], *same[:MAX_PRECEDENTS])
        }
    own = _words([dispute.claim, dispute.grounds])
    precedents = (_precedent(dispute, ruling, own) for ruling in candidates.values())
    similar = [precedent for precedent in precedents if precedent.same_fault or precedent.words]
    return sorted(similar, key=lambda precedent: precedent.rank, reverse=True)[:MAX_PRECEDENTS]


def _precedent(dispute: Dispute, ruling: Ruling, own: set[str]) -> Precedent:
    earlier = ruling.dispute
    return Precedent(
        ruling=ruling,
        same_fault=bool(dispute.fault) and ruling.fault == dispute.fault,
        same_rule=bool(dispute.rule) and ruling.rule == dispute.rule,
        same_variant=earlier.hand.session.variant == dispute.hand.session.variant,
        words=tuple(sorted(own & _words([ruling.reason, earlier.claim, earlier.grounds]))),
    )


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.casefold())}
