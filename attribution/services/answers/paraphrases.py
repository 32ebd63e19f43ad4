"""Vectors of an answer's open sentences and of the passages, asked of the model for embeddings under the budget and the ledger."""

import logging
from collections.abc import Sequence

from asgiref.sync import async_to_sync

from attribution.core.answers.paraphrase import Vectors
from attribution.core.answers.reverse import texts_to_compare
from attribution.core.answers.sources import Limits, RankedDocument
from attribution.models import Attribution
from verification.core.vocabulary import Purpose
from verification.providers.base import ProviderError
from verification.services.gateway.calls import CallTally
from verification.services.gateway.gateway import Work, open_gateway

logger = logging.getLogger(__name__)


def find_vectors(attribution: Attribution, documents: Sequence[RankedDocument], limits: Limits) -> Vectors | None:
    """A vector by text, none where no sentence needs one; None where the model gave none: then words alone decide."""
    texts = texts_to_compare(attribution.answer, documents, limits)
    if not texts:
        return {}
    work = Work(Purpose.ATTRIBUTION, subject=f"attribution:{attribution.pk}", attempt=attribution.attempts)
    try:
        return async_to_sync(_ask)(texts, work)
    except ProviderError as error:
        logger.warning("Attribution %s goes by words alone: no embeddings (%s).", attribution.pk, error.fault)
        return None


async def _ask(texts: Sequence[str], work: Work) -> Vectors:
    async with open_gateway() as gateway:
        return await gateway.embed(texts, work=work, tally=CallTally())
