"""Who comes to a host in one fetch: the language they read, and the cookies they were given on the way."""

from dataclasses import dataclass, field

from verification.core.language.texts import Language
from verification.providers.door.cookies import CookieJar

_READS = {Language.CHINESE: "zh-CN,zh;q=0.9,en;q=0.6", Language.ENGLISH: "en,zh-CN;q=0.5,zh;q=0.5"}


@dataclass(frozen=True, slots=True)
class Visitor:
    """``lang``: the language wanted first, None where it does not matter."""

    lang: Language | None = None
    jar: CookieJar = field(default_factory=CookieJar)

    def headers(self, host: str) -> dict[str, str]:
        """What tells ``host`` of the visitor."""
        wanted = {"Accept-Language": _READS[self.lang]} if self.lang else {}
        return {**wanted, **self.jar.header(host)}
