"""Screens that ask every second whether something changed: an unchanged answer is 304 from the cache, without the database.

The cache has a *version* of each club, a random word that is replaced after the commit of each change (``renew``), and of each
poll that was answered lately its ETag beside the version.  While both versions agree nothing has changed, and whoever sends the
ETag gets 304 before browser sessions, sign-in and the ORM.  Else the view answers, and its ETag is kept.

Why no change is missed:

- Only writers replace a version, and before they answer: whoever was told that something is written finds it.  What
  restricts people (visibility, roles, memberships) is a change like any other, so a poll by a stranger ends with it.
- The version is read before the view reads anything.  An answer that a change has overtaken is kept beside the version from
  before that change, where nobody finds it.
- A version that is missing, because the cache lost it, is made anew, and agrees with nothing kept.
- Polls are kept for each person apart (cookie or token), each language and each address with its query.
- They are kept for ``KEPT`` seconds only.  This bounds what is not written down here: a writer that is killed between commit
  and renewal, a cache that writers do not reach, the previous release during an update, changes by hand in the database, an
  account that signed out elsewhere.  A 304 says no more to it than that nothing changed.
- Memory of one process would not learn what others write: without Redis all this is off (``CACHES["polls"]``), and an error
  of Redis means that the view is asked.  What a view read from a replica is not kept: it may be behind the version.

Front door: ``versions.renew`` for writers, ``unchanged.answer_unchanged``, the middleware, for readers.
"""
