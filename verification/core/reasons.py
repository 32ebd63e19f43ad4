"""Every code the engine says something with. ``verification.reads.words.explanations`` writes each out in the reader's language.

The parameters of a code stand behind it; all are strings, integers or tuples of strings.
"""

from enum import StrEnum


class WhyCode(StrEnum):
    """Why one page has its stance (``Why.code`` of a ``SourceFinding``)."""

    BOUND_IN_SENTENCE = "bound_in_sentence"  # the sentence names the node
    BOUND_IN_TITLE = "bound_in_title"  # the headline names the node
    BOUND_IN_TITLE_AND_TEXT = "bound_in_title_and_text"
    BOUND_IN_TABLE = "bound_in_table"  # row and column heads name the node
    BOUND_BY_AGREEMENT = "bound_by_agreement"  # the same exact figure as a strictly bound page, in a sentence on the subject
    BOUND_BY_MODEL = "bound_by_model"  # a model named the figure, the engine found it
    WHITELISTED_CURRENT = "whitelisted_current"  # suffix
    ENTAILED = "entailed"  # text node: one passage says it
    DENIED_STATEMENT = "denied_statement"  # text node: one passage says the opposite
    STATEMENT_NOT_FOUND = "statement_not_found"  # text node: no passage says it
    STATEMENT_SUPPOSED = "statement_supposed"  # text node: the passage only supposes it
    STATEMENT_DOUBTED = "statement_doubted"  # text node, percent: its words are there, and so likely is it that they say it
    FACT_MISSING = "fact_missing"  # fact: a name, figure or date of the statement that the passage lacks
    FACT_OTHER = "fact_other"  # fact, found: the passage has another figure in its place
    COPY_OF = "copy_of"  # domain, percent
    COPY_OF_OFFICIAL = "copy_of_official"  # domain, percent: the release and nothing of the publisher's own
    RESTATES_OFFICIAL = "restates_official"  # origin
    RESTATES_NEWS = "restates_news"  # origin
    SAME_DOMAIN = "same_domain"  # domain: another page of it has the vote
    SAME_OWNER = "same_owner"  # domain, owner
    OTHER_VALUE = "other_value"  # value
    OTHER_VALUE_OFFICIAL = "other_value_official"  # value, domain
    PAST_VALUE = "past_value"  # value
    SUPERSEDED = "superseded"  # value: the same publisher has said another since
    REVISED = "revised"  # value, earlier
    FORECAST = "forecast"  # value
    HYPOTHETICAL = "hypothetical"  # value
    DENIED = "denied"  # value
    STALE = "stale"  # days, limit
    UNDATED = "undated"
    FUTURE_DATED = "future_dated"  # date
    PROMOTIONAL = "promotional"  # mark
    NO_PUBLISHER = "no_publisher"
    BAD_URL = "bad_url"
    REPEATED_URL = "repeated_url"  # the same page stands in the input twice
    OFF_TOPIC = "off_topic"
    OTHER_PERIOD = "other_period"  # wanted, found
    OTHER_MEASURE = "other_measure"
    OTHER_SUBJECT = "other_subject"
    BOUND_ONLY = "bound_only"  # a bound such as "up to" is no level
    WRONG_UNIT = "wrong_unit"  # wanted
    NO_FIGURE = "no_figure"
    INJECTION = "injection"  # the page gives orders to a model
    NOT_WHITELISTED = "not_whitelisted"
    SERIES_OBSERVATION = "series_observation"  # series, period, value, vintage: the authority's own row
    SERIES_AGREES = "series_agrees"  # the same figure as the official series
    SERIES_REVISED = "series_revised"  # value, official: what the authority published before it revised it
    SERIES_SAYS_OTHERWISE = "series_says_otherwise"  # value, official


class TraceCode(StrEnum):
    """One rule of the verdict's trace (``TraceStep.code``), in the order they fired."""

    PAGES_READ = "pages_read"  # pages
    STAGE_ZERO = "stage_zero"  # series, period, value, vintage
    SERIES_REVISED = "series_revised"  # period, value, vintage, earlier
    SERIES_DISSENT = "series_dissent"  # value, domain
    SERIES_DUE = "series_due"  # series, due
    SERIES_NOT_YET = "series_not_yet"  # series, period, due
    SERIES_NO_PERIOD = "series_no_period"  # series, period
    SERIES_OTHER_LENGTH = "series_other_length"  # series, period
    SERIES_STOPPED = "series_stopped"  # series, period: the newest, too long ago
    SERIES_EMPTY = "series_empty"  # series
    SERIES_NO_VINTAGE = "series_no_vintage"  # series, day
    SERIES_WRONG_UNIT = "series_wrong_unit"  # series, unit, wanted
    SERIES_UNANSWERED = "series_unanswered"  # series, fault
    SERIES_UNKNOWN = "series_unknown"  # series: no longer in the catalogue
    STAGE_ONE = "stage_one"  # pages, bound
    STAGE_ONE_UNDATED = "stage_one_undated"
    STAGE_ONE_DOUBTED = "stage_one_doubted"  # percent, needed
    STAGE_ONE_CONTRADICTED = "stage_one_contradicted"  # values
    STAGE_ONE_NOTHING = "stage_one_nothing"
    STAGE_TWO = "stage_two"  # pages, bound
    SAME_VALUE = "same_value"  # writings, value
    COPIES_MERGED = "copies_merged"  # copies
    OFFICIAL_ORIGIN = "official_origin"  # origin, publishers
    NEWS_ORIGIN = "news_origin"  # origin, publishers
    ONE_VOTE_PER_DOMAIN = "one_vote_per_domain"  # pages
    ONE_VOTE_PER_OWNER = "one_vote_per_owner"  # pages
    VOTES_COUNTED = "votes_counted"  # value, domains, stories, needed
    ENOUGH_VOTES = "enough_votes"  # value, votes, needed
    TOO_FEW_VOTES = "too_few_votes"  # value, votes, needed
    REJECTED_VALUE = "rejected_value"  # value, stance
    CONFLICT_TWO_VALUES = "conflict_two_values"  # values
    CONFLICT_OFFICIAL = "conflict_official"  # value, other, domain
    CONFLICT_NEWER = "conflict_newer"  # value, other
    DISSENT_LISTED = "dissent_listed"  # value, domain
    UNDATED_OUTVOTED = "undated_outvoted"
    TREND_FROM_HISTORY = "trend_from_history"
    TREND_FROM_WORDING = "trend_from_wording"
    PROPOSAL_GROUNDED = "proposal_grounded"
    PROPOSAL_REFUSED = "proposal_refused"
    SOURCES_FABRICATED = "sources_fabricated"  # count
    INJECTION_SEEN = "injection_seen"  # pages
    NOTHING_FOUND = "nothing_found"  # reason


class ReviewCode(StrEnum):
    """Why a person is needed (``Verdict.review``)."""

    VALUES_DISAGREE = "values_disagree"  # values
    WHITELIST_CONTRADICTED = "whitelist_contradicted"  # values
    OFFICIAL_CONTRADICTS = "official_contradicts"  # value, other, domain
    NEWER_CONTRADICTS = "newer_contradicts"  # value, other
    INJECTION_SUSPECTED = "injection_suspected"  # domains
    FLAGGED = "flagged"  # who, reason
    DISPUTED = "disputed"  # who, reason
    LEFT_OPEN = "left_open"  # who
    SECOND_DISAGREES = "second_disagrees"  # first, second
    RULING_CONTRADICTED = "ruling_contradicted"  # ruling (its key), value, day, others, domains: evidence that is newer than a ruling
    RULING_EXPIRED = "ruling_expired"  # ruling (its key), value, day
