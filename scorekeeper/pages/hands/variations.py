"""Variations beside the replay: kept and withdrawn."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import referee
from scorekeeper.access import Action, clubs_where
from scorekeeper.hands import variations
from scorekeeper.hands.comments import UnfinishedHandError
from scorekeeper.hands.variations import NotOwnVariationError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import HandVariation
from scorekeeper.pages.actions import sentence
from scorekeeper.pages.hands.lines import asked_in_form, line_page, variation_form
from scorekeeper.pages.permissions import current_user, get_hand, require_permission
from scorekeeper.replays import lines
from scorekeeper.replays.lines import ClosedMomentError, TriedLineError
from scorekeeper.sessions.document import names_of

REFUSALS = (
    ClosedMomentError,
    TriedLineError,
    UnfinishedHandError,
    IdTakenError,
    referee.MalformedError,
)


@require_POST
def keep(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Keep the line of the form as a variation, and show it."""
    row = get_hand(request, hand)
    if response := require_permission(request, Action.COMMENT, row.club):
        return response
    plays = lines.parse_plays(request.POST.get("line", ""))[: lines.MAX_PLAYS]
    asked = asked_in_form(request, row, plays)
    form = variation_form(asked, row, names_of(row.session), request.POST)
    if form.is_valid():
        try:
            row_of_line, _is_new = variations.keep(
                row,
                first=asked.event + 1,
                events=plays,
                words=form.words(),
                by=current_user(request),
                revision=form.cleaned_data["revision"],
                id=form.cleaned_data["id"],
            )
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            messages.success(request, _("The line has been kept."))
            return redirect(f"{reverse('try-otherwise', args=[row.pk])}?variation={row_of_line.pk}")
    return line_page(request, row, asked, form=form)


@require_POST
def withdraw(request: HttpRequest, variation: UUID) -> HttpResponseBase:
    """Withdraw one's own variation, also a second time; a moderator hides that of somebody else."""
    of_clubs = HandVariation.objects.filter(club__in=clubs_where(request.user, Action.SEE))
    row = get_object_or_404(of_clubs, pk=variation)
    try:
        variations.withdraw(row, by=current_user(request))
    except NotOwnVariationError as error:
        messages.error(request, sentence(error))
    else:
        messages.success(request, _("The variation has been withdrawn."))
    return redirect(f"{reverse('hand', args=[row.hand_id])}#variations")
