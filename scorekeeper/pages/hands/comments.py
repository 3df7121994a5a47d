"""What members say about a play, beside the replay: read at its event, added, taken back."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands.comments import (
    CommentError,
    NotOwnCommentError,
    PlacedComment,
    UnfinishedHandError,
)
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Hand
from scorekeeper.pages.actions import sentence
from scorekeeper.pages.hands.comment_form import CommentForm
from scorekeeper.pages.permissions import hand_seen, refusal, signed_in

LONGEST_NUMBER = 6  # digits
REFUSALS = (CommentError, UnfinishedHandError, IdTakenError)


class Remark(NamedTuple):
    """A comment as it is read."""

    placed: PlacedComment
    own: bool
    may_remove: bool

    @property
    def about(self) -> int:
        """The event that it is read at; 0: the whole hand."""
        return self.placed.event or 0

    @property
    def hidden(self) -> bool:
        """Did somebody else than its author take it away?"""
        removal = self.placed.removal
        return removal is not None and removal.by_id != self.placed.comment.by_id


def talk(
    request: HttpRequest, hand: Hand, event: int, *, form: CommentForm | None = None
) -> dict[str, Any]:
    """What a page shows of it; nothing to strangers, and nothing while the hand goes on."""
    if hand_comments.is_unfinished(hand) or not access.may(request.user, Action.SEE, hand.club):
        return {}
    found = remarks(hand, request.user)
    may_say = access.may(request.user, Action.COMMENT, hand.club)
    return {
        "hand": hand,
        "talks": True,
        "remarks": found,
        "commented": {one.about for one in found if one.about},
        "event": event,
        "comment_form": (form or CommentForm(hand, event)) if may_say else None,
    }


def remarks(hand: Hand, person: Person) -> Sequence[Remark]:
    """Everything that was said, in the order of play; what is about the whole hand comes first."""
    hides = access.may(person, Action.MODERATE, hand.club)
    said = list(hand_comments.comments_on(hand, person))
    found = [_remark(placed, person, hides=hides) for placed in hand_comments.place_comments(said)]
    return sorted(found, key=lambda one: one.about)


def _remark(placed: PlacedComment, person: Person, *, hides: bool) -> Remark:
    own = placed.comment.by_id == person.pk
    return Remark(placed, own, own or hides)


@require_POST
def add(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Say something, and go on at the same step."""
    where = hand_seen(request, hand)
    if elsewhere := refusal(request, Action.COMMENT, where.club):
        return elsewhere
    event = _number(request, "event")
    form = CommentForm(where, event, request.POST)
    if form.is_valid():
        try:
            hand_comments.comment(where, by=signed_in(request), **form.cleaned_data)
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            return _gone_on(request, where, _("Your comment is kept."))
    context = talk(request, where, event, form=form)
    template = "hands/comments.html" if _in_place(request) else "hands/comment.html"
    context |= {"form": form, "hand": where, "session": where.session, "club": where.club}
    return render(request, template, context, status=422)


@require_POST
def remove(request: HttpRequest, comment: UUID) -> HttpResponseBase:
    """Take back what one said; a referee hides what somebody else said."""
    seen = hand_comments.comments_seen_by(request.user).select_related(
        "hand__session", "hand__club"
    )
    said = get_object_or_404(seen, pk=comment)
    try:
        hand_comments.remove(said, by=signed_in(request))
    except NotOwnCommentError as error:
        messages.error(request, sentence(error))
        return redirect("hand", hand=said.hand_id)
    where = hand_seen(request, said.hand_id)
    return _gone_on(request, where, _("The comment is taken back."))


def _gone_on(request: HttpRequest, hand: Hand, done: str) -> HttpResponseBase:
    """The comments in place, or the page at the step where the replay stood."""
    step = _number(request, "step")
    if _in_place(request):
        return render(request, "hands/comments.html", {**talk(request, hand, step), "done": done})
    messages.success(request, done)
    return redirect(f"{reverse('hand', args=[hand.pk])}?event={step}#comments")


def _in_place(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _number(request: HttpRequest, name: str) -> int:
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= LONGEST_NUMBER else 0
