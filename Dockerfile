# CausalFlow: the pages under gunicorn, and with another command the worker. docs/operate.md says how to run it.
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /app
RUN python -m venv /venv
COPY requirements.txt ./
RUN /venv/bin/pip install --requirement requirements.txt
COPY manage.py ./
COPY causalflow causalflow/
COPY verification verification/
COPY mcp_server mcp_server/
COPY attribution attribution/
COPY templates templates/
COPY static static/
COPY locale locale/
COPY docs docs/
# Translations and the pages' files are made here, so that the running container writes nothing. The key of this step is thrown away.
RUN /venv/bin/python -m causalflow.catalogues compile \
    && VAR_DIR=/tmp/build STATIC_ROOT=/app/collected /venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/build

FROM python:3.11-slim-bookworm
# pg_dump and pg_restore for manage.py backup and restore; the server in compose.yaml has the same major version.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin causalflow
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STATIC_ROOT=/app/collected \
    VAR_DIR=/tmp/causalflow \
    PROMETHEUS_MULTIPROC_DIR=/tmp/metrics \
    WEB_BIND=0.0.0.0:8000
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["gunicorn", "--config", "python:causalflow.gunicorn", "causalflow.wsgi"]
