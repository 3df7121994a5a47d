"""Answers in other forms than JSON: records as TOML or plain text, rulebooks as Markdown."""

from collections.abc import Mapping
from typing import Any

from rest_framework import renderers


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
