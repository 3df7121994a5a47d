"""Names of files to download, in words that every file system takes."""

from django.utils.text import slugify

from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.models import Session

LONGEST = 60  # characters of one part of a name


def file_name(*parts: object, ending: str) -> str:
    """Return the name of a file, made of those parts that have letters or digits of any script.

    >>> file_name("Thursday Night", "", "2026-03-05", "Big Two: scores", ending="csv")
    'thursday-night-2026-03-05-big-two-scores.csv'
    >>> file_name("???", ending="zip")
    'download.zip'
    """
    words = (slugify(str(part), allow_unicode=True)[:LONGEST] for part in parts)
    return f"{'-'.join(filter(None, words)) or 'download'}.{ending}"


def session_parts_for(session: Session, person: Person) -> tuple[str, str, str, str]:
    """Return the parts that name a session to this person: a public session may belong to a season that they may not see."""
    visible = access.seasons_seen_by(person).filter(pk__in=filter(None, [session.season_id]))
    season = visible.first()
    return session_parts(session, season=season.name if season else "")


def session_parts(session: Session, *, season: str) -> tuple[str, str, str, str]:
    """Return the parts that name a session: club, season, day and game; what it does not have is empty."""
    day = session.played_on.isoformat() if session.played_on else ""
    return session.club.name, season, day, str(session.get_variant_display())
