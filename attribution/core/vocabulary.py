"""The words of citation checking as enumerations: each value is a code of the public contract (contracts, sections 2 and 5)."""

from enum import StrEnum


class CitationKind(StrEnum):
    """How a text cites its source."""

    MARKDOWN = "markdown"
    REFERENCE = "reference"
    FOOTNOTE = "footnote"
    AUTOLINK = "autolink"
    BARE = "bare"
    HTML = "html"
    DOI = "doi"
    ARXIV = "arxiv"
    PUBMED = "pubmed"
    ISBN = "isbn"
    TITLE = "title"  # a source that is named and not linked
    MEDIA = "media"  # an image, a video or a sound: listed, never judged


class CitationStatus(StrEnum):
    """The verdict on one citation (seed 002, 4.1), and ``pending`` while there is none."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    BROKEN_LINK = "broken_link"
    INCONCLUSIVE = "inconclusive"
    MISINFORMATION = "misinformation"
    NOT_APPLICABLE = "not_applicable"
    PENDING = "pending"


class Existence(StrEnum):
    """Whether a page is there. ``unclear``: something answered, and it can't be told what it would show a reader."""

    THERE = "there"
    GONE = "gone"
    UNCLEAR = "unclear"


class Match(StrEnum):
    """Whether the page is the one that the citation names. ``unnamed``: the citation names nothing to compare with."""

    SAME = "same"
    OTHER = "other"
    UNCLEAR = "unclear"
    UNNAMED = "unnamed"


class TimeFit(StrEnum):
    """Whether the page can speak of the time that the claim is about. ``open``: the claim names no time, or the page no date."""

    FITS = "fits"
    TOO_EARLY = "too_early"
    OPEN = "open"


class CitationWhy(StrEnum):
    """Why a citation has its status; the parameters of a code stand behind it."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_SUPPORTED = "not_supported"
    JUDGED_BY_MODEL = "judged_by_model"  # model
    THIN_PAGE = "thin_page"
    SUPPORT_UNCLEAR = "support_unclear"
    NOT_READ = "not_read"  # only existence was asked for
    NO_CLAIM = "no_claim"
    OTHER_DOCUMENT = "other_document"
    PUBLISHED_BEFORE = "published_before"  # published, period
    RETRACTED = "retracted"
    CONCERN = "concern"  # its publisher warns of the work
    SERIES_SAYS_OTHERWISE = "series_says_otherwise"  # series, period, value, claimed: beside the page's own verdict
    MEDIA = "media"
    NOT_FOUND_BY_SEARCH = "not_found_by_search"
    UNRESOLVED_MARK = "unresolved_mark"  # "[7]", and no such reference in the text
    UNSAFE_URL = "unsafe_url"
    PENDING = "pending"
    # gone
    DNS_FAILURE = "dns_failure"
    CONNECTION_REFUSED = "connection_refused"
    TLS_FAILURE = "tls_failure"
    HTTP_NOT_FOUND = "http_not_found"  # status
    HTTP_GONE = "http_gone"  # status
    HTTP_CLIENT_ERROR = "http_client_error"  # status
    HTTP_SERVER_ERROR = "http_server_error"  # status
    TIMED_OUT = "timed_out"  # seed 002, table of states
    SOFT_NOT_FOUND = "soft_not_found"  # mark
    HOME_PAGE_REDIRECT = "home_page_redirect"  # final_url
    PARKED_DOMAIN = "parked_domain"  # mark
    # unclear
    LOGIN_REQUIRED = "login_required"  # status
    PAYMENT_REQUIRED = "payment_required"  # status
    ACCESS_FORBIDDEN = "access_forbidden"  # status
    TOO_MANY_REQUESTS = "too_many_requests"  # status
    LEGAL_BLOCK = "legal_block"  # status
    CAPTCHA = "captcha"  # mark
    CONSENT = "consent"  # mark
    PAYWALL = "paywall"  # mark
    UNDER_MAINTENANCE = "under_maintenance"  # mark
    ROBOTS_REFUSED = "robots_refused"
    NEEDS_RENDERING = "needs_rendering"
    REDIRECT_LOOP = "redirect_loop"
    BAD_RESPONSE = "bad_response"
    TOO_LARGE = "too_large"
    UNREADABLE_TYPE = "unreadable_type"
    UNEXPECTED_STATUS = "unexpected_status"  # status
    NOT_FETCHED = "not_fetched"  # fault: our own limits, no word about the page


class Policy(StrEnum):
    """What an annotated text does with citations that don't hold (seed 002, 3.2.6)."""

    KEEP = "keep"
    MARK = "mark"
    REMOVE = "remove"
    REPLACE = "replace"
    SEND_BACK = "send_back"
