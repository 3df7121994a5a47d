"""Django settings.  What differs between installations is read from environment variables (see ``.env.example``).

Without any variable the service is embedded: it uses SQLite, a queue of files and a generated key, all in DATA_DIR, and
answers this computer only.
"""

import gc
import os
import re
import secrets
from datetime import timedelta
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue
from psycopg.conninfo import conninfo_to_dict

# A process that reads the settings loads the application next.  Nothing of it becomes garbage, and looking for some would
# take a quarter of the time; scorekeeper.apps allows it again.
gc.disable()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()


def _words(name: str) -> list[str]:
    """Return the words of an environment variable, which are separated by commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def _catalogs_of_games() -> list[Path]:
    """Return the folders ``locale`` of the installed packages that bring games of their own."""
    named = (re.match(r"\w+", entry.value) for entry in entry_points(group="referee.variants"))
    specs = filter(None, map(find_spec, sorted({name[0] for name in named if name})))
    places = [place for spec in specs for place in spec.submodule_search_locations or ()]
    return [Path(place) / "locale" for place in places if (Path(place) / "locale").is_dir()]


def _switch(name: str, default: str) -> bool:
    """Return whether an environment variable is on (1, true, yes or on)."""
    return (os.environ.get(name) or default).lower() in {"1", "true", "yes", "on"}


def _private_folder(path: Path) -> Path:
    """Return a folder, which is created if it is missing, for its owner only."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _generated_key() -> str:
    """Return the secret key of an embedded installation.  Its file is created once, readable by its owner only."""
    path = _private_folder(DATA_DIR) / "secret_key"
    if not (path.exists() and path.read_text()):
        draft = path.with_name(f"secret_key.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        draft.replace(path)
    return path.read_text()


# An installation with ALLOWED_HOSTS is reached from other computers.
_hosts = _words("ALLOWED_HOSTS")
EMBEDDED = not os.environ.get("DATABASE_URL")
DEBUG = _switch("DEBUG", "no")
DEMO = _switch("DEMO", "yes")  # whether the first start of `serve` creates a demo club
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_hosts]
HTTPS = _switch("HTTPS", "yes" if _hosts else "no")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS") or [f"https://{host}" for host in _hosts]

# The base of addresses in mails.  It never comes from a request, whose Host header anybody can choose.
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
    "scorekeeper.apps.LateAdminConfig",
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
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "scorekeeper",
]
MIDDLEWARE = [
    "scorekeeper.monitoring.logs.with_request_id",
    "scorekeeper.monitoring.request_metrics.count_requests",
    "scorekeeper.api.throttling.CostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "scorekeeper.polls.answer_unchanged",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.pages.middleware.SecurityPolicyMiddleware",
    "scorekeeper.pages.middleware.BrowserSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scorekeeper.pages.middleware.BrowserAuthenticationMiddleware",
    "scorekeeper.pages.middleware.BrowserMessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.pages.errors.explain_405",
    "scorekeeper.pages.errors.UnreadableRecordMiddleware",
    "scorekeeper.pages.errors.ClubMovedMiddleware",
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
                "scorekeeper.pages.display.separators.csv_context",
                "scorekeeper.pages.local_address.local_address",
                "scorekeeper.pages.drawing.portraits.portraits",
            ],
            "libraries": {
                "monograms": "scorekeeper.pages.drawing.monograms",
                "portraits": "scorekeeper.pages.drawing.portraits",
            },
        },
    },
]

# Database

_pooled = _switch("POOLED", "no")  # whether there is an external pooler, such as PgBouncer


def _database_at(url: str) -> dict[str, Any]:
    """Return Django's settings for a database URL, which may name several hosts of PostgreSQL, each with a port."""
    if "," not in urlsplit(url).netloc:
        return dict(dj_database_url.parse(url))
    read = conninfo_to_dict(url)  # libpq's own reading of it
    names = {
        "NAME": "dbname",
        "USER": "user",
        "PASSWORD": "password",
        "HOST": "host",
        "PORT": "port",
    }
    parts = {name: str(read.pop(key, "")) for name, key in names.items()}
    options = {"target_session_attrs": "read-write", **read}
    return {"ENGINE": "django.db.backends.postgresql", **parts, "OPTIONS": options}


_database: dict[str, Any] = {
    **_database_at(
        os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'scorekeeper.sqlite3'}"
    ),
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    "DISABLE_SERVER_SIDE_CURSORS": _pooled,
}
# gunicorn_conf sets DATABASE_POOL_SIZE for web processes, whose threads share a pool.  Worker processes and commands have
# one thread and keep one connection (CONN_MAX_AGE).  With an external pooler a second pool would be of no use.
_pool_size = int(os.environ.get("DATABASE_POOL_SIZE") or 0)
if _database["ENGINE"] == "django.db.backends.postgresql":
    # A server that is gone is noticed within two seconds, also when its host no longer answers at all; libpq waits as long
    # for each host, and not shorter.  A host that vanishes during a query is noticed after four.
    _options = {
        "connect_timeout": 2,
        "tcp_user_timeout": 2000,
        "keepalives_idle": 2,
        "keepalives_interval": 1,
        "keepalives_count": 2,
        **_database.get("OPTIONS", {}),
    }
    if _pool_size and not _pooled:
        _database["CONN_MAX_AGE"] = 0  # Django requires it with a pool
        # seconds to wait for a connection: each thread has one, so it waits only for a server that is away.  The pool soon
        # gives up, and the next request begins anew: its pauses double, so it would miss a server that is back by as long as that was away
        _options["pool"] = {
            "min_size": 1,
            "max_size": _pool_size,
            "timeout": 1.5,
            "reconnect_timeout": 1.0,
        }
    _database["OPTIONS"] = _options
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["CONN_MAX_AGE"] = (
        None  # opening SQLite anew for each request costs more than the queries
    )
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a transaction waits for the lock at its start, and does not fail later
        "timeout": 20,
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    }
DATABASES = {"default": _database}
# A streaming replica, from which GET requests read while it is at most so many seconds behind.
DATABASE_REPLICA_LAG = float(os.environ.get("DATABASE_REPLICA_LAG") or 5)
if os.environ.get("DATABASE_REPLICA_URL"):
    _replica = _database_at(os.environ["DATABASE_REPLICA_URL"])
    if {_database["ENGINE"], _replica["ENGINE"]} != {"django.db.backends.postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_REPLICA_URL needs DATABASE_URL: both are PostgreSQL servers, one of which follows the other."
        )
    # the primary's option would look for a server that takes writes
    _options = {
        **_database["OPTIONS"],
        "target_session_attrs": "any",
        **_replica.get("OPTIONS", {}),
    }
    DATABASES["replica"] = {**_database, **_replica, "OPTIONS": _options}
    DATABASE_ROUTERS = ["scorekeeper.monitoring.replicas.ReplicaRouter"]
    MIDDLEWARE.insert(2, "scorekeeper.monitoring.replicas.ReplicaMiddleware")  # before sessions
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"knox": None}  # KNOX_TOKEN_MODEL replaces the table that they create
if EMBEDDED:
    # SQLite would create the file for everybody to read; its companions (-wal, -shm) get the same mode
    _file = os.open(
        _private_folder(DATA_DIR) / "scorekeeper.sqlite3", os.O_CREAT | os.O_RDWR, 0o600
    )
    os.close(_file)

# Cache: throttles count requests in it, so several processes need a shared one

_cache_url = os.environ.get("CACHE_URL") or os.environ.get("REDIS_URL")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "scorekeeper.monitoring.guarded_cache.GuardedCache",
        "LOCATION": _cache_url,
    }
    if _cache_url
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# What screens poll is compared with versions that all processes share, never with a process's own memory
if _cache_url:
    CACHES["polls"] = {
        "BACKEND": "scorekeeper.monitoring.guarded_cache.SharedCache",
        "LOCATION": _cache_url,
        "KEY_PREFIX": "polls",
    }

# Queue: without a broker, messages are files in DATA_DIR

CELERY_BROKER_URL = (
    os.environ.get("CELERY_BROKER_URL") or os.environ.get("REDIS_URL") or "filesystem://localhost"
)
if CELERY_BROKER_URL.startswith("filesystem:"):
    _queue = _private_folder(_private_folder(DATA_DIR) / "queue")
    _messages, _bindings = (
        _private_folder(_queue / "messages"),
        _private_folder(_queue / "bindings"),
    )
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_messages),
        "data_folder_out": str(_messages),
        "control_folder": str(_bindings),
        "store_processed": False,
        "polling_interval": 0.2,  # seconds
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # it would leave a file in DATA_DIR at every start
else:
    # A request does not wait for a broker that is away: its work is found again at an interval.  Workers wait by
    # CELERY_BROKER_CONNECTION_MAX_RETRIES.
    CELERY_BROKER_CONNECTION_TIMEOUT = 1.0  # seconds
    CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0, "connect_retries_timeout": 1.0}
    if CELERY_BROKER_URL.startswith("redis"):
        # above a worker's BRPOP, which waits for a second
        CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_connect_timeout": 1.0, "socket_timeout": 2.0}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for the broker forever
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("QUEUE") or "celery"
# Reports that readers wait for, files of large exports, endings of hands and puzzles have a queue of their own; all but the files
# give way to everything else (``scorekeeper.tasks.count_report``).
# A worker without --queues takes from both.
REPORT_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-reports"
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, REPORT_QUEUE)
]
CELERY_TASK_ROUTES = {
    f"scorekeeper.tasks.{name}": {"queue": REPORT_QUEUE}
    for name in ("count_report", "make_export_files", "solve_endings", "find_puzzles")
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # no message waits for a busy worker while another is idle
_on_redis = CELERY_BROKER_URL.startswith("redis")
CELERY_WORKER_DISABLE_PREFETCH = _on_redis  # only Redis supports this
# Messages are acknowledged after their task, so none is lost with its worker; every task may run twice.  Not on Redis: it
# delivers such a message again only after an hour, and workers that hold one stop when Redis restarts (kombu 5.6).
CELERY_TASK_ACKS_LATE = not _on_redis
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "scorekeeper.management.beat_schedule:Scheduler"
CELERY_WORKER_CONSUMER = "scorekeeper.management.unreadable_messages:Consumer"
# For tasks that hang; a turn of long work takes ten seconds, counting the largest season measured less than a minute.
# The solo pool of an embedded service knows neither limit.
CELERY_TASK_SOFT_TIME_LIMIT = 600  # seconds until the task is stopped by an exception
CELERY_TASK_TIME_LIMIT = 900  # seconds until its process is killed
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # kB; a process above it is replaced after its task
CELERY_TIMEZONE = "UTC"
CELERY_IMPORTS = ["scorekeeper.accounts.mail"]  # its tasks are outside scorekeeper.tasks
# Messages only wake workers up.  These tasks also run at intervals, because messages may be lost.
_intervals = {  # seconds
    "rebuild_stale_replays": 20,
    "count_standings": 20,
    "count_statistics": 20,
    "count_ratings": 20,
    "run_rebuilds": 20,
    "finish_erasures": 20,
    "apply_merges": 20,
    "try_house_rules": 20,
    "run_waiting_imports": 20,
    "make_export_files": 20,
    "solve_endings": 60,
    "seal_journals": 20,
    "deliver_messages": 20,
    "date_sessions": 20,
    "find_puzzles": 60,
    "forget_old_export_files": 300,
    "count_outdated_seasons": 300,
    "forget_old_messages": 3600,
    "forget_addresses": 3600,
    "forget_old_mail": 3600,
    "forget_old_answers": 3600,
    "forget_old_trials": 3600,
    "forget_old_reports": 3600,
    "forget_old_what_ifs": 3600,
    "forget_gone_failures": 3600,
}
CELERY_BEAT_SCHEDULE = {
    name: {
        "task": f"scorekeeper.tasks.{name}",
        "schedule": timedelta(seconds=interval),
        "options": {"expires": interval},
    }
    for name, interval in _intervals.items()
}

# Imports: how large a file and a record may be

IMPORT_LARGEST = int(os.environ.get("IMPORT_LARGEST") or 20_000_000)  # bytes of a file
IMPORT_LINES = int(os.environ.get("IMPORT_LINES") or 20_000)  # of a text score sheet
IMPORT_RECORD = int(os.environ.get("IMPORT_RECORD") or 2_000_000)  # bytes of a session record
IMPORT_HANDS = int(os.environ.get("IMPORT_HANDS") or 1000)  # of a session record
# bytes of each file in a club archive, uncompressed; reading one takes up to 30 times as much memory
IMPORT_ARCHIVED = int(os.environ.get("IMPORT_ARCHIVED") or 32_000_000)
# the bytes of a file and the seconds that a request processes itself; a worker does the rest
IMPORT_AT_ONCE = int(os.environ.get("IMPORT_AT_ONCE") or 100_000)
IMPORT_PATIENCE = 3.0
FILE_UPLOAD_HANDLERS = [
    "scorekeeper.imports.upload_limit.UploadLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Webhooks: only an installation for this computer alone sends to private addresses and over http by default

_for_us_alone = "yes" if EMBEDDED and not _hosts else "no"
WEBHOOKS_TO_PRIVATE_ADDRESSES = _switch("WEBHOOKS_TO_PRIVATE_ADDRESSES", _for_us_alone)
WEBHOOKS_OVER_HTTP = _switch("WEBHOOKS_OVER_HTTP", _for_us_alone)
WEBHOOKS_CA_BUNDLE = os.environ.get("WEBHOOKS_CA_BUNDLE", "")  # a file of trusted certificates

# Mail: sent through EMAIL_HOST; without it, an embedded installation writes mail into files.  There is no mail if the
# address of the service is not known (SITE), because links could not be written

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_USE_SSL = _switch("EMAIL_USE_SSL", "no")
EMAIL_USE_TLS = _switch("EMAIL_USE_TLS", "no" if EMAIL_USE_SSL else "yes")
_mail_port = 465 if EMAIL_USE_SSL else 587 if EMAIL_USE_TLS else 25
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or _mail_port)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 20  # seconds
EMAIL_FILE_PATH = DATA_DIR / "mail"
_from = (
    f"scorekeeper@{_hosts[0].lstrip('.')}"
    if _hosts and _hosts[0] != "*"
    else "scorekeeper@localhost"
)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or _from
MAIL = "sent" if EMAIL_HOST else "written" if EMBEDDED else "none"
if _hosts and not SITE:
    MAIL = "none"
if MAIL == "written":
    _private_folder(EMAIL_FILE_PATH)  # a mail may contain a link that sets a new password
EMAIL_BACKEND = {
    "sent": "django.core.mail.backends.smtp.EmailBackend",
    "written": "django.core.mail.backends.filebased.EmailBackend",
    "none": "django.core.mail.backends.dummy.EmailBackend",
}[MAIL]

# Sign-up: whether strangers may make an account with a mail address, and start clubs

SIGN_UP = _switch("SIGN_UP", "no")
SIGN_UP_MAILS = int(os.environ.get("SIGN_UP_MAILS") or 50)  # a day, in the whole installation
# clubs that an account may start, except those of staff; 0: as many as it likes
CLUBS_PER_ACCOUNT = int(os.environ.get("CLUBS_PER_ACCOUNT") or (3 if SIGN_UP else 0))

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
OTP_TOTP_ISSUER = f"Scorekeeper {SITE.partition('://')[2]}".strip()  # what apps call this service
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

# Static files: with STATIC_ROOT hashed and compressed by collectstatic, else served from the source directories

STATIC_URL = "static/"
STATICFILES_DIRS = [
    BASE_DIR / "scorekeeper" / "pages" / "static",
    BASE_DIR / "scorekeeper" / "admin" / "static",
]
STATIC_ROOT = os.environ.get("STATIC_ROOT")
WHITENOISE_USE_FINDERS = not STATIC_ROOT
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Large exports: files that workers make, in a folder or an object storage that web servers and workers share

EXPORT_STORAGE = os.environ.get("EXPORT_STORAGE") or str(DATA_DIR / "exports")
EXPORT_DAYS = int(os.environ.get("EXPORT_DAYS") or 7)  # for which a file is kept
# the address under which nginx sends files of the folder (docs/nginx.conf); without it the service sends them itself
EXPORT_ACCEL_PREFIX = os.environ.get("EXPORT_ACCEL_PREFIX", "")
EXPORT_LINK_SECONDS = 300  # for which a signed address of the object storage is good
# pages draw the moving pictures of hands; a worker loads them when it makes one
MOVING_PICTURE_MAKER = "scorekeeper.pages.replays.filming.chunks"
_exports = urlsplit(EXPORT_STORAGE)
if _exports.scheme == "s3":
    if not find_spec("storages"):
        raise ImproperlyConfigured(
            "EXPORT_STORAGE on S3 needs the packages of scorekeeper/exports/requirements.txt."
        )
    _limits = {"connect_timeout": 2, "read_timeout": 20, "retries": {"max_attempts": 2}}
    STORAGES["exports"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": _exports.netloc,
            "location": _exports.path.strip("/"),
            "querystring_expire": EXPORT_LINK_SECONDS,
            "client_config": import_module("botocore.config").Config(
                signature_version="s3v4", **_limits
            ),
        },
    }  # boto3 reads the rest: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL
else:
    STORAGES["exports"] = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": EXPORT_STORAGE},
    }

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("zh-hant", "繁體中文")]
# catalogs of packages that bring games (docs/games_from_outside.md) add to ours, and change nothing in them
LOCALE_PATHS = [BASE_DIR / "scorekeeper" / "locale", *_catalogs_of_games()]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["scorekeeper.locale"]

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "scorekeeper.api.authentication.BearerAuthentication",
        "scorekeeper.api.authentication.LinkAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # views ask scorekeeper.access what the person may do; much can be seen without an account
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.AllowAny",
        "scorekeeper.api.permissions.InScope",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["scorekeeper.api.throttling.CostThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["scorekeeper.api.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scorekeeper.api.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "scorekeeper.api.pagination.CursorPages",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "scorekeeper.api.operations.ScopedSchema",
    "DEFAULT_THROTTLE_RATES": {
        "anon": os.environ.get("THROTTLE_ANONYMOUS") or "60/min",
        "sign-in": os.environ.get("THROTTLE_SIGN_IN") or "10/min",
        "account": os.environ.get("THROTTLE_ACCOUNT") or "20/hour",
        "sign-up": os.environ.get("THROTTLE_SIGN_UP") or "5/hour",
        "sign-up mails": f"{SIGN_UP_MAILS}/day",
        "streams": os.environ.get("THROTTLE_STREAMS") or "20/min",
    },
    "EXCEPTION_HANDLER": "scorekeeper.api.errors.problem_handler",
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Limits of what holds a thread for long or takes much of the processor: scorekeeper.monitoring.route_costs says which routes

WEB_THREADS = int(
    os.environ.get("WEB_THREADS") or 8
)  # of a web process, as in management.gunicorn_conf
STREAM_LINES_A_MINUTE = {
    "account": int(os.environ.get("STREAM_LINES") or 300_000),
    "anonymous": int(os.environ.get("STREAM_LINES_ANONYMOUS") or 60_000),
}
KNOX_TOKEN_MODEL = "scorekeeper.Token"  # noqa: S105
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_TTL": timedelta(days=90),  # of a token made without scopes: scorekeeper.accounts.tokens
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
        "TokenScope": "scorekeeper.models.TokenScope",
        "SecondStepFor": "scorekeeper.models.SecondStepFor",
        "KindEnum": "scorekeeper.models.Kind",
        "ExportKind": "scorekeeper.models.ExportKind",
        "ExportFormat": "scorekeeper.models.ExportFormat",
        "HandChange": ["changed", "new", "missing", "left-alone"],
        "EveningAnswer": ["bring-up-to-date", "second-session", "leave-out"],
        "DisputeState": ["open", "ruled", "withdrawn"],
        "CommentMark": ["!", "?", "!!", "??", "!?", "?!"],
        "EndingMark": ["given-away", "taken"],
        "HandSort": ["newest", "longest-trick", "most-points"],
        "SolvedResult": ["won", "not-forced", "not-settled"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "scorekeeper.api.schema.with_filled_in_queries",
        "scorekeeper.api.schema.with_problems",
        "scorekeeper.api.schema.with_formats",
        "scorekeeper.api.schema.with_keys",
        "scorekeeper.api.schema.with_etags",
        "scorekeeper.api.schema.with_an_introduction",
    ],
}

# Log: lines on standard output, as JSON for programs or as text for people

LOG_FORMAT = os.environ.get("LOG_FORMAT") or ("text" if EMBEDDED else "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "scorekeeper.monitoring.logs.JSONFormatter"},
    },
    "filters": {
        "without keys": {"()": "scorekeeper.monitoring.logs.SecretPathFilter"},
        "outages": {"()": "scorekeeper.monitoring.outages.OutageFilter"},
    },
    "handlers": {
        "stdout": {
            "class": "logging.StreamHandler",
            "filters": ["without keys", "outages"],
            "stream": "ext://sys.stdout",
            "formatter": LOG_FORMAT,
        },
    },
    "root": {"handlers": ["stdout"], "level": os.environ.get("LOG_LEVEL") or "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "gunicorn.http.wsgi": {"level": "ERROR"},  # it warns of every answer to HEAD
        # one line for each request, only if logs are collected
        "scorekeeper.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}

# The token with which a monitor reads /metrics/; without a token nobody can

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# The folder in which `manage.py doctor` looks for the youngest backup, if not only `manage.py backup` makes them

BACKUPS = os.environ.get("BACKUPS", "")
