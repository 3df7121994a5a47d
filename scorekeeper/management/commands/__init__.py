"""The commands of ``manage.py``; each module is a command of its name."""
