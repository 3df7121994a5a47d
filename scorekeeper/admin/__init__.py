"""The admin: everything can be found and read; what is a fact can be neither changed nor deleted here."""

from django.contrib import admin

from scorekeeper.admin import accounts, audit, clubs, disputes, hands, sessions

__all__ = ["accounts", "audit", "clubs", "disputes", "hands", "sessions"]

admin.site.site_header = admin.site.site_title = "Scorekeeper"
