"""What a rulebook says about one ruling: its sentences and examples, with the cards drawn."""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
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
_CITED = re.compile(r" ?\((?:[A-Z]\d{1,2}(?:, )?)+\)")  # "(B4)" at the end of a sentence
_TABLE_HEAD = 2  # lines above the rows of a table
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


class CitedRule(NamedTuple):
    """A ruling with the sentences of the rulebook that state it, as plain text."""

    rule: str
    sentences: str


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
    book = referee.rulebook(variant, chosen, gettext)
    found_in = passages(book, rule, _rest())
    kinds = _kind_names(variant, chosen)
    of_kind = [one for one in found_in if kind and _kind_of(one, kinds) == kind]
    text = "\n\n".join(one.markdown for one in of_kind or found_in)
    return as_html(text, renderer=WithDrawnCards)


def cited_rule(variant: str, combination: str, *, rule: str = "") -> CitedRule:
    """Return the paragraph that states a ruling, under the heading of a combination if there is one.

    ``combination`` is its translated name.  Without a ruling it is the one in that heading.
    """
    book = referee.rulebook(variant, {}, gettext)
    named = re.compile(rf"\b{re.escape(rule)}\b") if rule else RULING
    sections = [
        (heading, _paragraph(body, named if not named.search(heading) else None))
        for heading, body in _sections(book)
    ]
    of_kind = [
        (heading, text)
        for heading, text in sections
        if combination and heading.casefold().startswith(combination.casefold())
    ]
    candidates = of_kind + sections if rule else of_kind
    for heading, text in candidates:
        if text and (cited := named.search(heading) or named.search(text)):
            return CitedRule(cited[0], _CITED.sub("", text))
    return CitedRule(rule, "")


def _paragraph(body: str, named: re.Pattern[str] | None) -> str:
    """Return the first paragraph of a section in which a ruling is named, without marks and citations."""
    for block in map(str.strip, body.split("\n\n")):
        is_prose = block and not block.startswith(("|", "- "))
        if is_prose and (named is None or named.search(block)):
            return block.replace("`", "").replace("'", "’")
    return ""


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
            blocks = [cut for block in blocks if (cut := _cut(block, cited))]
        if blocks:
            yield Passage(heading, "\n\n".join(blocks), about=is_about)


def _sections(book: str) -> Iterator[tuple[str, str]]:
    for section in _HEADING.split(book)[1:]:
        heading, _, body = section.partition("\n")
        yield heading.strip(), body.strip()


def _cut(block: str, cited: re.Pattern[str]) -> str:
    """Return the sentences, list items or table rows that cite the ruling."""
    if not cited.search(block):
        return ""
    lines = block.strip().splitlines()
    if lines[0].startswith("|"):
        return "\n".join([*lines[:_TABLE_HEAD], *filter(cited.search, lines[_TABLE_HEAD:])])
    if lines[0].startswith("- "):
        return "\n".join(filter(cited.search, lines))
    return " ".join(filter(cited.search, _cited_parts(block.strip())))


def _cited_parts(paragraph: str) -> list[str]:
    """Divide a paragraph after the sentences that cite rulings; what follows the last of them belongs to it.

    >>> _cited_parts("First. Second (B1). Third (B2). Fourth.")
    ['First. Second (B1).', 'Third (B2). Fourth.']
    """
    parts: list[str] = []
    uncited: list[str] = []
    for sentence in _SENTENCE.split(paragraph):
        uncited.append(sentence)
        if RULING.search(sentence):
            parts.append(" ".join(uncited))
            uncited = []
    return [*parts[:-1], " ".join([*parts[-1:], *uncited])]


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
