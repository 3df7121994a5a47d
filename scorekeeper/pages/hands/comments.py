"""Comments beside the replay: shown at their event, added and taken back."""

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
from scorekeeper.hands import comments
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
from scorekeeper.pages.permissions import current_user, get_hand, require_permission

MAX_DIGITS = 6  # digits
REFUSALS = (CommentError, UnfinishedHandError, IdTakenError)


class Remark(NamedTuple):
    """A comment, with what its reader may do."""

    placed: PlacedComment
    own: bool
    may_remove: bool

    @property
    def about(self) -> int:
        """The event that it belongs to; 0 is the whole hand."""
        return self.placed.event or 0

    @property
    def hidden(self) -> bool:
        """Whether somebody else than its author removed it."""
        removal = self.placed.removal
        return removal is not None and removal.by_id != self.placed.comment.by_id


def comments_context(
    request: HttpRequest, hand: Hand, event: int, *, form: CommentForm | None = None
) -> dict[str, Any]:
    """Return the context of the comments; empty for non-members and while the hand is unfinished."""
    if comments.is_unfinished(hand) or not access.may(request.user, Action.SEE, hand.club):
        return {}
    remarks = list_remarks(hand, request.user)
    may_comment = access.may(request.user, Action.COMMENT, hand.club)
    return {
        "hand": hand,
        "talks": True,
        "remarks": remarks,
        "commented": _by_event(remarks),
        "event": event,
        "comment_form": (form or CommentForm(hand, event)) if may_comment else None,
    }


def list_remarks(hand: Hand, person: Person) -> Sequence[Remark]:
    """Return the comments in the order of play; those about the whole hand come first."""
    moderates = access.may(person, Action.MODERATE, hand.club)
    rows = comments.place_comments(list(comments.comments_on(hand, person)))
    remarks = [_remark(placed, person, moderates=moderates) for placed in rows]
    return sorted(remarks, key=lambda remark: remark.about)


def _by_event(remarks: Sequence[Remark]) -> dict[int, list[PlacedComment]]:
    """Return the comments on each event that has any; the text of a removed one is left out."""
    by_event: dict[int, list[PlacedComment]] = {
        remark.about: [] for remark in remarks if remark.about
    }
    for remark in remarks:
        if remark.about and remark.placed.removal is None:
            by_event[remark.about].append(remark.placed)
    return by_event


def _remark(placed: PlacedComment, person: Person, *, moderates: bool) -> Remark:
    own = placed.comment.by_id == person.pk
    return Remark(placed, own, own or moderates)


@require_POST
def add(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Add a comment and stay at the same event."""
    hand_row = get_hand(request, hand)
    if response := require_permission(request, Action.COMMENT, hand_row.club):
        return response
    event = _number(request, "event")
    form = CommentForm(hand_row, event, request.POST)
    if form.is_valid():
        try:
            comments.comment(hand_row, by=current_user(request), **form.cleaned_data)
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            return _continue(request, hand_row, _("Your comment has been saved."))
    context = comments_context(request, hand_row, event, form=form)
    template = "hands/comments.html" if _in_place(request) else "hands/comment.html"
    context |= {"form": form, "hand": hand_row, "session": hand_row.session, "club": hand_row.club}
    return render(request, template, context, status=422)


@require_POST
def remove(request: HttpRequest, comment: UUID) -> HttpResponseBase:
    """Remove one's own comment; a moderator hides the comment of somebody else."""
    visible = comments.comments_visible_to(request.user).select_related(
        "hand__session", "hand__club"
    )
    row = get_object_or_404(visible, pk=comment)
    try:
        comments.remove(row, by=current_user(request))
    except NotOwnCommentError as error:
        messages.error(request, sentence(error))
        return redirect("hand", hand=row.hand_id)
    hand_row = get_hand(request, row.hand_id)
    return _continue(request, hand_row, _("The comment has been removed."))


def _continue(request: HttpRequest, hand: Hand, message: str) -> HttpResponseBase:
    """Return the comments alone for a script, else redirect to the event of the replay."""
    step = _number(request, "step")
    if _in_place(request):
        return render(
            request,
            "hands/comments.html",
            {**comments_context(request, hand, step), "done": message},
        )
    messages.success(request, message)
    return redirect(f"{reverse('hand', args=[hand.pk])}?event={step}#comments")


def _in_place(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _number(request: HttpRequest, name: str) -> int:
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= MAX_DIGITS else 0
