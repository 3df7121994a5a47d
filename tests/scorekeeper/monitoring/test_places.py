"""Places: how many requests of one kind are answered at once, and that none is lost."""

import gc
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from fractions import Fraction

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from scorekeeper.monitoring.askers import Asker
from scorekeeper.monitoring.places import NoPlaceError, Places, keep_until_closed
from tests.scorekeeper.api_answers import close

ALICE, BOB = Asker("account:alice", has_account=True), Asker("address:192.0.2.1", has_account=False)


@pytest.fixture
def places(settings):
    """Three places in all and two for one."""
    settings.WEB_THREADS = 8
    return Places(in_all=Fraction(3, 8), for_one=Fraction(1, 4))


def answer_with_a_place(places, asker=ALICE, response=None):
    response = HttpResponse("whole") if response is None else response
    with ExitStack() as taken:
        places.take(asker, taken)
        keep_until_closed(taken, response)
    return response


def test_nobody_takes_more_than_their_share(places):
    answers = [answer_with_a_place(places), answer_with_a_place(places)]
    with pytest.raises(NoPlaceError, match=r"At most 2 .* for an account"):
        answer_with_a_place(places)
    answers.append(answer_with_a_place(places, BOB))
    with pytest.raises(NoPlaceError, match=r"At most 3 .* for all"):
        answer_with_a_place(places, BOB)
    assert places.taken == len(answers) == 3


def test_a_closed_answer_gives_its_place_back_once(places):
    response = answer_with_a_place(places)
    close(response)
    close(response)
    assert places.taken == 0


def test_a_stream_gives_its_place_back_when_its_reader_goes(places):
    response = answer_with_a_place(places, response=StreamingHttpResponse(iter("abc")))
    assert next(iter(response.streaming_content)) == b"a"
    assert places.taken == 1
    close(response)
    assert places.taken == 0


def test_a_dropped_answer_gives_its_place_back(places):
    response = answer_with_a_place(places)
    del response
    gc.collect()
    assert places.taken == 0


def test_an_error_gives_the_place_back(places):
    def fail():
        with ExitStack() as taken:
            places.take(ALICE, taken)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert places.taken == 0


def test_a_refused_request_takes_no_place(places):
    answers = [answer_with_a_place(places), answer_with_a_place(places)]
    with pytest.raises(NoPlaceError):
        answer_with_a_place(places)
    for response in answers:
        close(response)
    assert places.taken == 0


def test_a_server_with_few_threads_has_a_place(places, settings):
    settings.WEB_THREADS = 1
    response = answer_with_a_place(places)
    with pytest.raises(NoPlaceError):
        answer_with_a_place(places, BOB)
    close(response)


def test_places_of_many_threads_are_all_given_back(places):
    def ask(number):
        try:
            close(answer_with_a_place(places, ALICE if number % 2 else BOB))
        except NoPlaceError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert any(threads.map(ask, range(500)))
    assert places.taken == 0
