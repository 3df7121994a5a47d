"""The HTML pages: one package of views, forms and words for each domain.

Shared by all of them: ``permissions`` (rows or 404, rights or 403), ``actions`` and ``action_forms`` (preview, save, refusal),
``display`` (cards, numbers, tables), ``throttling``, ``theming`` and ``errors``.
"""
