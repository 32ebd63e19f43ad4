"""Fields and constraints; what is done with the rows lives in ``attribution.services``."""

from attribution.models.attribution import Attribution, AttributionMark, AttributionSetting
from attribution.models.citation import Citation, CitationCheck, CitationReport
from attribution.models.recheck import RecheckSchedule, ScheduledCheck

__all__ = [
    "Attribution",
    "AttributionMark",
    "AttributionSetting",
    "Citation",
    "CitationCheck",
    "CitationReport",
    "RecheckSchedule",
    "ScheduledCheck",
]
