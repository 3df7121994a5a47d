"""Where a certain win was taken or given away, in sentences, for the replay that shows all cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.access import Person
from scorekeeper.pages.display import event_text
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.display.numbers import percent
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays import moves
from scorekeeper.pages.replays.context import WatchedHand
from scorekeeper.replays import endings
from scorekeeper.replays.endings import EndingState
from scorekeeper.replays.lines import SEPARATOR

GIVEN_AWAY = "given-away"


@dataclass(frozen=True)
class LineStep:
    """A play or a pass of a line that was not played; ``query`` asks for the table after it."""

    query: str
    name: str
    cards: tuple[Card, ...]
    words: str  # where there are no cards


@dataclass(frozen=True, kw_only=True)
class EndingMark:
    """What is said at the moment at which a certain win was taken or given away."""

    event: int
    kind: str  # ``given-away`` or ``taken``, as the sign in the list of moves
    name: str
    sentence: str
    known: str  # what the player could know; empty where that is not counted
    line: tuple[LineStep, ...]
    refutation: tuple[LineStep, ...]

    @property
    def drawn(self) -> str:
        """Its sign."""
        return moves.SIGNS[self.kind]

    @property
    def words(self) -> str:
        """What the sign says."""
        return moves.sign_words()[self.kind]


@dataclass(frozen=True, kw_only=True)
class EndingSummary:
    """All marks of a hand, and how much of it was settled."""

    missing: EndingState | None = None  # why there are none
    settled: str = ""
    marks: tuple[EndingMark, ...] = ()

    @property
    def kinds(self) -> dict[int, str]:
        """The signs by event."""
        return {mark.event: mark.kind for mark in self.marks}


def ending_summary(watched: WatchedHand, person: Person) -> EndingSummary | None:
    """Return what is shown of a hand's ending; None where nothing is: from one seat, of an earlier version, without plays."""
    view = watched.view
    if view.seat is not None or view.revision is not None or not watched.watched.frames:
        return None
    state, analysis = endings.ending_of(watched.hand, person)
    if state in {EndingState.WAITING, EndingState.FAILED}:
        return EndingSummary(missing=state)
    counts: Any = analysis or {}
    if not counts.get("decisions"):
        return None
    marks = [_mark(watched, mark) for mark in counts["marks"]]
    return EndingSummary(settled=_settled(counts), marks=tuple(marks))


def _settled(counts: Mapping[str, int]) -> str:
    return ngettext(
        "Settled: %(settled)s of %(count)s decision with at most 24 cards left.",
        "Settled: %(settled)s of %(count)s decisions with at most 24 cards left.",
        counts["decisions"],
    ) % {"count": counts["decisions"], "settled": counts["settled"]}


def _mark(watched: WatchedHand, mark: Mapping[str, Any]) -> EndingMark:
    frames: Any = watched.watched.frames
    before = frames[mark["event"] - 1 - frames[0]["event"]]
    name = str(watched.names.get(mark["seat"], ""))
    is_given_away = mark["mark"] == GIVEN_AWAY
    action = mark["line"][0].partition(": ")[2] if mark["line"] else ""
    return EndingMark(
        event=mark["event"],
        kind=mark["mark"],
        name=name,
        sentence=_sentence(name, action, gave=is_given_away, is_first=not before["out"]),
        # who goes out at once goes out in every deal
        known=_known(name, mark["known"]) if mark.get("known") and mark["line"][1:] else "",
        line=_steps(mark["line"], watched.names, mark["event"] - 1) if is_given_away else (),
        refutation=_steps(mark.get("refutation", ()), watched.names, mark["event"]),
    )


def _sentence(name: str, action: str, *, gave: bool, is_first: bool) -> str:
    passed = action == event_text.PASSED
    play = _("by a pass") if passed else event_text.action_text(action)
    words = {"name": name, "play": play}
    if gave:
        if is_first:
            return _("With all cards open, %(name)s could have forced going out first here: %(play)s.") % words  # fmt: skip
        return _("With all cards open, %(name)s could have forced going out before the others who are still in: %(play)s.") % words  # fmt: skip
    if is_first:
        return _("With all cards open, %(name)s was certain from here on to go out first.") % words
    return _("With all cards open, %(name)s was certain from here on to go out before the others who are still in.") % words  # fmt: skip


def _known(name: str, known: Mapping[str, Any]) -> str:
    """Return in how many deals that fit what the player saw the play wins; empty where most are not settled."""
    unsettled = known["unsettled"]
    if 2 * unsettled > known["deals"]:
        return ""
    words = {
        "name": name,
        "won": known["won"],
        "most": known["won"] + unsettled,
        "deals": known["deals"],
        "low": percent(known["interval"][0], 1),
        "high": percent(known["interval"][1], 1),
    }
    could_not = 2 * words["most"] < known["deals"]
    is_exact = known["complete"] and not unsettled
    if is_exact and could_not:
        return _("%(name)s could not know it: in only %(won)s of all %(deals)s deals that fit what %(name)s saw, this play wins.") % words  # fmt: skip
    if is_exact:
        return _("In %(won)s of all %(deals)s deals that fit what %(name)s saw, this play wins.") % words  # fmt: skip
    if unsettled and could_not:
        return _("%(name)s could not know it: in at most %(most)s of %(deals)s deals that fit what %(name)s saw, this play wins (%(low)s to %(high)s).") % words  # fmt: skip
    if unsettled:
        return _("In at least %(won)s of %(deals)s deals that fit what %(name)s saw, this play wins (%(low)s to %(high)s).") % words  # fmt: skip
    if could_not:
        return _("%(name)s could not know it: in only %(won)s of %(deals)s deals that fit what %(name)s saw, this play wins (%(low)s to %(high)s).") % words  # fmt: skip
    return _("In %(won)s of %(deals)s deals that fit what %(name)s saw, this play wins (%(low)s to %(high)s).") % words  # fmt: skip


def _steps(line: Sequence[str], names: Names, after: int) -> tuple[LineStep, ...]:
    """Return the steps of a line that begins after an event."""
    return line_steps(line, names, {"event": after, "play": SEPARATOR.join(line)})


def line_steps(
    events: Sequence[str], names: Names, asked: Mapping[str, Any], *, before: int = 0
) -> tuple[LineStep, ...]:
    """Return the steps at the end of a line that an address asks for, ``before`` of whose plays come before them."""
    steps = []
    for number, text in enumerate(events, before + 1):
        seat, _colon, action = text.partition(": ")
        cards = parse_cards(action.split())
        words = "" if cards else event_text.action_text(action)
        query = urlencode({**asked, "step": number}, safe=":;")
        steps.append(LineStep(query, str(names.get(int(seat), seat)), cards, words))
    return tuple(steps)
