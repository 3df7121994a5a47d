"""Lists come in pages, each naming the next."""

from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """Pages that stay true while rows are added."""

    ordering = "pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
