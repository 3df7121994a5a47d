"""What programs use of the library stays; what is new is listed."""

import referee
from tests.referee.public_names import listed, public_names


def test_every_public_name_of_the_library_is_kept_and_listed():
    names = {*public_names()}
    assert listed() - names == set(), "these are gone; only a major release may remove names"
    assert names - listed() == set(), "add these: python -m tests.referee.public_names"


def test_every_public_name_says_what_it_is():
    silent = [
        name
        for name in referee.__all__
        if callable(getattr(referee, name)) and not (getattr(referee, name).__doc__ or "").strip()
    ]
    assert silent == []
