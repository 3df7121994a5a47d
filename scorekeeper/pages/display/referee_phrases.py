"""The referee's templates in the words of the pages, for scripts."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorekeeper.pages.display.referee_messages import page_words
from scorekeeper.pages.referee_message_catalog import SENTENCES


@require_safe
@conditional_page  # the address is the same for every language
@cache_control(private=True, no_cache=True)
def phrases(request: HttpRequest) -> JsonResponse:
    """Return the templates that pages word differently, with their words in the language of the reader."""
    translations = {text: page_words(text) for text in SENTENCES}
    return JsonResponse({text: other for text, other in translations.items() if other != text})
