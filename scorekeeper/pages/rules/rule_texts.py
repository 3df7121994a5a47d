"""What a rulebook says about one ruling: its sentences and examples, with the cards drawn."""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

import referee
from referee import Json
from scorekeeper.pages import throttling
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.cards import parse_card
from scorekeeper.pages.display.event_text import combination_name
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.rules.rulebooks import RULING, WithoutAnchors, as_html

_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_CITED = re.compile(r" ?[(（](?:[A-Z]\d{1,2}(?:, |、)?)+[)）]")  # "(B4)" at the end of a sentence
_TABLE_HEAD = 2  # lines above the rows of a table
_TABLE_OR_LIST = ("|", "- ")
_SENTENCE_END = re.compile(r"(?<=[.!?]\s)|(?<=[。！？])")


class Passage(NamedTuple):
    """Part of a section of a rulebook, in Markdown."""

    heading: str
    text: str
    about: bool = False  # whether the whole section is about the ruling

    @property
    def markdown(self) -> str:
        """The passage under its heading."""
        return f"### {self.heading}\n\n{self.text}"


class WithDrawnCards(WithoutAnchors):
    """Markdown as HTML, with cards drawn."""

    def code_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        cards = [parse_card(face) for face in tokens[idx].content.split()]
        if not all(cards):
            return super().code_inline(tokens, idx, options, env)
        drawn = render_to_string("parts/cards.html", {"cards": cards})
        return f'<span class="cards">{drawn.strip()}</span>'


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def sentences(request: HttpRequest, variant: str) -> HttpResponse:
    """Return what the rulebook says about each ruling, as JSON: passages by ruling, each with the combination it is about."""
    house_rules.get_game(variant)
    if refused := throttling.limit_anonymous_requests(request):
        return refused
    form = HouseRulesForm(variant, request.GET if request.GET else None)
    chosen = form.chosen() if form.is_valid() else {}
    book = referee.rulebook(variant, chosen, gettext)
    rules = dict.fromkeys(RULING.findall(book))
    kinds = _kind_names(variant, chosen)
    return JsonResponse(
        {rule: [_as_json(one, kinds) for one in passages(book, rule, _rest())] for rule in rules}
    )


def _as_json(passage: Passage, kinds: Mapping[str, str]) -> dict[str, str]:
    html = as_html(passage.markdown, renderer=WithDrawnCards)
    kind = _kind_of(passage, kinds)
    return {"html": html, "kind": kind} if kind else {"html": html}


def text_of(variant: str, chosen: Mapping[str, Json], rule: str, kind: str = "") -> SafeString:
    """Return what the rulebook says about a ruling as HTML; empty without a ruling.

    Where the ruling is about several combinations, ``kind`` names the one that is asked about.
    """
    if not rule:
        return mark_safe("")
    text = "\n\n".join(one.markdown for one in _quoted(variant, chosen, rule, kind))
    return as_html(text, renderer=WithDrawnCards)


def sentence_of(variant: str, rule: str, kind: str = "") -> str:
    """Return the first paragraph of ``text_of`` as plain text, without the ruling's id."""
    blocks = (block for one in _quoted(variant, {}, rule, kind) for block in one.text.split("\n\n"))
    prose = next((block for block in blocks if not block.startswith(_TABLE_OR_LIST)), "")
    return _CITED.sub("", prose.replace("`", "").replace("'", "’"))


def _quoted(variant: str, chosen: Mapping[str, Json], rule: str, kind: str) -> Sequence[Passage]:
    """Return the passages about a ruling, or those about one kind of combination if there are any."""
    found_in = passages(referee.rulebook(variant, chosen, gettext), rule, _rest())
    kinds = _kind_names(variant, chosen)
    return [one for one in found_in if kind and _kind_of(one, kinds) == kind] or found_in


@lru_cache(maxsize=2048)
def passages(book: str, rule: str, rest: str = "") -> tuple[Passage, ...]:
    """Return what a rulebook says about a ruling: sections that it heads, else sentences, items and rows that cite it.

    The chapters from the heading ``rest`` on only repeat the rules; they are quoted where nothing else cites the ruling.

    >>> book = "# Game\\n\\n## Pairs (B1)\\n\\nTwo.\\n\\n## Turns\\n\\n- One (B2).\\n- Two (B3).\\n\\nYes. No (B4)."
    >>> [one.text for one in passages(book, "B1") + passages(book, "B3") + passages(book, "B4")]
    ['Two.', '- Two (B3).', 'Yes. No (B4).']
    """
    cited = re.compile(rf"\b{re.escape(rule)}\b")
    main = book.partition(f"\n## {rest}\n")[0] if rest else book
    found_in = list(_passages(main, cited)) or list(_passages(book, cited))
    headed = [one for one in found_in if one.about]
    return tuple(headed or found_in)


def _passages(book: str, cited: re.Pattern[str]) -> Iterator[Passage]:
    for heading, body in _sections(book):
        blocks = [block for block in body.split("\n\n") if block.strip()]
        is_about = bool(cited.search(heading))
        if not is_about:
            blocks = _cut_section(blocks, cited)
        if blocks:
            yield Passage(heading, "\n\n".join(blocks), about=is_about)


def _sections(book: str) -> Iterator[tuple[str, str]]:
    for section in _HEADING.split(book)[1:]:
        heading, _, body = section.partition("\n")
        yield heading.strip(), body.strip()


def _cut_section(blocks: Sequence[str], cited: re.Pattern[str]) -> list[str]:
    """Return what cites the ruling; a sentence that ends in a colon and what it leads up to stay together.

    Single rows of a table go without it, since they have the head of the table.

    >>> _cut_section(["Yes (B1). If so (B2):", "- This (B3).\\n- That (B4)."], re.compile("B3"))
    ['If so (B2):', '- This (B3).']
    >>> _cut_section(["Yes (B1). If so (B2):", "- This (B3).\\n- That (B4)."], re.compile("B2"))
    ['If so (B2):', '- This (B3).\\n- That (B4).']
    """
    quoted: list[str] = []
    for before, block in pairwise(["", *blocks]):
        leading = _cited_parts(before)[-1] if before.endswith((":", "：")) else ""
        if cited.search(leading):
            quoted.append(block)
        elif cut := _cut(block, cited):
            stands_alone = cut != block and block.startswith("|")
            quoted += [cut] if stands_alone or not leading else [leading, cut]
    return quoted


def _cut(block: str, cited: re.Pattern[str]) -> str:
    """Return the sentences, list items or table rows that cite the ruling."""
    if not cited.search(block):
        return ""
    lines = block.strip().splitlines()
    if lines[0].startswith("|"):
        return "\n".join([*lines[:_TABLE_HEAD], *filter(cited.search, lines[_TABLE_HEAD:])])
    if lines[0].startswith("- "):
        return "\n".join(filter(cited.search, lines))
    return "".join(filter(cited.search, _cited_parts(block.strip()))).strip()


def _cited_parts(paragraph: str) -> list[str]:
    """Divide a paragraph after the sentences that cite rulings; what follows the last of them belongs to it.

    >>> _cited_parts("First. Second (B1). Third (B2). Fourth.")
    ['First. Second (B1). ', 'Third (B2). Fourth.']
    """
    parts: list[str] = []
    uncited: list[str] = []
    for sentence in _SENTENCE_END.split(paragraph):
        uncited.append(sentence)
        if RULING.search(sentence):
            parts.append("".join(uncited))
            uncited = []
    return [*parts[:-1], "".join([*parts[-1:], *uncited])]


def _rest() -> str:
    """Return the heading of the chapter from which on a rulebook repeats its rules."""
    return gettext("House rules")


def _kind_names(variant: str, chosen: Mapping[str, Json]) -> dict[str, str]:
    """Return the kinds of combinations by their names in the language of the page, in small letters."""
    rules = referee.rules_for(variant, chosen)
    return {
        combination_name(kind.name).lower(): kind.name for kind in getattr(rules, "kinds", list)()
    }


def _kind_of(passage: Passage, kinds: Mapping[str, str]) -> str:
    """Return the kind of combination that a section is about; empty for any other section."""
    named = [name for name in kinds if passage.heading.lower().startswith(name)]
    return kinds[max(named, key=len)] if passage.about and named else ""
