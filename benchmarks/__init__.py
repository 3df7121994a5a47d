"""The referee timed beside its peers, in one run; never a part of the tests."""
