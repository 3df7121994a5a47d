"""The commands of ``python -m referee``: each prints answers in order and returns an exit code.

Each is a module with a function ``run``, of which only the one that is called is loaded; ``answers`` is what they share.
"""
