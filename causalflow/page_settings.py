"""Settings of how pages are made: their templates, and where sessions are kept."""

from pathlib import Path

__all__ = ["SESSION_ENGINE", "TEMPLATES"]

SESSION_ENGINE = "causalflow.sessions"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(__file__).resolve().parent.parent / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["verification.templatetags.addresses", "verification.templatetags.words"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
