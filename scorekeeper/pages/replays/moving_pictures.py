"""A finished hand as a moving picture to send: asked for, followed, and downloaded.  ``filming`` draws it, in a worker."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import referee
from scorekeeper import workers
from scorekeeper.adjudication.hidden_cards import UNFINISHED
from scorekeeper.exports import files, moving_pictures
from scorekeeper.exports.files import FileState
from scorekeeper.exports.moving_pictures import MovingQuestion, TooManyPicturesError
from scorekeeper.models import ExportFile, Hand, MovingFormat
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.permissions import get_hand
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.context import version_of
from scorekeeper.pages.throttling import count_work, limit_anonymous_requests
from scorekeeper.replays.perspective import Perspective
from scorekeeper.sessions.document import names_of

WORK = 20_000
"""The referee's steps that take about as long as a moving picture: a stranger may ask for few in a minute."""
CONTENT_TYPES = {MovingFormat.GIF: "image/gif", MovingFormat.MP4: "video/mp4"}


def has_moving_picture(hand: Hand, view: Perspective) -> bool:
    """Return whether there is a moving picture of this view: of a hand with plays that is over, as it stands now."""
    is_over = hand.adjudication.status != UNFINISHED
    return is_over and view.revision is None and bool(hand.adjudication.answer.get("events"))


def find_address(hand: Hand, view: Perspective) -> str | None:
    """Return the address of the page of the moving picture, or None where there is none."""
    if not has_moving_picture(hand, view):
        return None
    query = viewpoints.query_of(view)
    return f"{reverse('moving-picture', args=[hand.pk])}?{query}".rstrip("?&")


def digest_of(hand: Hand, names: Names, *, seat: int | None, language: str) -> str:
    """Return the digest of everything that a moving picture of a finished hand shows."""
    parts = [*version_of(hand, names), hand.position, seat, language]
    return referee.sha256(referee.canonical(parts)).removeprefix("sha256:")


@require_http_methods(["GET", "HEAD", "POST"])
def moving_picture(request: HttpRequest, hand: UUID) -> HttpResponseBase:
    """Show how far the moving picture of a hand is, or have it made."""
    row = get_hand(request, hand)
    view, question = _asked(request, row)
    if request.method == "POST":
        return _ask(request, row, question)
    file = moving_pictures.find(row, question)
    state = files.state_of(file) if file else None
    context = {
        "hand": row,
        "session": row.session,
        "club": row.club,
        "query": viewpoints.query_of(view),
        "format": question.format,
        "formats": [one for one in moving_pictures.list_formats() if one != question.format],
        "file": file,
        "state": state,
        "open": state in {FileState.WAITING, FileState.WORKING},
        "address": reverse("moving-picture-file", args=[row.pk, question.format]),
        "name": moving_pictures.download_name(file) if file else "",
    }
    return render(request, "hands/moving_picture.html", context)


@require_safe
def download(request: HttpRequest, hand: UUID, ending: str) -> HttpResponseBase:
    """Return a moving picture that is made; 404 until then, and for one of the hand as it was before."""
    row = get_hand(request, hand)
    if ending not in MovingFormat.values:
        raise Http404
    _view, question = _asked(request, row, MovingFormat(ending))
    file = moving_pictures.find(row, question)
    if file is None or file.finished_at is None:
        raise Http404
    etag = f'"{file.sha256}"'
    response = get_conditional_response(request, etag=etag) or _content(file)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _asked(
    request: HttpRequest, hand: Hand, ending: MovingFormat | None = None
) -> tuple[Perspective, MovingQuestion]:
    """Return the view and the question of an address.  Raises Http404 where there is no such moving picture."""
    names = names_of(hand.session)
    view = viewpoints.parse_view(request, hand, names)
    asked = ending or request.GET.get("format", MovingFormat.GIF)
    if asked not in MovingFormat.values or not has_moving_picture(hand, view):
        raise Http404
    language = get_language() or "en"
    shows = digest_of(hand, names, seat=view.seat, language=language)
    return view, MovingQuestion(MovingFormat(asked), view.seat, language, shows)


def _ask(request: HttpRequest, hand: Hand, question: MovingQuestion) -> HttpResponseBase:
    if refused := limit_anonymous_requests(request) if request.user.is_anonymous else None:
        return refused
    if question.format not in moving_pictures.list_formats():
        raise Http404
    try:
        file = moving_pictures.ask(hand, question)
    except TooManyPicturesError as error:
        messages.error(request, _(str(error)))
    else:
        if file.finished_at is None:
            count_work(request, WORK)
            workers.wake_up()
    response = redirect(request.get_full_path())
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def _content(file: ExportFile) -> HttpResponse:
    try:
        content = files.read(file)
    except FileNotFoundError as error:  # swept a moment ago
        raise Http404 from error
    response = HttpResponse(content, content_type=CONTENT_TYPES[MovingFormat(file.format)])
    name = moving_pictures.download_name(file)
    response["Content-Disposition"] = content_disposition_header(False, name) or ""  # noqa: FBT003
    return response
