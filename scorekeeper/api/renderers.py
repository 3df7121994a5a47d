"""Answers as JSON, and in other forms: records as TOML or plain text, rulebooks as Markdown."""

import contextlib
from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import renderers
from rest_framework.utils.encoders import JSONEncoder


class JSONRenderer(renderers.JSONRenderer):
    """JSON, written by a library that needs a tenth of the time for it."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if data is None:
            return b""
        if self.get_indent(accepted_media_type or "", {**(renderer_context or {})}) is None:
            with contextlib.suppress(orjson.JSONEncodeError):  # a number of more than 64 bits
                return orjson.dumps(data, default=_plain, option=_AS_BEFORE)
        whole: bytes = super().render(data, accepted_media_type, renderer_context)
        return whole


_plain = JSONEncoder().default
_AS_BEFORE = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATETIME


class TextRenderer(renderers.BaseRenderer):
    """Text that a person can read; for a record, its TOML."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> str:
        return str(data)


class TOMLRenderer(TextRenderer):
    """A session record in TOML."""

    media_type = "application/toml"
    format = "toml"


class ArchiveRenderer(renderers.BaseRenderer):
    """A zip that is streamed, not rendered."""

    media_type = "application/zip"
    format = "zip"
    render_style = "binary"
    charset = None


class MarkdownRenderer(TextRenderer):
    """A rulebook in Markdown."""

    media_type = "text/markdown"
    format = "md"


class CSVRenderer(TextRenderer):
    """Rows for a spreadsheet."""

    media_type = "text/csv"
    format = "csv"


class NDJSONRenderer(TextRenderer):
    """A JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"
