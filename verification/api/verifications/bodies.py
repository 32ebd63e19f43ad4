"""What requests about verifications may say."""

import json
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from verification.api.calls.bodies import PADDED_ADDRESS, Body, CallbackUrl, PageQuery, ResultBody, Word
from verification.api.calls.validation import HOLDS_NO_NUL, TEXT_OR_NUMBER, without_nul
from verification.core.vocabulary import Decision, EvidenceKind, RiskLevel, RunStatus
from verification.notice_kinds import Notice
from verification.reads.verifications.verifications import ModeName
from verification.schemas import WHOLE

MAX_EVIDENCE = 50
MAX_PAYLOAD = 64_000
MAX_RETRIES = 1_000_000
# By its words: another mode of the API has the name already.
LARGEST = Decimal(10) ** 15
SMALLEST = Decimal("0.000001")


def _amount(value: int | float | str) -> str:
    """A number or a decimal string, as a plain decimal string of at most six decimals."""
    try:
        amount = Decimal(str(value).strip())
    except InvalidOperation:
        raise ValueError(str(_("expected a number, or a decimal string"))) from None
    if not amount.is_finite() or abs(amount) > LARGEST:
        raise ValueError(str(_("expected a number of at most %(most)s, either way")) % {"most": f"{LARGEST:f}"})
    return f"{amount.quantize(SMALLEST):f}"


def _text_or_number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise PydanticCustomError(TEXT_OR_NUMBER, "expected a string or a number")
    return value


# For the schema: the check says in words what else is none.
_WITHIN = {"minimum": -int(LARGEST), "maximum": int(LARGEST)}
_WRITTEN = {"type": "string", "pattern": r"^[+-]?[0-9]{1,15}(\.[0-9]{1,12})?$"}
Amount = Annotated[
    int | float | str,
    AfterValidator(_amount),
    WithJsonSchema(
        {
            "anyOf": [*({"type": kind, **_WITHIN} for kind in ("integer", "number")), _WRITTEN],
            "description": "A number or a decimal string; negative is a refund.",
            "examples": ["1250.00"],
        }
    ),
]


class EvidenceBody(ResultBody):
    """A page, what a tool returned (`data`, or `content` as text), a document or a message."""

    # A page is known by its address; what else there is says something, and may have one.
    model_config = ConfigDict(
        json_schema_extra={
            "if": {"properties": {"kind": {"const": EvidenceKind.PAGE.value}}},
            "then": {"required": ["url"], "properties": {"url": {"pattern": "^https?://"}}},
            "else": {
                "properties": {"url": {"pattern": "^(https?://|$)"}},
                "anyOf": [
                    {"required": ["data"], "properties": {"data": {"type": ["object", "array"]}}},
                    {"required": ["content"], "properties": {"content": {"pattern": r"\S"}}},
                    {"required": ["passage"], "properties": {"passage": {"type": "string", "pattern": r"\S"}}},
                ],
            },
        }
    )

    kind: Annotated[EvidenceKind, Field(strict=False)] = EvidenceKind.PAGE
    url: str = ""
    data: Annotated[dict[str, Any] | list[Any] | None, Field(description="What the tool returned, as JSON.")] = None

    @field_validator("data")
    @classmethod
    def _small_data(cls, value: dict[str, Any] | list[Any] | None) -> dict[str, Any] | list[Any] | None:
        check_json(value)
        return value


def check_json(value: object) -> None:
    written = json.dumps(value)
    if len(written) > MAX_PAYLOAD:
        raise ValueError(str(_("expected at most %(most)s characters of JSON")) % {"most": MAX_PAYLOAD})
    if "\\u0000" in written:
        raise ValueError(str(_("expected text without NUL characters")))


def _demand(*fields: str) -> dict[str, Any]:
    """What says that fields are there and, where they are text, not blank."""
    return {"required": list(fields), "properties": {field: {"pattern": r"\S"} for field in fields}}


Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000), HOLDS_NO_NUL]


class VerificationBody(Body):
    """A step or value to verify: `claim` is needed, or `value` with `query` or `node`.

    Without `evidence` the node answers, or the web is searched, by `query` where it is given.
    """

    model_config = ConfigDict(json_schema_extra={"anyOf": [_demand("claim"), _demand("value", "query"), _demand("value", "node")]})

    claim: Annotated[Text, Field(description="A sentence, or a name or question that `value` answers.")] = ""
    value: Annotated[
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), HOLDS_NO_NUL] | int | float,
        BeforeValidator(_text_or_number),
        Field(description="What is held to be right, with its unit."),
    ] = ""
    payload: Annotated[
        dict[str, Any] | None,
        Field(description="What is about to be sent: compared with the claim and with what tools returned."),
    ] = None
    risk_level: Annotated[RiskLevel, Field(strict=False)] = RiskLevel.LOW
    action_type: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=60),
        HOLDS_NO_NUL,
        Field(description="purchase, delete … Any word is taken; those of the trigger rules ask for a stricter mode."),
    ] = ""
    amount: Amount | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^([A-Za-z]{3})?$"), Field(description="An ISO 4217 code; absent: USD.")] = ""
    amount_usd: Amount | None = None
    domain: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=253),
        HOLDS_NO_NUL,
        Field(description="The site of the step."),
    ] = ""
    retry_count: Annotated[int, Field(ge=0, le=MAX_RETRIES), WHOLE] = 0
    evidence: Annotated[list[EvidenceBody], Field(max_length=MAX_EVIDENCE)] = Field(default_factory=list)
    query: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), HOLDS_NO_NUL] = ""
    node: Annotated[str, StringConstraints(max_length=100), HOLDS_NO_NUL, Field(description="The slug of the node that it is about.")] = ""
    mode: Annotated[ModeName | None, Field(description="At least this mode; the rules may ask for a stricter one.")] = None
    callback_url: Annotated[CallbackUrl, Field(description="Where the VotingResult is sent, signed, when it is there.")] = ""

    @field_validator("payload")
    @classmethod
    def _small_payload(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        check_json(value)
        return value

    @field_validator("evidence")
    @classmethod
    def _without_nul(cls, value: list[EvidenceBody]) -> list[EvidenceBody]:
        for each in value:
            for text in (each.title, each.url, each.text, each.published or ""):
                without_nul(text)
        return value


class VerificationsQuery(PageQuery):
    q: Annotated[Word, Field(description="Words that stand in the claim or the value.")] = ""
    status: RunStatus | None = None
    decision: Annotated[Decision | None, Field(description="What holds: a person's ruling, else the machine's decision.")] = None
    mode: ModeName | None = None
    risk_level: RiskLevel | None = None
    node: Annotated[str, StringConstraints(max_length=100), HOLDS_NO_NUL, Field(description="The slug of the node that it is about.")] = ""
    mine: Annotated[bool | None, Field(description="Asked for by yourself, or by somebody else or a node's run.")] = None


class WebhookSettingsBody(Body):
    """Where your messages are sent, and what they tell of; what is absent stays as it is."""

    watch_url: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=2000),
        HOLDS_NO_NUL,
        Field(description="Empty: nowhere.", json_schema_extra=PADDED_ADDRESS),
    ] = ""
    told_of: Annotated[
        list[Annotated[Notice, Field(strict=False)]], Field(max_length=len(Notice), description="Each once; empty: nothing but tests.")
    ] = Field(default_factory=list)
