"""The replay of a hand of a record that is sent with the request, and a picture of it.  Nothing is stored."""

from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

import referee
from scorekeeper.adjudication.hidden_cards import VisibleHand
from scorekeeper.models import Adjudication, Hand, Session
from scorekeeper.pages import drawing, throttling
from scorekeeper.pages.display import score_rows
from scorekeeper.pages.display.house_rules import as_query
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.replays import sharing
from scorekeeper.pages.replays.context import WatchedHand, as_json
from scorekeeper.pages.replays.moves import move_list
from scorekeeper.pages.replays.svg import replay_scene
from scorekeeper.pages.trials.record_field import LONGEST, RecordField
from scorekeeper.replays.frames import ReplayState
from scorekeeper.replays.perspective import Perspective, PerspectiveHand

MOST_EVENTS = 300
"""Of a hand that is shown: the table is drawn after each, with all that lies on it.  A hand has about 80."""

EVENT_STEPS = 60
"""The referee's steps that take about as long as drawing the table after an event."""

Show = Callable[[HttpRequest, WatchedHand, "UnstoredHandForm"], HttpResponse]


class UnstoredHandForm(forms.Form):
    """A session record, which of its hands, and for a picture after which event, by default the last."""

    record = RecordField()
    hand = forms.IntegerField(min_value=1, max_value=LONGEST)
    event = forms.IntegerField(min_value=0, max_value=MOST_EVENTS, required=False)

    def watch(self, request: HttpRequest) -> WatchedHand:
        """Return the chosen hand as everybody sees it.  Raises ValidationError if the referee cannot judge it."""
        record: referee.SessionRecord = self.cleaned_data["record"]
        position: int = self.cleaned_data["hand"]
        if position > len(record.hands):
            raise ValidationError(RecordField.default_error_messages["required"])
        events = len(record.hands[position - 1].events or ())
        if events > MOST_EVENTS:
            raise ValidationError(RecordField.default_error_messages["too_much"])
        throttling.count_work(request, referee.judging_steps(record) + EVENT_STEPS * events)
        try:
            hands = referee.adjudicate(record).hands
        except referee.MalformedError as error:
            raise ValidationError(error_text(error)) from error
        return _watch(record, position, hands[position - 1])


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def replay(request: HttpRequest) -> HttpResponseBase:
    """Show the replay of the hand that is sent; whoever opens the address without one begins a game."""
    return _shown(request, _page)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def picture(request: HttpRequest) -> HttpResponseBase:
    """Return a moment of the hand that is sent as a PNG file."""
    return _shown(request, _png)


def _shown(request: HttpRequest, show: Show) -> HttpResponseBase:
    if request.method != "POST":
        return redirect("try")
    if refused := throttling.limit_anonymous_requests(request):
        return refused
    form = UnstoredHandForm(request.POST)
    try:
        watched = form.watch(request) if form.is_valid() else None
    except ValidationError as error:
        form.add_error("record", error)
        watched = None
    if watched is None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "trials/refused.html", {"form": form}, status=status)
    return show(request, watched, form)


def _watch(
    record: referee.SessionRecord, position: int, judged: referee.HandAdjudication
) -> WatchedHand:
    """Return a judged hand with rows that are never saved."""
    session = Session(variant=record.variant)
    hand = Hand(session=session, position=position)
    carried = judged.carried_out.as_json()
    Adjudication(hand=hand, input_digest=judged.rules.digest, carried_out=carried)
    visible = VisibleHand(
        record={**judged.judged.record.source}, answer=judged.as_json(), hides=False
    )
    return WatchedHand(
        hand=hand,
        view=Perspective(),
        names=dict(enumerate(record.players, 1)),
        rules=judged.rules,
        watched=PerspectiveHand(visible=visible, state=ReplayState.CURRENT, frames=judged.frames()),
    )


def _page(request: HttpRequest, watched: WatchedHand, form: UnstoredHandForm) -> HttpResponse:
    answer, timeline = watched.answer, watched.timeline()
    totals = watched.hand.adjudication.carried_out["totals"]
    record: referee.SessionRecord = form.cleaned_data["record"]
    context = {
        "session": watched.hand.session,
        "number": answer["number"],
        "answer": answer,
        "digest": watched.digest,
        "timeline": timeline,
        "scores": score_rows.scores(answer, watched.names, totals),
        "rules_query": as_query(record.variant, record.house_rules),
        "record": request.POST["record"],
        "position": watched.hand.position,
        "written": as_json(watched),
        **move_list(watched, timeline),
    }
    if timeline is not None:
        moment = timeline.moment(timeline.first)
        # the script links the controls: other moments have no address
        context |= {"moment": moment, "steps": dict.fromkeys(timeline.steps(moment.event))}
    return render(request, "trials/replay.html", context)


def _png(_request: HttpRequest, watched: WatchedHand, form: UnstoredHandForm) -> HttpResponse:
    timeline = watched.timeline()
    if timeline is None:  # frames are built with the judgement, so this hand has them
        raise Http404
    event = form.cleaned_data["event"]
    moment = timeline.moment(timeline.last if event is None else event)
    scene = replay_scene(moment, title=sharing.title_of(watched), last=timeline.last)
    response = HttpResponse(drawing.as_png(drawing.table(scene)), content_type="image/png")
    name = f"{watched.hand.session.variant}-hand-{watched.answer['number']}.png"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
