"""What the review desk's API answers around the items of ``verification.reads.reviews.answers``: pages and problems."""

from typing import Annotated

from pydantic import Field

from verification.api.calls.answers import Listed, Problem
from verification.reads.reviews.answers import BulkRulings as BulkRulings
from verification.reads.reviews.answers import HeldReview as HeldReview
from verification.reads.reviews.answers import ReviewDetail as ReviewDetail
from verification.reads.reviews.answers import ReviewNow
from verification.reads.reviews.answers import ReviewRow as ReviewRow
from verification.reads.reviews.answers import RulingMade as RulingMade


class ReviewPage(Listed):
    items: list[ReviewRow]


class ReviewProblem(Problem):
    """409: somebody was faster, or the item changed. Nothing was written."""

    review: Annotated[ReviewNow | None, Field(default=None, description="The item as it stands now, where the code is `review_conflict`.")]
