"""The rulebooks as pages."""

import re
from collections.abc import MutableMapping, Sequence
from html import escape
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

import referee
from scorekeeper.pages import throttling
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.house_rules_form import HouseRulesForm

RULING = re.compile(r"\b([A-Z]\d{1,2})\b")


@require_safe
def rulebooks(request: HttpRequest) -> HttpResponse:
    """List every game of the referee's registry."""
    return render(request, "rulebooks/index.html", {"variants": house_rules.list_games()})


@require_safe
def rulebook(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a game under the house rules in the address."""
    game = house_rules.get_game(variant)
    if refused := throttling.limit_anonymous_requests(request):
        return refused
    form = HouseRulesForm(variant, request.GET if request.GET else None)
    chosen = form.chosen() if form.is_valid() else {}
    context = {
        "game": game,
        "rules": form,
        "differing": house_rules.describe(variant, chosen),
        "text": as_html(referee.rulebook(variant, chosen, _)),
    }
    return render(request, "rulebooks/rulebook.html", context, status=422 if form.errors else 200)


class RulebookRenderer(RendererHTML):
    """Markdown as HTML with an anchor at the first mention of each ruling; wide tables scroll by themselves."""

    anchors = True

    def text(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        def anchored(match: re.Match[str]) -> str:
            rule = match[1]
            if not self.anchors or rule in env.setdefault("rulings", set()):
                return f'<span class="ruling">{rule}</span>'
            env["rulings"].add(rule)
            return f'<span class="ruling" id="{rule}">{rule}</span>'

        return RULING.sub(anchored, escape(tokens[idx].content.replace("'", "’")))

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(_("Table"))}"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return "</table></div>\n"


class WithoutAnchors(RulebookRenderer):
    """Markdown as HTML without anchors, for excerpts on other pages."""

    anchors = False


def as_html(markdown: str, *, renderer: type[RulebookRenderer] = RulebookRenderer) -> SafeString:
    """Return Markdown as HTML.  HTML in the source is escaped."""
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=renderer).enable("table")
    html: str = reader.render(markdown).replace(
        "<th></th>", "<td></td>"
    )  # an empty cell is no heading
    return mark_safe(html)  # noqa: S308 - the reader lets no HTML through
