"""The object that a model was asked for, read strictly: nothing is repaired and nothing is guessed."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from verification.core.strict_json import BadInput, parse_answer

MAX_ANSWER = 20_000

ChoiceT = TypeVar("ChoiceT", bound=StrEnum)


class BadAnswer(ValueError):
    """What is wrong with an answer, as one plain sentence that the model may be told."""


def read_object(text: str, keys: Iterable[str] | None = None, *, limit: int = MAX_ANSWER) -> dict[str, object]:
    """The one object in ``text``, with exactly ``keys`` (None: any).

    ``BadAnswer`` for everything else: text around it, code fences, repeated or other keys, NaN, more than ``limit`` characters.
    """
    if len(text) > limit:
        raise BadAnswer(f"the answer is longer than {limit} characters")
    try:
        answer = parse_answer(text)
    except BadInput as error:
        raise BadAnswer(str(error)) from None
    if keys is not None and set(answer) != set(keys):
        raise BadAnswer(f"expected exactly the keys {', '.join(keys)}")
    return answer


def read_text(value: object, name: str, limit: int) -> str:
    if not isinstance(value, str):
        raise BadAnswer(f"{name} is no text")
    if len(value) > limit:
        raise BadAnswer(f"{name} is longer than {limit} characters")
    return value


def read_optional_text(value: object, name: str, limit: int) -> str:
    """As ``read_text``; null is the empty text."""
    return "" if value is None else read_text(value, name, limit)


def read_choice(value: object, name: str, choices: type[ChoiceT]) -> ChoiceT:
    try:
        return choices(str(value))
    except ValueError:
        raise BadAnswer(f"{name} is none of {', '.join(choices)}") from None
