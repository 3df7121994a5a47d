"""A player's ratings session by session, stored ones and new ones together."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.models import RatingStep, Session
from scorekeeper.ratings.latest_ratings import NewSteps
from scorekeeper.ratings.lists import RatingListKey


@dataclass(frozen=True)
class History:
    """Steps in the order of play: the stored ones, and after them the new ones.

    Offers what pages of the API need of a QuerySet.
    """

    stored: QuerySet[RatingStep]
    new: tuple[RatingStep, ...] = ()
    newest_first: bool = False

    def __iter__(self) -> Iterator[RatingStep]:
        if self.newest_first:
            return chain(reversed(self.new), self.stored)
        return chain(self.stored, self.new)

    def __getitem__(self, part: slice) -> list[RatingStep]:
        return list(islice(replace(self, stored=self.stored[: part.stop]), part.start, part.stop))

    def order_by(self, field: str) -> "History":
        """Return the same steps in the order of ``moment`` or ``-moment``."""
        newest_first = field.startswith("-")
        return replace(self, stored=self.stored.order_by(field), newest_first=newest_first)

    def filter(self, **moments: str) -> "History":
        """Return the steps after ``moment__gt``, or those before ``moment__lt``."""
        after, before = moments.get("moment__gt", ""), moments.get("moment__lt")
        new = (step for step in self.new if after < step.moment < (before or "~"))
        return replace(self, stored=self.stored.filter(**moments), new=tuple(new))


def find_history(
    key: RatingListKey,
    new_steps: NewSteps,
    *,
    players: Collection[UUID],
    sessions: QuerySet[Session],
) -> History:
    """Return the ratings of these players after each of these sessions."""
    of_list = {f"list__{name}": value for name, value in key._asdict().items()}
    stored = RatingStep.objects.filter(**of_list, player__in=players).order_by("moment")
    stored = stored.filter(session__in=sessions.order_by().values("pk"))
    if not new_steps.start:
        return History(stored)
    wanted = [step for step in new_steps.steps if step.player_id in players]
    ids = {step.session_id for step in wanted}
    visible = set(sessions.filter(pk__in=ids).values_list("pk", flat=True))
    new = tuple(step for step in wanted if step.session_id in visible)
    return History(stored.filter(moment__lt=new_steps.start), new)
