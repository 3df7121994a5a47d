"""The rules that the referee executes, as a page."""

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
    """Every game that the referee knows."""
    return render(request, "rulebooks/index.html", {"variants": house_rules.games()})


@require_safe
def rulebook(request: HttpRequest, variant: str) -> HttpResponse:
    """One game's rules, under the house rules of the address."""
    game = house_rules.variant_named(variant)
    if refused := throttling.too_often(request):
        return refused
    form = HouseRulesForm(variant, request.GET if request.GET else None)
    chosen = form.chosen() if form.is_valid() else {}
    context = {
        "game": game,
        "rules": form,
        "differing": house_rules.in_words(variant, chosen),
        "text": as_html(referee.rulebook(variant, chosen, _)),
    }
    return render(request, "rulebooks/rulebook.html", context, status=422 if form.errors else 200)


class Renderer(RendererHTML):
    """Every ruling can be linked to, where it is first named; wide tables scroll in a region of their own."""

    anchors = True

    def text(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        def anchored(found: re.Match[str]) -> str:
            rule = found[1]
            if not self.anchors or rule in env.setdefault("rulings", set()):
                return f'<span class="ruling">{rule}</span>'
            env["rulings"].add(rule)
            return f'<span class="ruling" id="{rule}">{rule}</span>'

        return RULING.sub(anchored, escape(tokens[idx].content))

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(_("Table"))}"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return "</table></div>\n"


class WithoutAnchors(Renderer):
    """For a part of the rules beside something else."""

    anchors = False


def as_html(markdown: str, *, anchors: bool = True) -> SafeString:
    """Markdown as HTML.  Whatever looks like HTML in it is shown as it is written."""
    renderer = Renderer if anchors else WithoutAnchors
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=renderer).enable("table")
    html: str = reader.render(markdown).replace("<th></th>", "<td></td>")  # nothing is no heading
    return mark_safe(html)  # noqa: S308 - the reader lets no HTML through
