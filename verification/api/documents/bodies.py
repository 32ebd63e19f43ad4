"""What requests about documents of the corpus may say."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from verification.api.calls.bodies import ADDRESS, PLAIN_ADDRESS, Body, DryRun, Lang, PageQuery, Reason
from verification.api.calls.validation import HOLDS_NO_NUL

MAX_DOCUMENTS, MAX_TITLE, MAX_TEXT = 100, 2_000, 500_000
MAX_BYTES = 8_000_000

Address = Annotated[str, StringConstraints(max_length=2000), HOLDS_NO_NUL]


class CorpusDocument(Body):
    """A page as `load_corpus` takes it; a title or a text is needed."""

    url: Annotated[
        str,
        StringConstraints(max_length=2000, pattern=rf"^{ADDRESS}$"),
        HOLDS_NO_NUL,
        Field(description="Where it stands.", json_schema_extra={"pattern": str(PLAIN_ADDRESS["pattern"]).replace(")?$", ")$")}),
    ]
    title: Annotated[str, StringConstraints(max_length=MAX_TITLE), HOLDS_NO_NUL] = ""
    text: Annotated[str, StringConstraints(max_length=MAX_TEXT), HOLDS_NO_NUL, Field(description="Markup is taken out.")] = ""
    published_at: Annotated[
        str | None,
        Field(description="An ISO 8601 date or time; without an offset Shanghai's for `zh`, else UTC. Null where it is unknown."),
    ] = None
    source: Annotated[str, StringConstraints(max_length=200), HOLDS_NO_NUL, Field(description="The publisher's name.")] = ""
    lang: Annotated[Lang | None, Field(description="Of the text.")] = None


class DocumentsBody(Body):
    """Documents to add or change; all of them, or none."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"items": [{"url": "https://paper.example/rates", "text": "The policy rate of Utopia is 3.5%."}]}]}
    )

    items: Annotated[list[CorpusDocument], Field(min_length=1, max_length=MAX_DOCUMENTS)]
    replace: Annotated[
        bool, Field(description="Other texts under the same addresses go. false: they stay beside the new ones, as older versions.")
    ] = True
    reason: Reason = ""
    dry_run: DryRun = False


class DocumentsQuery(PageQuery):
    url: Annotated[Address, Field(description="Only texts under this address.")] = ""
    host: Annotated[str, StringConstraints(max_length=253, to_lower=True), HOLDS_NO_NUL, Field(description="Only pages of this host.")] = ""
    text_lang: Annotated[Lang | None, Field(description="Only texts in this language.")] = None
