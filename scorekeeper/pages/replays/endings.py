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
MOST_PLAYS = 3
"""So many other plays that win are named, at most."""
SHORT = 6  # steps of a line that is shown at once
WIDEST = 0.3  # between the bounds of a share; of a wider one nothing is said


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
    sentences: tuple[str, ...]
    known: str  # what the player could know; empty where that is not counted
    line: tuple[LineStep, ...]
    refutation: tuple[LineStep, ...]
    became: str  # who went out after a win was given away; empty where nobody did

    @property
    def is_short(self) -> bool:
        """Whether the refutation is read at a glance."""
        return len(self.refutation) <= SHORT

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
    is_first = not before["out"]
    more = _other_plays(mark, action) if is_given_away else _kept(mark)
    if mark.get("blocked"):
        more = _("The last card was not announced: %(name)s may only pass from here on (G25).") % {"name": name}  # fmt: skip
    return EndingMark(
        event=mark["event"],
        kind=mark["mark"],
        name=name,
        sentences=(
            _sentence(name, action, gave=is_given_away, is_first=is_first),
            *filter(None, [more]),
        ),
        # who goes out at once goes out in every deal
        known=_known(name, mark) if mark.get("known") and mark["line"][1:] else "",
        line=_steps(mark["line"], watched.names, mark["event"] - 1) if is_given_away else (),
        refutation=_steps(mark.get("refutation", ()), watched.names, mark["event"]),
        became=_became(watched, mark, is_first=is_first),
    )


def _other_plays(mark: Mapping[str, Any], action: str) -> str:
    """Return what else would have won; empty if nothing would."""
    plays = [play for play in mark["plays"] if sorted(play.split()) != sorted(action.split())]
    if not plays:
        return ""
    if len(plays) + 2 == mark.get("choices"):
        return _("Also by everything but what was played.")
    if len(plays) > MOST_PLAYS:
        return ngettext("Also by %(count)s other play.", "Also by %(count)s other plays.", len(plays)) % {"count": len(plays)}  # fmt: skip
    named = (_("a pass") if play == event_text.PASSED else event_text.action_text(play) for play in plays)  # fmt: skip
    return _("Also by: %(plays)s.") % {"plays": "; ".join(named)}


def _kept(mark: Mapping[str, Any]) -> str:
    """Return how many of the possible actions kept a certain win; empty where that was not counted, by an earlier release."""
    number, choices = len([*mark["plays"], *mark.get("unsettled", ())]), mark.get("choices")
    if not choices:
        return ""
    if number == 1:
        return _("Only this kept it certain.")
    words = {"kept": number, "count": choices}
    if mark.get("unsettled"):
        return _("At most %(kept)s of %(count)s possible actions kept it certain.") % words
    return _("%(kept)s of %(count)s possible actions kept it certain.") % words


def _became(watched: WatchedHand, mark: Mapping[str, Any], *, is_first: bool) -> str:
    """Return who went out after a win was given away, or won by the others' being blocked; empty where nobody did."""
    out = mark.get("next_out")
    if not out:
        return ""
    frames: Any = watched.watched.frames
    words = {"name": watched.names.get(out["seat"], ""), "number": out["event"]}
    if out["seat"] not in frames[out["event"] - frames[0]["event"]]["out"]:
        return _("%(name)s won, at move %(number)s, since all others may only pass (G28).") % words
    if out["seat"] == mark["seat"]:
        if is_first:
            return _("%(name)s went out first all the same, at move %(number)s.") % words
        return _("%(name)s went out next all the same, at move %(number)s.") % words
    if is_first:
        return _("%(name)s went out first instead, at move %(number)s.") % words
    return _("%(name)s went out next instead, at move %(number)s.") % words


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


def _known(name: str, mark: Mapping[str, Any]) -> str:
    """Return in how many deals that fit what the player saw the play wins, and what was played; empty where too little is settled."""
    known, played = mark["known"], mark.get("known_played")
    unsettled = known["unsettled"]
    if known["complete"] and known["deals"] == 1:
        return _("%(name)s could know every card.") % {"name": name}
    if 2 * unsettled > known["deals"] or known["interval"][1] - known["interval"][0] > WIDEST:
        return ""
    could_not = mark.get("could_know") is False
    sentence = _share(name, known, could_not=could_not)
    if not played:
        return sentence
    words = {"won": played["won"], "most": played["won"] + played["unsettled"]}
    if played["unsettled"]:
        instead = _("What was played wins in %(won)s to %(most)s of them.") % words
    else:
        instead = _("What was played wins in %(won)s of them.") % words
    return f"{sentence} {instead}"


def _share(name: str, known: Mapping[str, Any], *, could_not: bool) -> str:
    """Return in how many deals a play wins; ``could_not``: the player could not know it."""
    unsettled = known["unsettled"]
    words = {
        "name": name,
        "won": known["won"],
        "most": known["won"] + unsettled,
        "deals": known["deals"],
        "low": percent(known["interval"][0], 1),
        "high": percent(known["interval"][1], 1),
    }
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
    """Return the steps of a line that begins after an event, of its passes only the first step."""
    steps = line_steps(line, names, {"event": after, "play": SEPARATOR.join(line)})
    return tuple(step for number, step in enumerate(steps) if not number or step.cards)


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
