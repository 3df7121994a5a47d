"""Where a certain win was taken or given away, in sentences, for the replay that shows all cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
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


@dataclass(frozen=True)
class LineStep:
    """A play or a pass of a line that was not played; ``query`` asks for the table after it."""

    query: str
    name: str
    cards: tuple[Card, ...]
    words: str  # where there are no cards
    duty: str  # the rule that forbids a pass; empty where there is none


@dataclass(frozen=True, kw_only=True)
class EndingMark:
    """What is said at the moment at which a certain win was taken or given away."""

    event: int
    kind: str  # ``given-away`` or ``taken``, as the sign in the list of moves
    name: str
    sentences: tuple[str, ...]
    known: str  # what the player could know; empty where that is not counted
    line: tuple[LineStep, ...]
    refutation: tuple[
        LineStep, ...
    ]  # after what was played, or beginning with what would have given the win away
    became: tuple[str, ...]  # who gave it back, and who went out

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
    marks = [
        _mark(watched, mark, counts["marks"][place:])
        for place, mark in enumerate(counts["marks"], 1)
    ]
    return EndingSummary(settled=_settled(counts), marks=tuple(marks))


def _settled(counts: Mapping[str, int]) -> str:
    return ngettext(
        "Settled: %(settled)s of %(count)s decision with at most 24 cards left.",
        "Settled: %(settled)s of %(count)s decisions with at most 24 cards left.",
        counts["decisions"],
    ) % {"count": counts["decisions"], "settled": counts["settled"]}


def _mark(
    watched: WatchedHand, mark: Mapping[str, Any], later: Sequence[Mapping[str, Any]]
) -> EndingMark:
    frames: Any = watched.watched.frames
    before = frames[mark["event"] - 1 - frames[0]["event"]]
    name = str(watched.names.get(mark["seat"], ""))
    is_given_away = mark["mark"] == GIVEN_AWAY
    action = mark["line"][0].partition(": ")[2] if mark["line"] else ""
    is_first = not before["out"]
    sentence = _sentence(name, action, gave=is_given_away, is_first=is_first)
    more = _other_plays(mark, action) if is_given_away else _kept(mark)
    blocked = _blocked(name) if mark.get("blocked") else ""
    sentences = [blocked, sentence] if mark.get("unannounced") else [sentence, more, blocked]
    return EndingMark(
        event=mark["event"],
        kind=mark["mark"],
        name=name,
        sentences=(*filter(None, sentences),),
        # who goes out at once goes out in every deal
        known=_known(name, mark) if mark.get("known") and mark["line"][1:] else "",
        line=_way_to_win(mark, watched.names),
        refutation=_refutation(mark, watched.names),
        became=(
            *_given_back(watched, mark, later),
            *filter(None, [_became(watched, mark, is_first=is_first)]),
        ),
    )


def _blocked(name: str) -> str:
    return _("The last card was not announced: for the rest of the hand, %(name)s is skipped and never leads (G25).") % {"name": name}  # fmt: skip


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
    otherwise = mark.get("otherwise")
    lost = _("%(play)s would have given it away.") % {"play": event_text.action_text(otherwise["action"])} if otherwise else ""  # fmt: skip
    return f"{_number_kept(number, choices, is_exact=not mark.get('unsettled'))} {lost}".strip()


def _number_kept(number: int, choices: int, *, is_exact: bool) -> str:
    if number == 1:
        return _("Only this kept it certain.")
    words = {"kept": number, "count": choices}
    if is_exact:
        return _("%(kept)s of %(count)s possible actions kept it certain.") % words
    return _("At most %(kept)s of %(count)s possible actions kept it certain.") % words


def _given_back(
    watched: WatchedHand, mark: Mapping[str, Any], later: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield by whose action a win that was given away was certain again, as far as that is known, and when it was given away again."""
    back = mark.get("given_back")
    if not back:
        return
    words = {"name": watched.names.get(back["seat"], ""), "number": back["event"]}
    yield _("%(name)s gave it back at move %(number)s.") % words
    for other in later:
        if (other["seat"], other["mark"]) == (mark["seat"], GIVEN_AWAY):
            words = {"name": watched.names.get(mark["seat"], ""), "number": other["event"]}
            yield _("%(name)s gave it away again at move %(number)s.") % words
            return


def _became(watched: WatchedHand, mark: Mapping[str, Any], *, is_first: bool) -> str:
    """Return who went out after a win was given away, or won by the others' being blocked; empty where nobody did."""
    out = mark.get("next_out")
    if not out:
        return ""
    frames: Any = watched.watched.frames
    words = {"name": watched.names.get(out["seat"], ""), "number": out["event"]}
    if out["seat"] not in frames[out["event"] - frames[0]["event"]]["out"]:
        return _("%(name)s won, at move %(number)s, since all others are blocked (G28).") % words
    if mark["mark"] != GIVEN_AWAY:
        return ""
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
    if known["complete"] and known["deals"] == 1:
        return _("%(name)s could know every card.") % {"name": name}
    if 2 * known["unsettled"] > known["deals"]:
        return ""
    sentences = [_share(name, known)]
    if played:
        sentences.append(_("What was played wins in %(number)s of them.") % {"number": _number(played)})  # fmt: skip
    if mark.get("could_know") is False:
        sentences.append(_("%(name)s could not know it.") % {"name": name})
    return " ".join(sentences)


def _share(name: str, known: Mapping[str, Any]) -> str:
    """Return in how many deals a play wins."""
    words = {
        "name": name,
        "number": _number(known),
        "deals": known["deals"],
        "low": percent(known["interval"][0], 1),
        "high": percent(known["interval"][1], 1),
    }
    if known["complete"]:
        return _("In %(number)s of all %(deals)s deals that fit what %(name)s saw, this play wins.") % words  # fmt: skip
    return _("In %(number)s of %(deals)s deals drawn from those that fit what %(name)s saw, this play wins (%(low)s to %(high)s of all that fit).") % words  # fmt: skip


def _number(share: Mapping[str, Any]) -> str:
    """Return in how many deals an action wins."""
    if not share["unsettled"]:
        return str(share["won"])
    return _("%(low)s to %(high)s") % {"low": share["won"], "high": share["won"] + share["unsettled"]}  # fmt: skip


def _way_to_win(mark: Mapping[str, Any], names: Names) -> tuple[LineStep, ...]:
    return _steps(mark["line"], names, mark["event"] - 1, mark.get("line_duties", ()))


def _refutation(mark: Mapping[str, Any], names: Names) -> tuple[LineStep, ...]:
    """Return how the others prevent a win: after what was played, or after what would have given it away."""
    otherwise = mark.get("otherwise")
    if not otherwise:
        line, duties = mark.get("refutation", ()), mark.get("refutation_duties", ())
        return _steps(line, names, mark["event"], duties)
    line = [f"{mark['seat']}: {otherwise['action']}", *otherwise["refutation"]]
    return _steps(line, names, mark["event"] - 1, ["", *otherwise["refutation_duties"]])


def _steps(
    line: Sequence[str], names: Names, after: int, duties: Sequence[str]
) -> tuple[LineStep, ...]:
    """Return the steps of a line that begins after an event, of its passes only the first step."""
    asked = {"event": after, "play": SEPARATOR.join(line)}
    steps = line_steps(line, names, asked, duties=duties[: len(line) - 1])
    return tuple(step for number, step in enumerate(steps) if not number or step.cards)


def line_steps(
    events: Sequence[str],
    names: Names,
    asked: Mapping[str, Any],
    *,
    before: int = 0,
    duties: Sequence[str] = (),
) -> tuple[LineStep, ...]:
    """Return the steps at the end of a line that an address asks for, ``before`` of whose plays come before them."""
    steps = []
    with_duties = zip(events, chain(duties, repeat("")), strict=False)
    for number, (text, duty) in enumerate(with_duties, before + 1):
        seat, _colon, action = text.partition(": ")
        cards = parse_cards(action.split())
        words = "" if cards else event_text.action_text(action)
        query = urlencode({**asked, "step": number}, safe=":;")
        steps.append(LineStep(query, str(names.get(int(seat), seat)), cards, words, duty))
    return tuple(steps)
