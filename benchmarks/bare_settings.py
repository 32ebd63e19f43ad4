"""The settings of a new Django project over our database; templates and addresses are those of ``benchmarks.bare``."""

from causalflow.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
_LIST = """<!doctype html><title>Nodes</title><table>{% for node in page_obj %}<tr><td><a href="/nodes/{{ node.slug }}/">
{{ node.label }}</a><td>{{ node.state.value }}<td>{{ node.state.badge }}<td>{{ node.state.as_of }}{% endfor %}</table>
{% if page_obj.has_next %}<a href="?page={{ page_obj.next_page_number }}">
{{ page_obj.number }} of {{ page_obj.paginator.num_pages }}</a>{% endif %}"""
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", [("django.template.loaders.locmem.Loader", {"list": _LIST})])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
