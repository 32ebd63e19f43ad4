"""Why a citation has its verdict, as a plain phrase in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from attribution.core.support.reasons import SupportCode
from attribution.core.vocabulary import WhyCode
from attribution.enums import codes_of, label_of
from attribution.reads.support import explain_support
from attribution.services.citations.rulings import BY_PERSON
from verification.core.evidence import Why
from verification.core.vocabulary import Fault

_WHY: Mapping[str, Any] = {
    WhyCode.SUPPORTED: _("the page says what the text claims"),
    WhyCode.CONTRADICTED: _("the page says something else than the text claims"),
    WhyCode.NOT_SUPPORTED: _("the page was read and does not say what the text claims"),
    WhyCode.JUDGED_BY_MODEL: _("judged by model: %(model)s found the passage, and the rules hold nothing against it"),
    WhyCode.THIN_PAGE: _("the page holds too little text to tell"),
    WhyCode.SUPPORT_UNCLEAR: _("it can’t be told whether the page says it"),
    WhyCode.NOT_READ: _("only whether the page is there was asked for"),
    WhyCode.NO_CLAIM: _("the text claims nothing here that a page could carry"),
    WhyCode.OTHER_DOCUMENT: _("the page is another one than the citation names"),
    WhyCode.PUBLISHED_BEFORE: _("the page was published before what the text claims happened"),
    WhyCode.RETRACTED: _("the work was retracted"),
    WhyCode.MEDIA: _("pictures, videos and sounds are not read"),
    WhyCode.NOT_FOUND_BY_SEARCH: _("a search did not find the source that is named"),
    WhyCode.UNRESOLVED_MARK: _("the text has no reference with this number"),
    WhyCode.UNSAFE_URL: _("the address is none that may be opened from here"),
    WhyCode.PENDING: _("not checked yet"),
    WhyCode.DNS_FAILURE: _("no such host is known"),
    WhyCode.CONNECTION_REFUSED: _("the host can’t be reached"),
    WhyCode.TLS_FAILURE: _("the host’s certificate is not valid"),
    WhyCode.HTTP_NOT_FOUND: _("the page is not there (404)"),
    WhyCode.HTTP_GONE: _("the page was taken away (410)"),
    WhyCode.HTTP_CLIENT_ERROR: _("the host refuses the request (%(status)s)"),
    WhyCode.HTTP_SERVER_ERROR: _("the host is out of order (%(status)s), twice"),
    WhyCode.TIMED_OUT: _("the host did not answer in time"),
    WhyCode.SOFT_NOT_FOUND: _("the page says that it is not there: “%(mark)s”"),
    WhyCode.HOME_PAGE_REDIRECT: _("the address leads to a front page"),
    WhyCode.PARKED_DOMAIN: _("the domain is parked"),
    WhyCode.LOGIN_REQUIRED: _("the page asks for a log-in"),
    WhyCode.PAYMENT_REQUIRED: _("the page asks for payment"),
    WhyCode.ACCESS_FORBIDDEN: _("the host does not let programs in (403)"),
    WhyCode.TOO_MANY_REQUESTS: _("the host asks us to come later (429)"),
    WhyCode.LEGAL_BLOCK: _("the page is withheld for legal reasons (451)"),
    WhyCode.CAPTCHA: _("the page asks for proof that a person reads it"),
    WhyCode.PAYWALL: _("most of the page is behind a paywall"),
    WhyCode.ROBOTS_REFUSED: _("the host asks programs not to read it"),
    WhyCode.NEEDS_RENDERING: _("the page is empty until its scripts run, and none are run here"),
    WhyCode.REDIRECT_LOOP: _("the address redirects too often"),
    WhyCode.BAD_RESPONSE: _("the host’s answer can’t be read"),
    WhyCode.TOO_LARGE: _("the page is larger than what is read"),
    WhyCode.UNREADABLE_TYPE: _("the address leads to something that is no text"),
    WhyCode.UNEXPECTED_STATUS: _("the host answers with an unusual status (%(status)s)"),
    WhyCode.NOT_FETCHED: _("it was not possible to ask (%(fault)s)"),
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
        said["reason"] = said["reason"] or "–"
        return str(_WHY[code]) % said


def explain_reasons(reasons: list[dict[str, Any]], lang: str | None = None) -> str:
    """All reasons of a verdict, what decided first."""
    joint = "；" if (lang or translation.get_language() or "en").startswith("zh") else "; "
    return joint.join(explain_reason(reason, lang) for reason in reasons)
