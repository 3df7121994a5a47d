"""A finished hand tried otherwise: the line is in the address, and nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.adjudication.hidden_cards import VisibleHand
from scorekeeper.hands import variations
from scorekeeper.hands.variations import NamedLine
from scorekeeper.models import Hand, HandRevision
from scorekeeper.pages.actions import sentence
from scorekeeper.pages.display import event_text
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.display.referee_messages import Names, points
from scorekeeper.pages.hands.variation_form import VariationForm
from scorekeeper.pages.permissions import get_hand
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.context import WatchedHand
from scorekeeper.pages.replays.endings import LineStep, line_steps
from scorekeeper.pages.replays.moments import Face
from scorekeeper.pages.replays.timeline import ReplayTimeline
from scorekeeper.pages.throttling import count_work, limit_anonymous_requests
from scorekeeper.replays import lines
from scorekeeper.replays.frames import ReplayState
from scorekeeper.replays.lines import ClosedMomentError, TriedLine, TriedLineError
from scorekeeper.replays.perspective import Perspective, PerspectiveHand
from scorekeeper.sessions.document import names_of

MAX_LISTED = 400
"""The most plays of a seat that are listed; the cards of the others can be tapped."""

REASONS = {
    "steps": gettext_lazy("It was not settled in the time that a page has."),
    "many-cards": gettext_lazy("It is looked for with at most 24 cards left, all players together."),
    "gift-due": gettext_lazy("A card has to be given first."),
    "unsure-turn": gettext_lazy("After what was played it is not known for sure who is to act on what."),
    "unknown-rule": gettext_lazy("This game has a rule for which it cannot be found out."),
}  # fmt: skip
"""Why it is not settled whether a seat can force something; other reasons cannot come up on the page."""


class AskedLine(NamedTuple):
    """The line that an address asks for."""

    event: int  # the last event of the hand before the line
    plays: Sequence[str]
    step: int  # how many of the plays lie on the table
    revision: HandRevision | None = None  # None: the current one
    named: NamedLine | None = None
    against: int | None = None  # the seat whose plays the others answer as well as they can
    solve: int | None = None  # the seat of which is asked whether it can force going out first

    @property
    def query(self) -> str:
        """The line as the beginning of a query string, ending in ``&``, without the step."""
        params = {"variation": self.named.key} if self.named else self.params(self.plays)
        return urlencode(params, safe=":;") + "&"

    def params(self, plays: Sequence[str]) -> dict[str, str]:
        """Return the line with other plays as parameters of an address."""
        return {
            "event": str(self.event),
            **({"version": str(self.revision.number)} if self.revision else {}),
            **({"play": lines.SEPARATOR.join(plays)} if plays else {}),
            **({"against": str(self.against)} if self.against else {}),
        }


class Choice(NamedTuple):
    """What a seat may do next, as a button."""

    value: str  # the event as a record writes it
    verb: str  # what is done with the cards; empty for a plain play
    cards: Sequence[Card]
    words: str  # instead of verb and cards, where there is more to say


class SeatChoices(NamedTuple):
    """All that a seat may do next, in groups with a title."""

    seat: int
    name: str
    passes: Choice | None
    groups: Sequence[tuple[str, Sequence[Choice]]]
    left_out: int  # plays that are not listed


class LineMove(NamedTuple):
    """One play of the line."""

    number: int  # from 1
    judged: event_text.EventLine


class SolvedSeat(NamedTuple):
    """Whether a seat can force going out first, in words, with one way to the end."""

    sentence: str
    reason: str = ""  # why it is not settled
    is_won: bool = False
    way: Sequence[LineStep] = ()


class ListedVariation(NamedTuple):
    """A variation in a list, with what its reader may do."""

    named: NamedLine
    moves: int
    is_stale: bool
    is_own: bool = False
    may_withdraw: bool = False


@require_safe
def try_otherwise(request: HttpRequest, hand: UUID) -> HttpResponse:
    """Show a line that begins after an event of a finished hand (``?event=7&play=2: 9H;3: pass``), and what can be played next."""
    row = get_hand(request, hand)
    asked = _parse(request, row)
    solves = asked.against is not None or asked.solve is not None
    if refused := limit_anonymous_requests(request) if solves else None:
        return refused
    return line_page(request, row, asked)


def line_page(
    request: HttpRequest, row: Hand, asked: AskedLine, *, form: VariationForm | None = None
) -> HttpResponse:
    """Return the page of a line; ``form`` is the one that was refused.  Raises Http404 for an event that is missing."""
    context: dict[str, Any] = {"hand": row, "session": row.session, "club": row.club}
    try:
        line = _try(row, asked)
    except ClosedMomentError as error:
        context |= {"asked": asked, "closed": sentence(error)}
        return render(request, "hands/try.html", context, status=409)
    except TriedLineError as error:
        number = _play_number(error)
        if number is None:
            raise Http404 from error
        cause, typed = error.__cause__, asked.plays[number]
        context["problem"] = sentence(cause if isinstance(cause, referee.MalformedError) else error)
        context["typed"] = typed.partition(":")[2].strip() or typed
        asked = asked._replace(plays=asked.plays[:number], step=number, named=None)
        line = _try(row, asked)
    line, asked, answered = _answer(line, asked)
    now, names = _at_step(line, asked), names_of(row.session)
    solved = _solve(now, asked, steps=lines.SOLVING_STEPS - (answered.steps if answered else 0))
    count_work(request, sum(outcome.steps for outcome in (answered, solved) if outcome))
    context |= _context(asked, line, now, names)
    context |= _ending_context(asked, now, names, answered=answered, solved=solved)
    if access.may(request.user, Action.COMMENT, row.club) and line.plays and not asked.named:
        context["keep_form"] = form or variation_form(asked, row, names)
    context |= list_variations(request.user, row)
    return render(
        request, "hands/try.html", context, status=422 if form or "problem" in context else 200
    )


def list_variations(person: Person, row: Hand) -> dict[str, Sequence[ListedVariation]]:
    """Return the context of the list of a hand's variations: those of its record, and for members the kept ones."""
    moderates = access.may(person, Action.MODERATE, row.club)
    shown = [
        ListedVariation(named, len(named.line.events), is_stale=False)
        for named in variations.recorded_variations(row)
    ]
    if access.may(person, Action.SEE, row.club):
        rows = variations.variations_on(row, person)
        for named in variations.named_lines(rows):
            is_own = named.stored is not None and named.stored.by_id == person.pk
            is_stale = named.revision.pk != row.head_id
            moves = len(named.line.events)
            shown.append(ListedVariation(named, moves, is_stale, is_own, is_own or moderates))
    return {"variations": shown}


def asked_in_form(request: HttpRequest, row: Hand, plays: Sequence[str]) -> AskedLine:
    """Return the line that the form keeps.  Raises Http404 for a version that is missing."""
    sent = request.POST
    version, event = sent.get("revision"), sent.get("event") or "0"
    try:
        revision = lines.find_revision(row, viewpoints.parse_number(version) if version else None)
    except TriedLineError as error:
        raise Http404 from error
    return AskedLine(viewpoints.parse_number(event), plays, len(plays), revision)


def variation_form(
    asked: AskedLine, row: Hand, names: Names, data: Mapping[str, Any] | None = None
) -> VariationForm:
    """Return the form that keeps a line."""
    labels = [
        _label(number, play, names) for number, play in enumerate(asked.plays, asked.event + 1)
    ]
    return VariationForm(asked.revision or row.head, asked.event, asked.plays, labels, data)


def _label(number: int, play: str, names: Names) -> str:
    seat, _colon, action = play.partition(":")
    name = names.get(int(seat) if seat.strip().isdecimal() else 0, seat)
    words = event_text.action_text(" ".join(action.split()), names)
    return f"{number}. {name}: {words}"


def _try(row: Hand, asked: AskedLine) -> TriedLine:
    return lines.try_line(row, event=asked.event, plays=asked.plays, revision=asked.revision)


def _parse(request: HttpRequest, row: Hand) -> AskedLine:
    """Return the line that the address asks for.  Raises Http404."""
    sent = request.GET
    key = sent.get("variation")
    if key:
        named = _find_variation(request, row, key)
        plays: Sequence[str] = named.line.events
        revision = None if named.revision.pk == row.head_id else named.revision
        asked = AskedLine(named.event, plays, _step(request, plays), revision, named)
        return asked._replace(against=_seat(request, "against"), solve=_seat(request, "solve"))
    plays = [play for text in sent.getlist("play") for play in lines.parse_plays(text)]
    if tapped := [card.strip() for card in sent.getlist("card") if card.strip()]:
        plays.append(f"{sent.get('seat', '')}: {' '.join(tapped)}")
    version = sent.get("version")
    try:
        revision = lines.find_revision(row, viewpoints.parse_number(version) if version else None)
    except TriedLineError as error:
        raise Http404 from error
    event = viewpoints.parse_number(sent.get("event") or "0")
    asked = AskedLine(event, plays, _step(request, plays), revision)
    return asked._replace(against=_seat(request, "against"), solve=_seat(request, "solve"))


def _seat(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    return viewpoints.parse_number(text) if text else None


def _find_variation(request: HttpRequest, row: Hand, key: str) -> NamedLine:
    """Return the variation of the record with this number, or the kept one with this id.  Raises Http404."""
    lines_of_hand = variations.recorded_variations(row)
    try:
        stored = variations.variations_on(row, request.user).filter(pk=UUID(key))
    except ValueError:
        pass
    else:
        lines_of_hand = variations.named_lines(stored)
    for named in lines_of_hand:
        if named.key == key:
            return named
    raise Http404


def _step(request: HttpRequest, plays: Sequence[str]) -> int:
    text = request.GET.get("step")
    return min(viewpoints.parse_number(text), len(plays)) if text else len(plays)


def _answer(
    line: TriedLine, asked: AskedLine
) -> tuple[TriedLine, AskedLine, referee.Outcome | None]:
    """Return the line with what the others answer, if that is asked for at its end.  Raises Http404 for a seat that is missing."""
    asked = asked._replace(plays=line.plays)
    for seat in (asked.against, asked.solve):
        if seat is not None and not 1 <= seat <= line.table.seats:
            raise Http404
    if asked.against is None or asked.step < len(line.plays):
        return line, asked, None
    longer, outcome = lines.answer_seat(line, asked.against)
    if longer.plays != line.plays:
        asked = asked._replace(plays=longer.plays, step=len(longer.plays), named=None)
    return longer, asked, outcome


def _at_step(line: TriedLine, asked: AskedLine) -> TriedLine:
    """Return the line up to the step that is shown."""
    if asked.step == len(line.plays):
        return line
    return _try(line.hand, asked._replace(plays=line.plays[: asked.step]))


def _solve(now: TriedLine, asked: AskedLine, *, steps: int) -> referee.Outcome | None:
    return None if asked.solve is None else lines.solve(now, asked.solve, steps=steps)


def _ending_context(
    asked: AskedLine,
    now: TriedLine,
    names: Names,
    *,
    answered: referee.Outcome | None,
    solved: referee.Outcome | None,
) -> dict[str, Any]:
    """Return what is asked of the ending, with all cards open, and what is answered."""
    out = now.judged.frames()[-1]["out"]
    seats = [(seat, str(name)) for seat, name in names.items() if seat not in out]
    context: dict[str, Any] = {"solvable": seats if now.is_solvable else ()}
    if asked.against is not None:
        context["against"] = str(names[asked.against])
        context["alone"] = urlencode(asked._replace(against=None).params(now.plays), safe=":;")
        if isinstance(answered, referee.NotSettled):
            context["unanswered"] = str(REASONS.get(answered.reason, ""))
    if solved is not None and asked.solve is not None:
        context["solved"] = _solved_seat(solved, asked.solve, asked, now, names)
    return context


def _solved_seat(
    outcome: referee.Outcome, seat: int, asked: AskedLine, now: TriedLine, names: Names
) -> SolvedSeat:
    name, out = {"name": names[seat]}, now.judged.frames()[-1]["out"]
    if isinstance(outcome, referee.NotSettled):
        words = _("It is not settled whether %(name)s can force going out first.") % name
        return SolvedSeat(words, str(REASONS.get(outcome.reason, "")))
    if seat in out:
        return SolvedSeat(_("%(name)s is out already.") % name)
    way = lines.way_of(outcome)
    line = asked._replace(against=None).params([*now.plays, *way])
    steps = line_steps(way, names, line, before=len(now.plays))
    if isinstance(outcome, referee.Won):
        words = (
            _("With all cards open, %(name)s can force going out before the others who are still in, whatever they play.")
            if out
            else _("With all cards open, %(name)s can force going out first, whatever the others play.")
        )  # fmt: skip
        return SolvedSeat(words % name, is_won=True, way=steps)
    words = (
        _("With all cards open, %(name)s cannot force going out before the others who are still in: together, they can prevent it.")
        if out
        else _("With all cards open, %(name)s cannot force going out first: together, the others can prevent it.")
    )  # fmt: skip
    return SolvedSeat(words % name, way=steps)


def _play_number(error: TriedLineError) -> int | None:
    """Return the place of the play that cannot be read; None if something else is wrong."""
    place = error.where.removeprefix("play[").removesuffix("]")
    return int(place) if place.isdigit() else None


def _context(asked: AskedLine, line: TriedLine, now: TriedLine, names: Names) -> dict[str, Any]:
    """Return the context of the page: the table at the step, the line, and what can be played next."""
    step, named = asked.step, asked.named
    watched = _watched(line, names)
    timeline = cast(ReplayTimeline, watched.timeline())
    moment = timeline.moment(asked.event + step)
    events = watched.answer.get("events") or []
    tried = event_text.event_lines(events, names)[asked.event :]
    turn = now.table.turn
    taps = turn in now.choices and line.judged.rules.family is referee.Family.CLIMBING
    return {
        "asked": asked,
        "timeline": timeline,
        "melds": line.judged.rules.family is referee.Family.MELDING,
        "moment": moment,
        "query": asked.query,
        "steps": _steps(step, len(line.plays)),
        "moves": [LineMove(number, judged) for number, judged in enumerate(tried, 1)],
        "before": asked.params(line.plays[:step]),
        "whole": asked.params(line.plays) | {"step": step},
        "again": urlencode(asked.params([])),
        "link": f"?{urlencode(asked._replace(against=None).params(line.plays), safe=':;')}",
        "choices": [_seat_choices(seat, actions, names) for seat, actions in now.choices.items()],
        "turn": turn,
        "tapped": _held_by(moment.seats, turn) if taps else (),
        "remarks": [one for one in named.line.comments if one.event == moment.event]
        if named
        else [],
        "result": _result(now, names) if now.table.is_over else None,
        "stale": line.revision if line.is_stale else None,
    }


def _watched(line: TriedLine, names: Names) -> WatchedHand:
    """Return the line as a hand that the replay can draw."""
    shown = VisibleHand(record={**line.record}, answer=line.judged.as_json(), hides=False)
    frames = line.judged.frames()
    return WatchedHand(
        hand=line.hand,
        view=Perspective(),
        names=names,
        rules=line.judged.rules,
        watched=PerspectiveHand(visible=shown, state=ReplayState.CURRENT, frames=frames),
    )


def _steps(step: int, last: int) -> dict[str, int | None]:
    """Return the step that each button leads to; None disables it."""
    back, forward = step > 0, step < last
    return {
        "first": 0 if back else None,
        "previous": step - 1 if back else None,
        "next": step + 1 if forward else None,
        "last": last if forward else None,
    }


def _held_by(seats: Iterable[Any], seat: int | None) -> tuple[Face, ...]:
    return next((one.known for one in seats if one.number == seat), ())


def _seat_choices(seat: int, actions: Sequence[str], names: Names) -> SeatChoices:
    plays = [action for action in actions if action != event_text.PASSED]
    listed = [(_group_of(action), _choice(seat, action, names)) for action in plays[:MAX_LISTED]]
    groups = [
        (title, [choice for _title, choice in pairs])
        for title, pairs in groupby(listed, key=lambda pair: pair[0])
    ]
    passes = _choice(seat, event_text.PASSED, names) if event_text.PASSED in actions else None
    return SeatChoices(seat, str(names[seat]), passes, groups, len(plays) - len(listed))


def _choice(seat: int, action: str, names: Names) -> Choice:
    verb, cards = event_text.verb_of(action), parse_cards(action.split())
    is_plain = len(cards) + bool(verb) == len(action.split())
    words = "" if is_plain else event_text.action_text(action, names)
    return Choice(f"{seat}: {action}", verb, cards if is_plain else (), words)


def _group_of(action: str) -> str:
    """Return the title above actions of one kind: the number of cards, or what is done with them."""
    if verb := event_text.verb_of(action):
        return verb
    number = len(parse_cards(action.split()))
    return ngettext("%(count)s card", "%(count)s cards", number) % {"count": number}


def _result(line: TriedLine, names: Names) -> list[tuple[str, str, str]]:
    """Return, by seat, the name, the points of the hand as it was played and those of the line."""
    played: Sequence[Any] = line.hand.adjudication.answer.get("points") or [None] * len(names)
    tried: Any = line.judged.as_json().get("points") or [None] * len(names)
    return [
        (str(name), points(played[seat - 1]), points(tried[seat - 1]))
        for seat, name in names.items()
    ]
