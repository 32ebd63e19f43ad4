"""Why a citation has its verdict, as a plain phrase in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from attribution.core.vocabulary import CitationWhy
from attribution.enums import codes_of, label_of
from attribution.reads.support import explain_support
from attribution.services.citations.rulings import BY_PERSON
from verification.core.claims.reasons import SupportCode
from verification.core.evidence import Why
from verification.core.vocabulary import Fault
from verification.services.nodes.series import load_series

_WHY: Mapping[str, Any] = {
    CitationWhy.SUPPORTED: _("the page says what the text claims"),
    CitationWhy.CONTRADICTED: _("the page says something else than the text claims"),
    CitationWhy.NOT_SUPPORTED: _("the page was read; nothing in it says what the text claims"),
    CitationWhy.JUDGED_BY_MODEL: _("judged by model: %(model)s found the passage, and the rules hold nothing against it"),
    CitationWhy.THIN_PAGE: _("the page holds too little text to tell"),
    CitationWhy.SUPPORT_UNCLEAR: _("it can’t be told whether the page says it"),
    CitationWhy.NOT_READ: _("only whether the page is there was asked for"),
    CitationWhy.NO_CLAIM: _("the text claims nothing here that a page could carry"),
    CitationWhy.OTHER_DOCUMENT: _("the page is another one than the citation names"),
    CitationWhy.PUBLISHED_BEFORE: _("the page was published before what the text claims happened"),
    CitationWhy.RETRACTED: _("the work was retracted"),
    CitationWhy.CONCERN: _("its publisher warns of the work (expression of concern)"),
    CitationWhy.SERIES_SAYS_OTHERWISE: _("the official series says otherwise: %(series)s, %(period)s: %(value)s"),
    CitationWhy.MEDIA: _("pictures, videos and sounds are not read"),
    CitationWhy.NOT_FOUND_BY_SEARCH: _("a search did not find the source that is named"),
    CitationWhy.UNRESOLVED_MARK: _("the text has no reference with this number"),
    CitationWhy.UNSAFE_URL: _("this address may not be opened"),
    CitationWhy.PENDING: _("not checked yet"),
    CitationWhy.DNS_FAILURE: _("no such host is known"),
    CitationWhy.CONNECTION_REFUSED: _("the host can’t be reached"),
    CitationWhy.TLS_FAILURE: _("the host’s certificate is not valid"),
    CitationWhy.HTTP_NOT_FOUND: _("the page is not there (404)"),
    CitationWhy.HTTP_GONE: _("the page was taken away (410)"),
    CitationWhy.HTTP_CLIENT_ERROR: _("the host refuses the request (%(status)s)"),
    CitationWhy.HTTP_SERVER_ERROR: _("the host is out of order (%(status)s), twice"),
    CitationWhy.TIMED_OUT: _("the host did not answer in time"),
    CitationWhy.SOFT_NOT_FOUND: _("the page says that it is not there: “%(mark)s”"),
    CitationWhy.HOME_PAGE_REDIRECT: _("the address leads to a front page"),
    CitationWhy.PARKED_DOMAIN: _("the domain is parked"),
    CitationWhy.LOGIN_REQUIRED: _("the page asks for a log-in"),
    CitationWhy.PAYMENT_REQUIRED: _("the page asks for payment"),
    CitationWhy.ACCESS_FORBIDDEN: _("the host does not let programs in (403)"),
    CitationWhy.TOO_MANY_REQUESTS: _("the host asks us to come later (429)"),
    CitationWhy.LEGAL_BLOCK: _("the page is withheld for legal reasons (451)"),
    CitationWhy.CAPTCHA: _("the page asks for proof that a person reads it"),
    CitationWhy.CONSENT: _("the page asks for consent before it shows anything"),
    CitationWhy.UNDER_MAINTENANCE: _("the site says that it is out of order: “%(mark)s”"),
    CitationWhy.PAYWALL: _("most of the page is behind a paywall"),
    CitationWhy.ROBOTS_REFUSED: _("the host asks programs not to read it"),
    CitationWhy.NEEDS_RENDERING: _("the page is empty without its scripts, and none are run here"),
    CitationWhy.REDIRECT_LOOP: _("the address redirects too often"),
    CitationWhy.BAD_RESPONSE: _("the host’s answer can’t be read"),
    CitationWhy.TOO_LARGE: _("the page is larger than what is read"),
    CitationWhy.UNREADABLE_TYPE: _("the address leads to something that is no text"),
    CitationWhy.UNEXPECTED_STATUS: _("the host answers with an unusual status (%(status)s)"),
    CitationWhy.NOT_FETCHED: _("not checked: the page could not be asked (%(fault)s)"),
    BY_PERSON: _("%(who)s ruled: %(reason)s"),
}
_SUPPORT = frozenset(code.value for code in SupportCode)
_LANGUAGES = {"zh": "zh-hans", "en": "en"}


def explain_reason(reason: Mapping[str, Any], lang: str | None = None) -> str:
    """One reason ({code, params}) in ``lang`` ("zh", "en" or a language code), None in the language at hand; unknown codes as they are."""
    code, params = str(reason.get("code", "")), dict(reason.get("params") or {})
    if code in _SUPPORT:
        chosen = "zh" if (lang or translation.get_language() or "en").startswith("zh") else "en"
        return explain_support(Why(code, params), lang=chosen)
    if code not in _WHY:
        return code
    with translation.override(_LANGUAGES.get(lang, lang) if lang else translation.get_language()):
        said = {"status": "", "mark": "", "who": "", "model": "", "reason": "–", **params}
        said["fault"] = label_of(Fault, params["fault"]) if params.get("fault") in codes_of(Fault) else params.get("fault", "")
        if (entry := load_series(str(params.get("series", "")))) is not None:
            said["series"] = entry.title(translation.get_language() or "en")
        said["reason"] = said["reason"] or "–"
        return str(_WHY[code]) % said


def explain_reasons(reasons: list[dict[str, Any]], lang: str | None = None) -> str:
    """All reasons of a verdict, what decided first."""
    joint = "；" if (lang or translation.get_language() or "en").startswith("zh") else "; "
    return joint.join(explain_reason(reason, lang) for reason in reasons)
