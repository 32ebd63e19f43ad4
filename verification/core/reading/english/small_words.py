"""The small words of an English clause, which no table of verbs and nouns has."""

from functools import cache

from verification.core.language.word_tables import words
from verification.core.reading.tokens import Kind

_DETERMINERS = words("the a an this that these those its their his her our my your some any each every all both no another ")
_PREPOSITIONS = words(
    "of in at for on by with from to among between per against versus than since until after before during over under into across "
    "above below through about without within including despite via off amid towards toward onto like as contrary according worth "
)
_PRONOUNS = words("it they he she we i you who which that one those what whom ")
_CONJUNCTIONS = words("and or but while whereas though although yet so nor if when because whether unless once were should ")
_AUXILIARY = words(
    "is are was were be been being am has have had having do does did will would could should may might can must shall isn't "
    "ought let lets wasn't didn't doesn't hasn't haven't won't wouldn't weren't aren't don't ain't hadn't can't couldn't "
)
_FILLERS = words(
    "about nearly almost only just some around roughly approximately more less least most not no now then still also even again "
    "already currently respectively so-called minus plus as much many up-to well far too very ever never not- alone there here yet "
    "past nonetheless nevertheless however moreover furthermore likewise otherwise therefore thus hence perhaps maybe indeed "
    "once another further total record- versus neither nor early late mid long overall recently reportedly allegedly secretly "
    "truly nearer there's current latest overnight apiece live real-time realtime "
    "instead altogether outright upfront worldwide nationwide countrywide thereafter meanwhile "
)


@cache
def small_words() -> dict[str, Kind]:
    """What the words are that no table of verbs and nouns has."""
    lists = (
        (_FILLERS, Kind.FILLER),
        (_PRONOUNS, Kind.PRONOUN),
        (_PREPOSITIONS, Kind.PREPOSITION),
        (_CONJUNCTIONS, Kind.CONJUNCTION),
        (_DETERMINERS, Kind.DETERMINER),
        (_AUXILIARY, Kind.VERB),
    )
    return {word: kind for words_of, kind in lists for word in words_of}
