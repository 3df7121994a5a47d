"""Translations of the referee's templates, for scripts."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorekeeper.pages.referee_message_catalog import SENTENCES


@require_safe
@conditional_page  # the address is the same for every language
@cache_control(private=True, no_cache=True)
def phrases(request: HttpRequest) -> JsonResponse:
    """Return the templates whose translation differs, with the translation."""
    translations = {text: gettext(text) for text in SENTENCES}
    return JsonResponse({text: other for text, other in translations.items() if other != text})
