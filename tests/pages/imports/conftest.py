"""Somebody who may import."""

import pytest


@pytest.fixture
def scorer(browse, players):
    """A client in which a scorer of the club is signed in."""
    return browse("carol")
