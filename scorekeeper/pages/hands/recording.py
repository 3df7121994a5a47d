"""The page that records a hand as text: checked first, then saved."""

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import referee
from scorekeeper import workers
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.hands import recording
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Session
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.display import event_text, score_rows
from scorekeeper.pages.display.answer_types import HandAnswer
from scorekeeper.pages.display.house_rules import as_query
from scorekeeper.pages.hands.record_form import HandForm
from scorekeeper.pages.permissions import current_user, get_session, require_permission
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.usual_tables import house_rules_of

SAVE = "save"


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Show the form for the next hand; *Check* shows the verdicts, *Save* records the hand."""
    row = get_session(request, session)
    if response := require_permission(request, Action.RECORD, row.club):
        return response
    rules, names = judging.rules_of(row), names_of(row)
    if request.method != "POST":
        return _page(request, row, HandForm(rules, names))
    form = HandForm(rules, names, request.POST)
    if not form.is_valid():
        return _page(request, row, form)
    try:
        if request.POST.get("do") == SAVE:
            return _save(request, row, form)
        judged = recording.judge_unsaved(row, form.record())
    except referee.MalformedError as error:
        form.add_referee_error(error)
        return _page(request, row, form)
    except IdTakenError:
        form.add_error(None, TAKEN)
        return _page(request, row, form)
    return _page(request, row, form, judged)


def _save(request: HttpRequest, session: Session, form: HandForm) -> HttpResponse:
    recorded = recording.record_hand(
        session, form.record(), by=current_user(request), id=form.cleaned_data["id"]
    )
    workers.wake_up()
    if recorded.is_new:
        number = recorded.hand.adjudication.answer["number"]
        messages.success(request, _("Hand %(number)d has been saved.") % {"number": number})
    return redirect("hand", hand=recorded.hand.pk)


def _page(
    request: HttpRequest,
    session: Session,
    form: HandForm,
    judged: referee.HandAdjudication | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "session": session,
        "club": session.club,
        "form": form,
        "names": form.names,
        "number": recording.next_carry(session).number,
        "rules_query": as_query(session.variant, house_rules_of(session)),
    }
    if judged is not None:
        context["checked"] = _checked(judged, form)
    status = 422 if form.errors else 200
    return render(request, "hands/record.html", context, status=status)


def _checked(judged: referee.HandAdjudication, form: HandForm) -> dict[str, Any]:
    answer = cast(HandAnswer, judged.as_json())
    totals = judged.carried_out.as_json()["totals"]
    lines = event_text.event_lines(answer.get("events", []), form.names)
    return {
        "answer": answer,
        "events": lines,
        "notes": [line for line in lines if line.verdict != "legal"],
        "illegal": sum(line.illegal for line in lines),
        "unproven": sum(line.unproven for line in lines),
        "scores": score_rows.scores(answer, form.names, cast("list[float | None] | None", totals)),
        "over": judged.over,
    }
