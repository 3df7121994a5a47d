# One image for all processes of the service; docker-compose.yml chooses which process runs.  The stage `database` is
# PostgreSQL with pgBackRest, for docker-compose.yml.
# On its own, `docker run --publish 127.0.0.1:8000:8000 --volume scores:/data IMAGE` runs the embedded service.

FROM postgres:17-trixie AS database
RUN apt-get update \
    && apt-get install --yes --no-install-recommends pgbackrest \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner postgres --group postgres --mode 750 /var/lib/pgbackrest

FROM python:3.11-slim-trixie AS packages
COPY requirements.txt .
RUN python -m venv /opt/packages \
    && /opt/packages/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
# for OTEL_EXPORTER_OTLP_ENDPOINT and SENTRY_DSN
COPY scorekeeper/monitoring/requirements.txt monitoring.txt
RUN /opt/packages/bin/pip install --no-cache-dir --require-hashes -r monitoring.txt
# for EXPORT_STORAGE=s3://…
COPY scorekeeper/exports/requirements.txt exports.txt
RUN /opt/packages/bin/pip install --no-cache-dir --require-hashes -r exports.txt

FROM python:3.11-slim-trixie AS service
# pg_dump and pg_restore of the server's version, for `manage.py backup` and `manage.py restore`;
# a font with Chinese names for PNG pictures
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 fonts-droid-fallback \
    && rm -rf /var/lib/apt/lists/*
ENV PATH=/opt/packages/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    STATIC_ROOT=/srv/static \
    DATA_DIR=/data \
    BIND=0.0.0.0:8000
RUN useradd --system --uid 10001 --home-dir /data scorekeeper \
    && install --directory --owner scorekeeper --mode 700 /data /data/exports
COPY --from=packages /opt/packages /opt/packages
WORKDIR /srv/app
COPY manage.py ./
COPY referee ./referee
COPY scorekeeper ./scorekeeper
COPY templates ./templates
COPY docs/sbom/sbom.json ./
RUN SECRET_KEY=not-kept-in-the-image DATA_DIR=/tmp/build python manage.py collectstatic --noinput \
    && rm -r /tmp/build
USER scorekeeper
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz/', timeout=8)"]
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
