"""In which language a message is: what is in neither English nor Chinese is told by its letters and its small words."""

import json
from pathlib import Path

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.languages import is_other_language
from verification.core.events.planning import PlanReason, judge_search
from verification.core.events.propositions import read_propositions
from verification.core.events.reading import read_message

LEXICON = shipped_lexicon()
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "text",
    [
        "Kraken a été piraté, 90 millions de dollars volés",
        "La Banque centrale européenne relève ses taux",
        "Die Orvane Bank ist zahlungsunfähig",
        "Orvane wurde gehackt",
        "El BCE sube los tipos",
        "Orvane pagará 40 millones",
        "A Binance foi hackeada e perdeu 40 milhões",
        "L'exchange Orvane è stato violato",
        "Orvane is gehackt, meldt de beurs",
        "Giełda Orvane została zhakowana",
        "Orvane borsası hacklendi ve 90 milyon dolar çalındı",
        "Sàn Orvane đã bị hack, mất 90 triệu đô la",
        "Bursa Orvane diretas dan kehilangan 90 juta dolar",
        "Биржа Orvane взломана, украдено 90 миллионов долларов",
        "Η Orvane χακαρίστηκε",
        "تم اختراق منصة بينانس",
        "क्रैकेन हैक हो गया",
        "クラーケンがハッキングされた。9000万ドル流出",
        "日本銀行、利上げを決定",
        "크라켄 거래소가 해킹당했다",
    ],
)
def test_other_languages_are_told_and_nothing_is_read_of_them(text: str) -> None:
    assert is_other_language(text)
    assert read_propositions(text, LEXICON) == ()
    gate = judge_search(text, read_message(text, LEXICON), LEXICON, similar=None, threshold=1)
    assert gate.reason is PlanReason.OTHER_LANGUAGE


@pytest.mark.parametrize(
    "text",
    [
        "El Salvador buys 100 bitcoin",
        "Banco de Chile hacked",
        "Société Générale sells unit",
        "Crédit Agricole raises stake",
        "Rio de Janeiro floods",
        "Die-casting plant burns, maker says",
        "gm wagmi",
        "Pokémon token lists",
        "The café chain was hacked",
        "任天堂の新主机发布，英伟达供货",
        "Orvane 被盗9000万美元",
        "奧文交易所遭駭，損失九千萬美元",
        "https://example.com/la/une/des/der/und 6753b903+e8014330",
        "",
    ],
)
def test_names_and_signs_of_other_languages_make_no_message_foreign(text: str) -> None:
    assert not is_other_language(text)


def test_no_rumour_of_the_set_is_taken_for_another_language() -> None:
    lines = (ROOT / "benchmarks" / "rumours" / "rumours.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(is_other_language(json.loads(line)["message"]) for line in lines) == 0
