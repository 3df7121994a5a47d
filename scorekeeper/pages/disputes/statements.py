"""Members add statements to a dispute."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.access import Action
from scorekeeper.disputes.filing import DisputeClosedError
from scorekeeper.disputes.statements import add_statement
from scorekeeper.idempotency import IdTakenError
from scorekeeper.pages.actions import sentence
from scorekeeper.pages.disputes.forms import StatementForm
from scorekeeper.pages.disputes.rule import dispute_page
from scorekeeper.pages.disputes.views import get_dispute
from scorekeeper.pages.permissions import current_user, require_permission


@require_POST
def add(request: HttpRequest, dispute: UUID) -> HttpResponseBase:
    """Add a statement, unless the dispute was closed in the meantime."""
    row = get_dispute(request, dispute)
    if response := require_permission(request, Action.DISPUTE, row.club):
        return response
    form = StatementForm(request.POST)
    if not form.is_valid():
        return dispute_page(request, row, statement=form, status=422)
    try:
        add_statement(row, by=current_user(request), **form.cleaned_data)
    except DisputeClosedError as error:
        messages.error(request, sentence(error))
    except IdTakenError as error:
        form.add_error(None, sentence(error))
        return dispute_page(request, row, statement=form, status=422)
    else:
        messages.success(request, _("Your statement has been added to the dispute."))
    return redirect(f"{reverse('dispute', args=[row.pk])}#heard")
