"""List the names that other programs, bookmarks, configurations and databases rely on.

They are listed in ``public_names.txt`` beside this file; ``python -m tests.scorekeeper.public_names`` adds new ones.
A name in the list is not renamed or removed, unless a major release says so: then delete its line.
"""

import ast
import json
import os
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()

from django.apps import apps
from django.conf import settings
from django.core.management import call_command, get_commands
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.exceptions import APIException

from referee.verdicts import Fault
from scorekeeper.api import problems
from scorekeeper.celery import app
from scorekeeper.models import WebhookEvent

FILE = Path(__file__).with_suffix(".txt")
VARIABLE = re.compile(
    r"(?:environ(?:\.get\(|\[)|_words\(|_switch\(|_number\()\s*\"([A-Z][A-Z_]+)\""
)
PARAMETER = re.compile(r"<(\w+):\w+>")
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
VARIABLE_IN = re.compile(r"\"([A-Z][A-Z_]+)\" (?:not )?in os\.environ")


def public_names(document: Any) -> list[str]:
    """Return every public name with its kind in front, sorted; ``document`` is the OpenAPI document."""
    return sorted(
        {
            *urls(get_resolver()),
            *(f"task {name}" for name in tasks()),
            *(
                f"command {name}"
                for name, owner in get_commands().items()
                if owner == "scorekeeper"
            ),
            *(f"model {model.__name__} in {model._meta.db_table}" for model in models()),
            *(f"webhook event {kind.value}" for kind in WebhookEvent),
            *(f"error code {code}" for code in error_codes()),
            *(f"fault {fault}" for fault in Fault),
            *(f"environment variable {name}" for name in environment_variables()),
            *openapi(document),
        }
    )


def urls(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Yield every address with its name; the names of its parameters are internal."""
    for pattern in resolver.url_patterns:
        path = f"{prefix}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            address = PARAMETER.sub(r"<\1>", path)
            yield f"url /{address} named {pattern.name}"
        else:
            yield from urls(pattern, path)


def tasks() -> list[str]:
    app.loader.import_default_modules()
    app.autodiscover_tasks(force=True)
    return [name for name in app.tasks if not name.startswith("celery.")]


def models() -> list[Any]:
    return list(apps.get_app_config("scorekeeper").get_models())


def sources() -> Iterator[str]:
    for package in ("referee", "scorekeeper"):
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            yield path.read_text(encoding="utf-8")


def environment_variables() -> set[str]:
    """Return the variables that the settings and the commands read, and those of docker-compose.yml."""
    composition = (settings.BASE_DIR / "docker-compose.yml").read_text(encoding="utf-8")
    read = [
        name for text in sources() for name in VARIABLE.findall(text) + VARIABLE_IN.findall(text)
    ]
    return {"DATABASE_URL", *read, *re.findall(r"\$\{([A-Z_]+)", composition)}


def error_codes() -> set[str]:
    """Return the codes of problem documents and of malformed records."""
    answers = {code for code, _ in problems.CONFLICTS.values()} | {*problems.FORBIDDEN.values()}
    answers |= {*problems.REFUSED_VALUES}
    framework = {kind.default_code.replace("_", "-") for kind in APIException.__subclasses__()}
    makers = [text for text in sources() if "MalformedError(" in text or "Problem(" in text]
    written = {code for text in makers for code in _codes(ast.parse(text))}
    return {code for code in answers | framework | written if CODE.fullmatch(code)} - {
        APIException.default_code
    }


def _codes(tree: ast.Module) -> Iterator[str]:
    """Yield the codes with which errors and problem documents are made in a module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
        if name == "MalformedError":
            yield from _texts(node.args[:1])
        if name == "Problem":
            yield from _texts([word.value for word in node.keywords if word.arg == "code"])


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def openapi(document: Any) -> Iterator[str]:
    """Yield operations with their parameters, and components with their properties."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name = operation["operationId"]
            yield f"operation {name}: {method.upper()} {path}"
            for parameter in operation.get("parameters", []):
                yield f"parameter {name} {parameter['in']} {parameter['name']}"
    for name, schema in document["components"]["schemas"].items():
        yield f"component {name}"
        for value in schema.get("enum", []):
            yield f"value {name} {value}"
        for key in schema.get("properties", {}):
            yield f"property {name}.{key}"


def main() -> None:
    """Add new names to the list; a name that is gone stays in it until somebody deletes its line."""
    out = StringIO()
    call_command("spectacular", format="openapi-json", stdout=out)
    listed = FILE.read_text(encoding="utf-8").splitlines()
    names = sorted({*listed, *public_names(json.loads(out.getvalue()))})
    FILE.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


if __name__ == "__main__":
    main()
