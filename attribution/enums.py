"""Labels for the words of citation checking, as pages and the admin show them (look.md, section 2: icon, word and colour)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from attribution.core import vocabulary
from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import Mode
from attribution.core.support import item_facts, quotations


class TracingMode(models.TextChoices):
    """How an answer is traced (seed 004, 2.1); the names are the seed's."""

    REVERSE = Mode.REVERSE.value, _("smart tracing")
    FORWARD = Mode.FORWARD.value, _("direct tracing")


class TracedOperation(models.TextChoices):
    """How a figure of an answer was calculated."""

    SUM = Operation.SUM.value, _("sum")
    DIFFERENCE = Operation.DIFFERENCE.value, _("difference")
    AVERAGE = Operation.AVERAGE.value, _("average")
    PRODUCT = Operation.PRODUCT.value, _("product")
    RATIO = Operation.RATIO.value, _("ratio")
    GROWTH = Operation.GROWTH.value, _("growth in percent")
    SHARE = Operation.SHARE.value, _("share in percent")


class Depth(models.TextChoices):
    """How much a report may ask of the outside."""

    QUICK = "quick", _("quick")
    STANDARD = "standard", _("standard")
    DEEP = "deep", _("deep")


class Policy(models.TextChoices):
    KEEP = vocabulary.Policy.KEEP.value, _("keep")
    MARK = vocabulary.Policy.MARK.value, _("mark")
    REMOVE = vocabulary.Policy.REMOVE.value, _("remove")
    REPLACE = vocabulary.Policy.REPLACE.value, _("replace")
    SEND_BACK = vocabulary.Policy.SEND_BACK.value, _("send back")


class CitationKind(models.TextChoices):
    MARKDOWN = vocabulary.CitationKind.MARKDOWN.value, _("Markdown link")
    REFERENCE = vocabulary.CitationKind.REFERENCE.value, _("reference")
    FOOTNOTE = vocabulary.CitationKind.FOOTNOTE.value, _("footnote")
    AUTOLINK = vocabulary.CitationKind.AUTOLINK.value, _("autolink")
    BARE = vocabulary.CitationKind.BARE.value, _("bare link")
    HTML = vocabulary.CitationKind.HTML.value, _("HTML link")
    DOI = vocabulary.CitationKind.DOI.value, "DOI"
    ARXIV = vocabulary.CitationKind.ARXIV.value, "arXiv"
    TITLE = vocabulary.CitationKind.TITLE.value, _("named source")
    MEDIA = vocabulary.CitationKind.MEDIA.value, _("picture or video")


class CitationStatus(models.TextChoices):
    VERIFIED = vocabulary.CitationStatus.VERIFIED.value, _("verified")
    UNVERIFIED = vocabulary.CitationStatus.UNVERIFIED.value, _("unverified")
    BROKEN_LINK = vocabulary.CitationStatus.BROKEN_LINK.value, _("broken link")
    MISINFORMATION = vocabulary.CitationStatus.MISINFORMATION.value, _("contradicted")
    INCONCLUSIVE = vocabulary.CitationStatus.INCONCLUSIVE.value, _("undecided")
    NOT_APPLICABLE = vocabulary.CitationStatus.NOT_APPLICABLE.value, _("not applicable")
    PENDING = vocabulary.CitationStatus.PENDING.value, _("pending")

    @property
    def tone(self) -> str:
        """The stylesheet's class; only what is verified is green."""
        return _TONES[self.value]

    @property
    def icon(self) -> str:
        """The symbol's name in the sprite."""
        return _ICONS[self.value]

    @property
    def is_problem(self) -> bool:
        return self.value in PROBLEMS


class Existence(models.TextChoices):
    THERE = vocabulary.Existence.THERE.value, _("page exists")
    GONE = vocabulary.Existence.GONE.value, _("page is gone")
    UNCLEAR = vocabulary.Existence.UNCLEAR.value, _("page can’t be read")


class Match(models.TextChoices):
    SAME = vocabulary.Match.SAME.value, _("page is the one named")
    OTHER = vocabulary.Match.OTHER.value, _("page is another one")
    UNCLEAR = vocabulary.Match.UNCLEAR.value, _("name of the page unclear")
    UNNAMED = vocabulary.Match.UNNAMED.value, _("citation names no page")


class TimeFit(models.TextChoices):
    FITS = vocabulary.TimeFit.FITS.value, _("date fits")
    TOO_EARLY = vocabulary.TimeFit.TOO_EARLY.value, _("page is older than the claim")
    OPEN = vocabulary.TimeFit.OPEN.value, _("no date to compare")


class Backing(models.TextChoices):
    """What a page says of the claim: the fact ``supports``."""

    VERIFIED = "verified", _("page says it")
    UNVERIFIED = "unverified", _("page does not say it")
    INCONCLUSIVE = "inconclusive", _("too little text to tell")
    MISINFORMATION = "misinformation", _("page says the opposite")


class JudgeVerdict(models.TextChoices):
    """What a language model says a page does for a claim."""

    SUPPORTS = quotations.JudgeVerdict.SUPPORTS.value, _("the page says it")
    CONTRADICTS = quotations.JudgeVerdict.CONTRADICTS.value, _("the page says something else")
    NEITHER = quotations.JudgeVerdict.NEITHER.value, _("no passage settles it")


class JudgeRefusal(models.TextChoices):
    """Why the rules did not accept a model's word."""

    NOT_IN_PAGE = quotations.JudgeRefusal.NOT_IN_PAGE.value, _("the page does not hold these words")
    TOO_SHORT = quotations.JudgeRefusal.TOO_SHORT.value, _("the quotation is too short to say anything")
    FIGURE_MISSING = quotations.JudgeRefusal.FIGURE_MISSING.value, _("the quotation lacks a figure or time of the claim")
    NAME_MISSING = quotations.JudgeRefusal.NAME_MISSING.value, _("the quotation lacks a name of the claim")
    CONTRADICTED = quotations.JudgeRefusal.CONTRADICTED.value, _("the quotation contradicts the claim")
    OFF_TOPIC = quotations.JudgeRefusal.OFF_TOPIC.value, _("the quotation is of something else")
    NO_CONTRADICTION = quotations.JudgeRefusal.NO_CONTRADICTION.value, _("the quotation contradicts nothing")


class ItemProperty(models.TextChoices):
    """What a statement of Wikidata says of its item."""

    POPULATION = item_facts.ItemProperty.POPULATION.value, _("population")
    AREA = item_facts.ItemProperty.AREA.value, _("area")
    ELEVATION = item_facts.ItemProperty.ELEVATION.value, _("elevation above sea level")
    HEIGHT = item_facts.ItemProperty.HEIGHT.value, _("height")
    LENGTH = item_facts.ItemProperty.LENGTH.value, _("length")
    WIDTH = item_facts.ItemProperty.WIDTH.value, _("width")
    MASS = item_facts.ItemProperty.MASS.value, _("mass")
    DURATION = item_facts.ItemProperty.DURATION.value, _("duration")
    EMPLOYEES = item_facts.ItemProperty.EMPLOYEES.value, _("employees")
    REVENUE = item_facts.ItemProperty.REVENUE.value, _("total revenue")
    NET_PROFIT = item_facts.ItemProperty.NET_PROFIT.value, _("net profit")
    TOTAL_ASSETS = item_facts.ItemProperty.TOTAL_ASSETS.value, _("total assets")
    MARKET_CAPITALIZATION = item_facts.ItemProperty.MARKET_CAPITALIZATION.value, _("market capitalization")
    GDP = item_facts.ItemProperty.GDP.value, _("nominal GDP")
    GDP_PER_CAPITA = item_facts.ItemProperty.GDP_PER_CAPITA.value, _("nominal GDP per person")
    UNEMPLOYMENT_RATE = item_facts.ItemProperty.UNEMPLOYMENT_RATE.value, _("unemployment rate")
    LIFE_EXPECTANCY = item_facts.ItemProperty.LIFE_EXPECTANCY.value, _("life expectancy")
    STUDENTS = item_facts.ItemProperty.STUDENTS.value, _("number of students")
    SPEAKERS = item_facts.ItemProperty.SPEAKERS.value, _("number of speakers")
    DEATHS = item_facts.ItemProperty.DEATHS.value, _("number of deaths")
    COST = item_facts.ItemProperty.COST.value, _("cost")
    INCEPTION = item_facts.ItemProperty.INCEPTION.value, _("inception")
    DISSOLVED = item_facts.ItemProperty.DISSOLVED.value, _("dissolved")
    OPENED = item_facts.ItemProperty.OPENED.value, _("officially opened")
    START = item_facts.ItemProperty.START.value, _("start time")
    END = item_facts.ItemProperty.END.value, _("end time")
    POINT_IN_TIME = item_facts.ItemProperty.POINT_IN_TIME.value, _("point in time")
    PUBLISHED = item_facts.ItemProperty.PUBLISHED.value, _("publication date")
    BORN = item_facts.ItemProperty.BORN.value, _("date of birth")
    DIED = item_facts.ItemProperty.DIED.value, _("date of death")
    OFFICIAL_NAME = item_facts.ItemProperty.OFFICIAL_NAME.value, _("official name")
    SHORT_NAME = item_facts.ItemProperty.SHORT_NAME.value, _("short name")
    NATIVE_LABEL = item_facts.ItemProperty.NATIVE_LABEL.value, _("name in its own language")
    BIRTH_NAME = item_facts.ItemProperty.BIRTH_NAME.value, _("birth name")


PROBLEMS = ("unverified", "broken_link", "misinformation", "inconclusive")
_TONES = {
    "verified": "ok", "unverified": "warn", "broken_link": "bad", "misinformation": "bad solid", "inconclusive": "uk",
    "not_applicable": "na", "pending": "wait",
}  # fmt: skip
_ICONS = {
    "verified": "okc", "unverified": "minusc", "broken_link": "chain", "misinformation": "octx", "inconclusive": "unknown",
    "not_applicable": "dash", "pending": "clock",
}  # fmt: skip
