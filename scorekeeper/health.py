"""Two questions a supervisor asks: are you alive, and can you work?"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """The database answers and its tables are those of this code."""
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    if behind:
        return HttpResponse("migrations missing\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")
