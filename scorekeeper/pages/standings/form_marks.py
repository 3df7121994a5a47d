"""The form of players: signs for their last sessions, with the words that a screen reader speaks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.standings import scope_lines
from scorekeeper.standings.plans.plan import Plan, Scoring
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.summaries import LastSession, SessionSummary

WON, PLUS, ZERO, MINUS, BEHIND, NOTHING = "won", "plus", "zero", "minus", "behind", "nothing"
SIGNS = {WON: "★", PLUS: "+", ZERO: "0", MINUS: "−", NOTHING: "?"}
WORDS = {
    WON: gettext_lazy("won"),
    PLUS: gettext_lazy("above zero"),
    ZERO: gettext_lazy("zero"),
    MINUS: gettext_lazy("below zero"),
    NOTHING: gettext_lazy("nothing to count"),
}


@dataclass(frozen=True, kw_only=True)
class FormMark:
    """The sign of one session."""

    kind: str  # also its CSS class
    sign: str
    words: str


@dataclass(frozen=True, kw_only=True)
class FormColumn:
    """The signs of every player's last sessions, the latest last."""

    marks: Mapping[UUID, list[FormMark]]
    shows_places: bool  # instead of signs

    @property
    def key(self) -> str:
        """A sentence that explains the signs."""
        if self.shows_places:
            return _(
                "Form: each player’s places in the last five sessions with a hand that counts, the latest on the right."
            )
        return _(
            "Form: each player’s last five sessions with a hand that counts, the latest on the right. ★ first place, + above zero, 0 zero, − below zero."
        )


def season_form(plan: Plan, summaries: Mapping[UUID, SessionSummary]) -> FormColumn:
    """Return the signs of everybody.  Places are shown if they bring the points, or if nobody can be above zero."""
    shows_places = plan.scoring is Scoring.PLACE_POINTS or any(
        session.lowest_wins for summary in summaries.values() for session in summary.last
    )
    marks = {
        player: list(_marks(summary.last, shows_places=shows_places))
        for player, summary in summaries.items()
    }
    return FormColumn(marks=marks, shows_places=shows_places)


def player_form(count: CountedSeason, part: Scope, player: UUID) -> list[FormMark]:
    """Return the signs of one player in this part of a season; empty without a session."""
    form = season_form(count.plan.plan, scope_lines.session_summaries(count, part))
    return form.marks.get(player, [])


def _marks(sessions: Iterable[LastSession], *, shows_places: bool) -> Iterable[FormMark]:
    for session in sessions:
        if shows_places and session.place is not None:
            kind = WON if session.place == 1 else BEHIND
            words = _("place %(place)d") % {"place": session.place}
            yield FormMark(kind=kind, sign=str(session.place), words=words)
        else:
            kind = NOTHING if shows_places else _kind(session)
            yield FormMark(kind=kind, sign=SIGNS[kind], words=str(WORDS[kind]))


def _kind(session: LastSession) -> str:
    if session.value is None:
        return NOTHING
    if session.place == 1:
        return WON
    if not session.value:
        return ZERO
    return PLUS if session.value > 0 else MINUS
