"""The plays of an account at BoardGameGeek, as its XML API (``xmlapi2/plays``) answers with them."""

from xml.parsers import expat

from django.utils.translation import gettext_noop

from scorekeeper.imports.plays.noted_plays import (
    NotedPlay,
    NotedScore,
    check_number,
    in_seats,
    unreadable,
)

INCOMPLETE = gettext_noop("BoardGameGeek has this play as incomplete.")
SEVERAL = gettext_noop(
    "BoardGameGeek has this as several plays with one result: note each play by itself, with quantity 1."
)
MOST_NESTED = 20  # elements; a list of plays has five
_NO_PLAYS = gettext_noop("This is no list of plays from BoardGameGeek.")


def read(text: str) -> list[NotedPlay]:
    """Return the plays of a list, in the order of the file.

    Raises MalformedError, also for a document type: nothing is expanded, and nothing is fetched from elsewhere.
    """
    reader, parser = _Reader(), expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = reader.start
    parser.CharacterDataHandler = reader.add_text
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(text, True)  # noqa: FBT003
    except expat.ExpatError as error:
        raise unreadable(
            gettext_noop("This is no XML text. Save the list of plays again.")
        ) from error
    return reader.plays


def _refuse_doctype(*_declared: object) -> None:
    raise unreadable(gettext_noop("A list of plays has no document type (DOCTYPE)."))


class _Reader:
    """Collects the plays while the elements go by."""

    def __init__(self) -> None:
        self.plays: list[NotedPlay] = []
        self._open: list[str] = []
        self._play: dict[str, str] = {}
        self._game = self._comment = ""
        self._players: list[dict[str, str]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MOST_NESTED or (not self._open and tag != "plays"):
            raise unreadable(_NO_PLAYS)
        self._open.append(tag)
        if tag == "play":
            self._play, self._game, self._comment, self._players = attributes, "", "", []
        elif tag == "item":
            self._game = attributes.get("name", "").strip()
        elif tag == "player":
            self._players.append(attributes)

    def add_text(self, text: str) -> None:
        if self._open[-1:] == ["comments"]:
            self._comment += text

    def end(self, tag: str) -> None:
        self._open.pop()
        if tag != "play":
            return
        check_number(len(self.plays) + 1)
        scores = [
            NotedScore(
                player.get("name", "").strip() or player.get("username", "").strip(),
                player.get("score", "").strip(),
            )
            for player in self._players
        ]
        self.plays.append(
            NotedPlay(
                number=len(self.plays) + 1,
                game=self._game,
                day=self._play.get("date", "").strip(),
                scores=in_seats(scores, [one.get("startposition", "") for one in self._players]),
                session=self._play.get("session", ""),
                place=self._play.get("location", "").strip(),
                comment=self._comment.strip(),
                not_counted=_not_counted(self._play),
            )
        )


def _not_counted(play: dict[str, str]) -> str:
    """Return why a play is not taken in; empty if it is."""
    if play.get("incomplete") == "1":
        return INCOMPLETE
    return SEVERAL if play.get("quantity", "").strip() not in {"", "1"} else ""
