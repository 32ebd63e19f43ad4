"""What the words of citation checking and tracing are called on pages and in admin (look.md, section 2: icon, word and colour)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import Mode
from attribution.core.checks.quotations import JudgeRefusal, JudgeVerdict
from attribution.core.checks.recheck_times import Rhythm
from attribution.core.vocabulary import CitationKind, CitationStatus, Existence, Match, Policy, TimeFit
from verification.core.claims.item_facts import ItemProperty
from verification.core.claims.reasons import Outcome
from verification.core.series.claims import SeriesSays
from verification.enums import LABELS
from verification.enums import codes_of as codes_of
from verification.enums import label_of as label_of
from verification.enums import labelled as labelled

LABELS.update(
    {
        Outcome: {
            Outcome.VERIFIED: _("verified"),
            Outcome.STATED: _("stated"),
            Outcome.REFUTED: _("refuted"),
            Outcome.SUPPOSED_ONLY: _("supposed only"),
            Outcome.PARTLY: _("partly stated"),
            Outcome.NOT_STATED: _("not stated"),
            Outcome.CANNOT_BE_READ: _("cannot be read"),
            Outcome.NOTHING_TO_CHECK: _("nothing to check"),
        },
        Mode: {
            Mode.REVERSE: _("full tracing"),
            Mode.FORWARD: _("direct tracing"),
        },
        Operation: {
            Operation.SUM: _("sum"),
            Operation.DIFFERENCE: _("difference"),
            Operation.AVERAGE: _("average"),
            Operation.PRODUCT: _("product"),
            Operation.RATIO: _("ratio"),
            Operation.GROWTH: _("growth in percent"),
            Operation.SHARE: _("share in percent"),
            Operation.CAGR: _("growth of each year in percent"),
            Operation.PRIOR: _("value before it grew"),
        },
        Policy: {
            Policy.KEEP: _("keep"),
            Policy.MARK: _("mark"),
            Policy.REMOVE: _("remove"),
            Policy.REPLACE: _("replace"),
            Policy.SEND_BACK: _("send back"),
        },
        CitationKind: {
            CitationKind.MARKDOWN: _("Markdown link"),
            CitationKind.REFERENCE: _("reference"),
            CitationKind.FOOTNOTE: _("footnote"),
            CitationKind.AUTOLINK: _("autolink"),
            CitationKind.BARE: _("bare link"),
            CitationKind.HTML: _("HTML link"),
            CitationKind.DOI: "DOI",
            CitationKind.ARXIV: "arXiv",
            CitationKind.PUBMED: "PubMed",
            CitationKind.ISBN: "ISBN",
            CitationKind.TITLE: _("named source"),
            CitationKind.MEDIA: _("picture or video"),
        },
        CitationStatus: {
            CitationStatus.VERIFIED: _("verified"),
            CitationStatus.UNVERIFIED: _("unverified"),
            CitationStatus.BROKEN_LINK: _("broken link"),
            CitationStatus.MISINFORMATION: _("contradicted"),
            CitationStatus.INCONCLUSIVE: _("undecided"),
            CitationStatus.NOT_APPLICABLE: _("not applicable"),
            CitationStatus.PENDING: _("pending"),
        },
        Existence: {
            Existence.THERE: _("page exists"),
            Existence.GONE: _("page is gone"),
            Existence.UNCLEAR: _("page can’t be read"),
        },
        Match: {
            Match.SAME: _("page is the one named"),
            Match.OTHER: _("page is another one"),
            Match.UNCLEAR: _("name of the page unclear"),
            Match.UNNAMED: _("no title to compare"),
        },
        TimeFit: {
            TimeFit.FITS: _("date fits"),
            TimeFit.TOO_EARLY: _("page is older than the claim"),
            TimeFit.OPEN: _("no date to compare"),
        },
        JudgeVerdict: {
            JudgeVerdict.SUPPORTS: _("the page says it"),
            JudgeVerdict.CONTRADICTS: _("the page says something else"),
            JudgeVerdict.NEITHER: _("no passage settles it"),
        },
        JudgeRefusal: {
            JudgeRefusal.NOT_IN_PAGE: _("the page does not hold these words"),
            JudgeRefusal.TOO_SHORT: _("the quotation is too short to say anything"),
            JudgeRefusal.FIGURE_MISSING: _("the quotation lacks a figure or time of the claim"),
            JudgeRefusal.NAME_MISSING: _("the quotation lacks a name of the claim"),
            JudgeRefusal.CONTRADICTED: _("the quotation contradicts the claim"),
            JudgeRefusal.OFF_TOPIC: _("the quotation is of something else"),
            JudgeRefusal.NO_CONTRADICTION: _("the quotation contradicts nothing"),
        },
        ItemProperty: {
            ItemProperty.POPULATION: _("population"),
            ItemProperty.AREA: _("area"),
            ItemProperty.ELEVATION: _("elevation above sea level"),
            ItemProperty.HEIGHT: _("height"),
            ItemProperty.LENGTH: _("length"),
            ItemProperty.WIDTH: _("width"),
            ItemProperty.MASS: _("mass"),
            ItemProperty.DURATION: _("duration"),
            ItemProperty.EMPLOYEES: _("employees"),
            ItemProperty.REVENUE: _("total revenue"),
            ItemProperty.NET_PROFIT: _("net profit"),
            ItemProperty.TOTAL_ASSETS: _("total assets"),
            ItemProperty.MARKET_CAPITALIZATION: _("market capitalization"),
            ItemProperty.GDP: _("nominal GDP"),
            ItemProperty.GDP_PER_CAPITA: _("nominal GDP per person"),
            ItemProperty.UNEMPLOYMENT_RATE: _("unemployment rate"),
            ItemProperty.LIFE_EXPECTANCY: _("life expectancy"),
            ItemProperty.STUDENTS: _("number of students"),
            ItemProperty.SPEAKERS: _("number of speakers"),
            ItemProperty.DEATHS: _("number of deaths"),
            ItemProperty.COST: _("cost"),
            ItemProperty.INCEPTION: _("inception"),
            ItemProperty.DISSOLVED: _("dissolved"),
            ItemProperty.OPENED: _("officially opened"),
            ItemProperty.START: _("start time"),
            ItemProperty.END: _("end time"),
            ItemProperty.POINT_IN_TIME: _("point in time"),
            ItemProperty.PUBLISHED: _("publication date"),
            ItemProperty.BORN: _("date of birth"),
            ItemProperty.DIED: _("date of death"),
            ItemProperty.OFFICIAL_NAME: _("official name"),
            ItemProperty.SHORT_NAME: _("short name"),
            ItemProperty.NATIVE_LABEL: _("name in its own language"),
            ItemProperty.BIRTH_NAME: _("birth name"),
        },
        SeriesSays: {
            SeriesSays.AGREES: _("the authority says the same"),
            SeriesSays.EARLIER: _("the authority has revised it since"),
            SeriesSays.DIFFERS: _("the authority says otherwise"),
        },
        Rhythm: {
            Rhythm.DAILY: _("daily"),
            Rhythm.WEEKLY: _("weekly"),
            Rhythm.MONTHLY: _("monthly"),
        },
    }
)

PROBLEMS = ("unverified", "broken_link", "misinformation", "inconclusive")
_LOOKS = {
    CitationStatus.VERIFIED: ("ok", "okc"),
    CitationStatus.UNVERIFIED: ("warn", "minusc"),
    CitationStatus.BROKEN_LINK: ("bad", "chain"),
    CitationStatus.MISINFORMATION: ("bad solid", "octx"),
    CitationStatus.INCONCLUSIVE: ("uk", "unknown"),
    CitationStatus.NOT_APPLICABLE: ("na", "dash"),
    CitationStatus.PENDING: ("wait", "clock"),
}


STATUS_MEANINGS = {
    CitationStatus.VERIFIED: _("The page says it."),
    CitationStatus.UNVERIFIED: _("The page does not say it."),
    CitationStatus.BROKEN_LINK: _("There is no such page."),
    CitationStatus.MISINFORMATION: _("The page says something else."),
    CitationStatus.INCONCLUSIVE: _("The page could not be read, or leaves it open."),
    CitationStatus.NOT_APPLICABLE: _("There is nothing to check."),
}


def status_tone(status: CitationStatus) -> str:
    """The stylesheet's class; only what is verified is green."""
    return _LOOKS[status][0]


def status_icon(status: CitationStatus) -> str:
    """The symbol's name in the sprite."""
    return _LOOKS[status][1]


class Depth(models.TextChoices):
    """How much a report may ask of the outside."""

    QUICK = "quick", _("quick")
    STANDARD = "standard", _("standard")
    DEEP = "deep", _("deep")


class Backing(models.TextChoices):
    """What a page says of the claim: the fact ``supports``."""

    VERIFIED = "verified", _("page says it")
    UNVERIFIED = "unverified", _("page does not say it")
    INCONCLUSIVE = "inconclusive", _("too little text to tell")
    MISINFORMATION = "misinformation", _("page says otherwise")


class RecheckOutcome(models.TextChoices):
    OPEN = "open", _("under way")
    SAME = "same", _("nothing changed")
    CHANGED = "changed", _("verdicts changed")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
