"""What publishers have for the words of a person, as the page and the API show it: series, tables, and what came of asking each."""

from collections.abc import Sequence
from typing import Annotated

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from pydantic import Field

from verification.core.evidence import NodeSpec
from verification.core.language.texts import is_han
from verification.core.series.catalogue import Adjustment, Frequency, SeriesEntry, Transform
from verification.core.series.observations import write_period
from verification.core.series.published import FoundSeries, FoundTable, TableOutline, list_entries
from verification.core.vocabulary import NodeKind
from verification.models import Node
from verification.providers.series.base import PAGE_OF_FOUND
from verification.reads.answers import Answer
from verification.reads.series.series import PUBLISHERS
from verification.services.errors import Refused
from verification.services.nodes.published import PublisherFindings, SearchState, tell_fault
from verification.services.nodes.series import check_fit

FREQUENCIES = {
    Frequency.DAY: pgettext_lazy("series", "daily"),
    Frequency.WEEK: pgettext_lazy("series", "weekly"),
    Frequency.MONTH: pgettext_lazy("series", "monthly"),
    Frequency.QUARTER: pgettext_lazy("series", "quarterly"),
    Frequency.YEAR: pgettext_lazy("series", "yearly"),
}
ADJUSTMENTS = {Adjustment.ADJUSTED: gettext_lazy("seasonally adjusted"), Adjustment.UNADJUSTED: gettext_lazy("not seasonally adjusted")}
TRANSFORMS = {
    Transform.LEVEL: gettext_lazy("as published"),
    Transform.CHANGE: gettext_lazy("change on the period before"),
    Transform.CHANGE_PERCENT: gettext_lazy("change on the period before, in %"),
    Transform.YEAR_CHANGE: gettext_lazy("change on the year"),
    Transform.YEAR_PERCENT: gettext_lazy("change on the year, in %"),
}
_OWN_TERMS = gettext_lazy("the publisher's own terms")
# By what right its figures are used, and where that is written.
LICENCES = {
    "fred": (_OWN_TERMS, "https://fred.stlouisfed.org/docs/api/terms_of_use.html"),
    "ecb": (_OWN_TERMS, "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html"),
    "eurostat": ("CC BY 4.0", "https://ec.europa.eu/eurostat/help/copyright-notice"),
    "bis": (_OWN_TERMS, "https://www.bis.org/terms_statistics.htm"),
    "oecd": ("CC BY 4.0", "https://www.oecd.org/en/about/terms-conditions.html"),
    "imf": (_OWN_TERMS, "https://www.imf.org/en/about/copyright-and-terms"),
    "ilo": ("CC BY 4.0", "https://www.ilo.org/rights-and-permissions"),
    "worldbank": ("CC BY 4.0", "https://www.worldbank.org/en/about/legal/terms-of-use-for-datasets"),
    "coinbase": (_OWN_TERMS, "https://www.coinbase.com/legal/market_data"),
    "kraken": (_OWN_TERMS, "https://www.kraken.com/legal"),
}


class Licence(Answer):
    name: str
    url: str

    @classmethod
    def of(cls, publisher: str) -> "Licence | None":
        name, url = LICENCES.get(publisher, ("", ""))
        return cls(name=str(name), url=url) if url else None


class SeriesOption(Answer):
    """What can be made of a published series. `why_not`: why it can't answer the node that was named; empty where it can."""

    transform: Transform
    label: str
    kind: NodeKind
    unit: str | None
    why_not: str

    @classmethod
    def of(cls, entry: SeriesEntry, spec: NodeSpec | None) -> "SeriesOption":
        return cls(
            transform=entry.transform,
            label=str(TRANSFORMS[entry.transform]),
            kind=entry.kind,
            unit=entry.unit or None,
            why_not=tell_misfit(entry, spec) if spec is not None else "",
        )


class PublishedSeries(Answer):
    """A series as its publisher describes it; `unit` in the publisher's words, `last` the newest period where it is told."""

    publisher: str
    code: str
    title: str
    url: str
    frequency: Frequency
    rhythm: str
    unit: str | None
    adjustment: Adjustment
    adjusted: Annotated[str, Field(description="The adjustment in words; empty where nothing is adjusted.")]
    last: str | None
    licence: Licence | None
    options: list[SeriesOption]

    @classmethod
    def of(cls, found: FoundSeries, spec: NodeSpec | None, lang: str | None = None) -> "PublishedSeries":
        with translation.override(lang or translation.get_language()):
            return cls(
                publisher=found.provider,
                code=found.code,
                title=found.title,
                url=found.url,
                frequency=found.frequency,
                rhythm=str(FREQUENCIES[found.frequency]),
                unit=found.unit or None,
                adjustment=found.adjustment,
                adjusted=str(ADJUSTMENTS.get(found.adjustment, "")),
                last=write_period(found.last) if found.last is not None else None,
                licence=Licence.of(found.provider),
                options=[SeriesOption.of(entry, spec) for entry in list_entries(found)],
            )

    @property
    def fitting(self) -> list[SeriesOption]:
        return [option for option in self.options if not option.why_not]

    @property
    def misfit(self) -> str:
        """Why nothing that can be made of it answers the node; "" where something does."""
        return "" if self.fitting else self.options[0].why_not


class PublishedTable(Answer):
    """A table of many series: name a code of each of its dimensions to have one."""

    publisher: str
    table: str
    title: str

    @classmethod
    def of(cls, found: FoundTable) -> "PublishedTable":
        return cls(publisher=found.provider, table=found.code, title=found.title)


class PublisherAnswer(Answer):
    """What one publisher has. `said`: why it has nothing, or that it has more than is shown; empty where all is here."""

    publisher: str
    name: str
    state: SearchState
    said: str
    total: Annotated[int, Field(description="How many it has for the words, also where fewer are here.")]
    series: list[PublishedSeries]
    tables: list[PublishedTable]
    licence: Licence | None

    @classmethod
    def of(cls, one: PublisherFindings, words: str, spec: NodeSpec | None, lang: str | None = None) -> "PublisherAnswer":
        with translation.override(lang or translation.get_language()):
            return cls(
                publisher=one.name,
                name=PUBLISHERS[one.name],
                state=one.state,
                said=_tell(one, words),
                total=one.listing.total,
                series=[PublishedSeries.of(found, spec) for found in one.listing.series],
                tables=[PublishedTable.of(table) for table in one.listing.tables],
                licence=Licence.of(one.name),
            )

    @property
    def shown(self) -> int:
        return len(self.series) + len(self.tables)

    @property
    def is_found(self) -> bool:
        return self.state is SearchState.FOUND


class PublisherSearch(Answer):
    """One answer of each publisher, in a fixed order; one that fails leaves the others as they are."""

    items: list[PublisherAnswer]

    @classmethod
    def of(cls, found: Sequence[PublisherFindings], words: str, node: Node | None, lang: str | None = None) -> "PublisherSearch":
        spec = node.spec() if node is not None else None
        return cls(items=[PublisherAnswer.of(one, words, spec, lang) for one in found])


class PublishedCode(Answer):
    code: str
    name: str


class PublishedDimension(Answer):
    id: str
    name: str
    codes: list[PublishedCode]


class PublishedOutline(Answer):
    """The dimensions of a table in the order of its keys."""

    publisher: str
    table: str
    title: str
    dimensions: list[PublishedDimension]

    @classmethod
    def of(cls, found: TableOutline) -> "PublishedOutline":
        return cls(
            publisher=found.table.provider,
            table=found.table.code,
            title=found.table.title,
            dimensions=[
                PublishedDimension(id=one.name, name=one.title, codes=[PublishedCode(code=each.code, name=each.name) for each in one.codes])
                for one in found.dimensions
            ],
        )


def tell_misfit(entry: SeriesEntry, spec: NodeSpec) -> str:
    """Why a row can't answer such a node; "" where it can."""
    try:
        check_fit(entry, spec)
    except Refused as refusal:
        return str(refusal)
    return ""


def _tell(one: PublisherFindings, words: str) -> str:
    if one.state is SearchState.NO_SEARCH:
        return _("Its API has no search; some of its series are in the catalogue.")
    if one.state is SearchState.OFF:
        return _("It is not switched on here: an operator has to set %(setting)s.") % {"setting": one.missing}
    if one.fault is not None:
        return tell_fault(one.name, one.fault)
    if one.state is SearchState.NOTHING:
        is_chinese = any(map(is_han, words))
        return _("Nothing here has these words; its list is in English.") if is_chinese else _("Nothing here has all of these words.")
    shown = len(one.listing.series) + len(one.listing.tables)
    if one.listing.total <= shown:
        return ""
    told = {"shown": shown, "total": one.listing.total}
    if one.listing.total <= PAGE_OF_FOUND:
        return _("%(shown)s of %(total)s are shown; the others come in a rhythm that is not read.") % told
    return _("%(shown)s of %(total)s are shown; more words find fewer.") % told
