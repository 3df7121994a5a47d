"""What the referee says, for scripts that say it in the reader's language."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorekeeper.pages.referee_message_catalog import SENTENCES


@require_safe
@conditional_page  # another language is another text at the same address
@cache_control(private=True, no_cache=True)
def phrases(request: HttpRequest) -> JsonResponse:
    """Every template of the referee with its translation; none where that is the same."""
    said = {text: gettext(text) for text in SENTENCES}
    return JsonResponse({text: told for text, told in said.items() if told != text})
