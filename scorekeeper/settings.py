"""How the service is set up.

Everything that differs between installations is an environment variable.  With none of them set the
service is embedded: SQLite, a queue of files and a generated key, all in DATA_DIR, for this computer only.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()


def _words(name: str) -> list[str]:
    """A variable that lists words, separated by commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def _switch(name: str, default: str) -> bool:
    """A variable that says yes or no."""
    return (os.environ.get(name) or default).lower() in {"1", "true", "yes", "on"}


def _generated_key() -> str:
    """The key of an embedded installation, made once and readable by its owner alone."""
    path = DATA_DIR / "secret_key"
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    if not (path.exists() and path.read_text()):
        draft = path.with_name(f"secret_key.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        draft.replace(path)
    return path.read_text()


# Answering to other names than this computer's makes it an installation for others.
_hosts = _words("ALLOWED_HOSTS")
EMBEDDED = not os.environ.get("DATABASE_URL")
DEBUG = _switch("DEBUG", "no")
DEMO = _switch("DEMO", "yes")  # does the first start of `serve` make a demo club?
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_hosts]
HTTPS = _switch("HTTPS", "yes" if _hosts else "no")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS") or [f"https://{host}" for host in _hosts]

# Where addresses in mails lead: never where a request says, whose Host anybody chooses
_scheme = "https" if HTTPS else "http"
_named = [f"{_scheme}://{host}" for host in _hosts if not host.startswith((".", "*"))]
SITE = (os.environ.get("SITE") or next(iter(_named), "")).rstrip("/")
if SITE and not SITE.startswith(("https://", "http://")):
    raise ImproperlyConfigured("SITE is an address, such as https://scores.example.")

SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if _hosts and not EMBEDDED:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set: an installation needs a long random one."
        )
    SECRET_KEY = _generated_key()
SECRET_KEY_FALLBACKS = _words("SECRET_KEY_FALLBACKS")

# Applications

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "scorekeeper",
]
MIDDLEWARE = [
    "scorekeeper.monitoring.logs.with_request_id",
    "scorekeeper.monitoring.request_metrics.count_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.middleware.SecurityPolicyMiddleware",
    "scorekeeper.middleware.BrowserSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scorekeeper.middleware.BrowserAuthenticationMiddleware",
    "scorekeeper.middleware.BrowserMessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.pages.errors.explain_405",
]
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database

_pooled = _switch("POOLED", "no")  # is there an external pooler, such as PgBouncer?
_database: dict[str, Any] = dict(
    dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'scorekeeper.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
        disable_server_side_cursors=_pooled,
    )
)
# The threads of a web process share a pool, which gunicorn_conf asks for: as many connections as requests are being
# answered, not one a thread.  A worker's process and a command have one thread, and an external pooler would pool twice:
# they keep a connection of their own (CONN_MAX_AGE), which Django allows only without a pool.
_pool_size = int(os.environ.get("DATABASE_POOL_SIZE") or 0)
if _database["ENGINE"] == "django.db.backends.postgresql" and _pool_size and not _pooled:
    _database["CONN_MAX_AGE"] = 0
    _database.setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": _pool_size,
        "timeout": 10,  # seconds to wait for a connection
    }
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["CONN_MAX_AGE"] = None  # opening is what costs
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a writer waits its turn instead of failing half-way
        "timeout": 20,
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    }
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"knox": None}  # they would make a table that KNOX_TOKEN_MODEL leaves unused
if EMBEDDED:
    DATA_DIR.mkdir(parents=True, exist_ok=True)

# Cache: throttles count in it, so several processes need a shared one

_cache_url = os.environ.get("CACHE_URL") or os.environ.get("REDIS_URL")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": _cache_url}
    if _cache_url
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Queue: without a broker, messages are files

CELERY_BROKER_URL = (
    os.environ.get("CELERY_BROKER_URL") or os.environ.get("REDIS_URL") or "filesystem://localhost"
)
if CELERY_BROKER_URL.startswith("filesystem:"):
    _messages, _bindings = DATA_DIR / "queue" / "messages", DATA_DIR / "queue" / "bindings"
    for _folder in (_messages, _bindings):
        _folder.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_messages),
        "data_folder_out": str(_messages),
        "control_folder": str(_bindings),
        "store_processed": False,
        "polling_interval": 0.2,  # seconds
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # it would leave a file behind at every start
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its queue as long as it takes
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("QUEUE") or "celery"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # no message waits for a busy worker while another is idle
_on_redis = CELERY_BROKER_URL.startswith("redis")
CELERY_WORKER_DISABLE_PREFETCH = _on_redis  # nobody else knows how
# Every task may run twice, so that none is lost with its worker.  Redis would give its message out again after an hour
# only, and a worker that holds one when Redis goes away stops (kombu 5.6).
CELERY_TASK_ACKS_LATE = not _on_redis
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_IMPORTS = ["scorekeeper.accounts.mail"]  # tasks of their own
CELERY_BEAT_SCHEDULE = {
    "what is stale is a query, asked again and again": {
        "task": "scorekeeper.tasks.rebuild_stale_replays",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "seasons are counted before somebody asks": {
        "task": "scorekeeper.tasks.count_standings",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "statistics are counted before somebody asks": {
        "task": "scorekeeper.tasks.count_showings",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "ratings are counted before somebody asks": {
        "task": "scorekeeper.tasks.count_ratings",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "a rebuild whose workers were killed goes on": {
        "task": "scorekeeper.tasks.run_rebuilds",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "an import that a killed worker left is taken up again": {
        "task": "scorekeeper.tasks.run_waiting_imports",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "messages to webhooks are sent, and tried again": {
        "task": "scorekeeper.tasks.deliver_messages",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "what webhooks were told is dropped after some weeks": {
        "task": "scorekeeper.tasks.forget_old_messages",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "addresses on invitations are dropped with them": {
        "task": "scorekeeper.tasks.forget_addresses",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "mail that was written into files is dropped after a fortnight": {
        "task": "scorekeeper.tasks.forget_old_mail",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "answers are given again for some days": {
        "task": "scorekeeper.tasks.forget_old_answers",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "a file that was tried may be taken in for a day": {
        "task": "scorekeeper.tasks.forget_old_trials",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
}

# Imports: how much is taken in at once, how long a record may be, and what waits for the queue

IMPORT_LARGEST = int(os.environ.get("IMPORT_LARGEST") or 20_000_000)  # bytes of a file
IMPORT_LINES = int(os.environ.get("IMPORT_LINES") or 20_000)  # of a text score sheet
IMPORT_RECORD = int(os.environ.get("IMPORT_RECORD") or 2_000_000)  # bytes of a session record
IMPORT_HANDS = int(os.environ.get("IMPORT_HANDS") or 1000)  # of a session record
IMPORT_AT_ONCE = int(
    os.environ.get("IMPORT_AT_ONCE") or 100_000
)  # bytes; more is left to the queue
IMPORT_PATIENCE = 3.0  # seconds after which a request leaves the rest to the queue

# Webhooks: an installation for this computer only may tell programs beside it, one for others reaches nothing inside

_for_us_alone = "yes" if EMBEDDED and not _hosts else "no"
WEBHOOKS_TO_PRIVATE_ADDRESSES = _switch("WEBHOOKS_TO_PRIVATE_ADDRESSES", _for_us_alone)
WEBHOOKS_OVER_HTTP = _switch("WEBHOOKS_OVER_HTTP", _for_us_alone)
WEBHOOKS_CA_BUNDLE = os.environ.get("WEBHOOKS_CA_BUNDLE", "")  # a file of trusted certificates

# Mail: through the server that EMAIL_HOST names; without one, an embedded installation writes it into files.  Where it is
# not known under which name the service is reached, there is none

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_USE_SSL = _switch("EMAIL_USE_SSL", "no")
EMAIL_USE_TLS = _switch("EMAIL_USE_TLS", "no" if EMAIL_USE_SSL else "yes")
_mail_port = 465 if EMAIL_USE_SSL else 587 if EMAIL_USE_TLS else 25
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or _mail_port)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 20  # seconds
EMAIL_FILE_PATH = DATA_DIR / "mail"
_from = f"scorekeeper@{_hosts[0].lstrip('.')}" if _hosts and _hosts[0] != "*" else "scorekeeper@localhost"  # fmt: skip
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or _from
MAIL = "sent" if EMAIL_HOST else "written" if EMBEDDED else "none"
if _hosts and not SITE:
    MAIL = "none"
if MAIL == "written":
    # private: a mail may contain a link that sets a new password
    EMAIL_FILE_PATH.mkdir(mode=0o700, parents=True, exist_ok=True)
EMAIL_BACKEND = {
    "sent": "django.core.mail.backends.smtp.EmailBackend",
    "written": "django.core.mail.backends.filebased.EmailBackend",
    "none": "django.core.mail.backends.dummy.EmailBackend",
}[MAIL]

# Accounts and security

AUTH_USER_MODEL = "scorekeeper.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds
CSRF_FAILURE_VIEW = "scorekeeper.pages.errors.form_expired"

BEHIND_PROXY = _switch("BEHIND_PROXY", "no")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz/$", r"^readyz/$", r"^metrics/$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Static files: hashed and compressed where collectstatic has put them, else from where they are

STATIC_URL = "static/"
STATICFILES_DIRS = [
    BASE_DIR / "scorekeeper" / "pages" / "static",
    BASE_DIR / "scorekeeper" / "admin" / "static",
]
STATIC_ROOT = os.environ.get("STATIC_ROOT")
WHITENOISE_USE_FINDERS = not STATIC_ROOT
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("zh-hant", "繁體中文")]
LOCALE_PATHS = [BASE_DIR / "scorekeeper" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"
USE_I18N = True
USE_TZ = True

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "scorekeeper.api.authentication.BearerAuthentication",
        "scorekeeper.api.authentication.LinkAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["scorekeeper.api.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scorekeeper.api.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "scorekeeper.api.pagination.CursorPages",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "anon": os.environ.get("THROTTLE_ANONYMOUS") or "60/min",
        "sign-in": os.environ.get("THROTTLE_SIGN_IN") or "10/min",
        "streams": os.environ.get("THROTTLE_STREAMS") or "20/min",
    },
    "EXCEPTION_HANDLER": "scorekeeper.api.errors.problem_handler",
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
KNOX_TOKEN_MODEL = "scorekeeper.Token"  # noqa: S105
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_TTL": timedelta(days=90),
    "AUTO_REFRESH": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Scorekeeper",
    "DESCRIPTION": "A referee and a record keeper for climbing and melding card games.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "ImportState": "scorekeeper.models.ImportState",
        "DisputeState": ["open", "ruled", "withdrawn"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "scorekeeper.api.schema.with_problems",
        "scorekeeper.api.schema.with_keys",
        "scorekeeper.api.schema.with_etags",
        "scorekeeper.api.schema.with_an_introduction",
    ],
}

# Log: lines on standard output, the process's supervisor keeps them; JSON for programs, text for people

LOG_FORMAT = os.environ.get("LOG_FORMAT") or ("text" if EMBEDDED else "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "scorekeeper.monitoring.logs.JSONFormatter"},
    },
    "filters": {"without keys": {"()": "scorekeeper.monitoring.logs.SecretPathFilter"}},
    "handlers": {
        "stdout": {
            "class": "logging.StreamHandler",
            "filters": ["without keys"],
            "stream": "ext://sys.stdout",
            "formatter": LOG_FORMAT,
        },
    },
    "root": {"handlers": ["stdout"], "level": os.environ.get("LOG_LEVEL") or "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "gunicorn.http.wsgi": {"level": "ERROR"},  # it would warn of every answer to HEAD
        # a line a request is for those who collect them
        "scorekeeper.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}

# What a monitor says to be shown the figures at /metrics/; without one nobody is

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
