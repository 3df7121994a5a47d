"""Work that goes on beside the pages is stopped, and what became of that is said."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _


def stop(
    request: HttpRequest, cancel: Callable[[], object], *, over: type[Exception], done: str
) -> None:
    """Stop it, and say so; or say that it was over, which is what ``over`` says."""
    try:
        cancel()
    except over:
        messages.error(request, _("It was over before it could be stopped."))
    else:
        messages.success(request, done)
