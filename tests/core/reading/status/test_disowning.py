"""Texts that disown what they say from outside its sentence: every word of the table in its construction, and how far it reaches."""

import pytest

from fit.slots.framed import read_framed
from tests.growth import grows_within
from verification.core.language.tables import read_rows
from verification.core.reading.statement import Origin, Status
from verification.core.reading.status.disowning import title_disowns
from verification.core.reading.status.statuses import StatusReader

BOUGHT = {"en": "Norvik [bought] Palmer.", "zh": "诺维克[收购]帕默。"}
# One construction for each class of words; "{}" is the word, "[]" the place of what is told.
CONSTRUCTIONS = {
    ("en", "kind"): "{}\n[]",
    ("en", "maker"): "{} letter\n[]",
    ("en", "lapsed"): "{} price list\n[]",
    ("en", "text"): "Sample {} follows.\n[]",
    ("en", "topic"): "[]\nThe {} above is fictitious.",
    ("en", "ruled"): "Old {}\n[]",
    ("en", "state"): "[]\nAll names and numbers are {}.",
    ("en", "purpose"): "For {} purposes only: []",
    ("en", "trial"): "This message was sent to {} the line. []",
    ("en", "task"): "{} sentence: []",
    ("en", "fancy"): "{} that []",
    ("en", "spread"): "Here is {}: []",
    ("en", "part"): "The {} from the novel: []",
    ("en", "over"): "[]\nEnd of {}.",
    ("en", "tag"): "[{}] []",
    ("zh", "kind"): "{}\n[]",
    ("zh", "maker"): "{}案例一：[]",
    ("zh", "lapsed"): "{}票价\n[]",
    ("zh", "text"): "虚拟{}。[]",
    ("zh", "ruled"): "旧{}\n[]",
    ("zh", "state"): "[]\n本页数字均为{}。",
    ("zh", "purpose"): "本文仅供{}：[]",
    ("zh", "trial"): "此短信仅为{}系统而发。[]",
    ("zh", "task"): "{}：[]",
    ("zh", "fancy"): "{}，[]",
    ("zh", "spread"): "各群里{}：[]",
    ("zh", "inside"): "{}里，[]",
    ("zh", "over"): "[]\n——{}完——",
    ("zh", "tag"): "【{}】[]",
}


def status_of(marked: str, title: str = "") -> Status:
    start, end = marked.index("<"), marked.index(">") - 1
    return StatusReader(marked.replace("<", "").replace(">", ""), title=title).status_at(start, end).status


def told(language: str, kind: str, word: str) -> str:
    text = CONSTRUCTIONS[language, kind].replace("{}", word)
    return text.replace("[]", BOUGHT[language].replace("[", "<").replace("]", ">"))


@pytest.mark.parametrize(("language", "kind"), CONSTRUCTIONS)
def test_every_word_disowns_in_its_construction(language: str, kind: str) -> None:
    words = [(word, status) for word, its_kind, its, status, _ in read_rows("reading", "disowning") if (its, its_kind) == (language, kind)]

    assert words
    assert [word for word, _ in words if status_of(told(language, kind, word)) is Status.ASSERTED] == []


# What the half to learn from still has wrong.
STILL_MISSED = (
    "The airline lost its licence.",
    "失业率为9.8%。",
    "金价突破6000美元。",
    "周四前不得发布，内容可能有变：大奖授予奥尔蒂斯。",
    "董事会周一决定：巴洛解雇了财务总监。",
)


def test_the_pairs_that_may_be_looked_at_keep_their_sides() -> None:
    rows = [row for row in read_framed() if not row.is_counted]
    missed = [row.text for row in rows if (row.read() == "asserted") != (row.status == "asserted")]

    assert missed == [text for text in dict.fromkeys(row.text for row in rows) if text in STILL_MISSED and text in missed]
    assert len(missed) == 5


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Dummy data\nOutput: <5 tonnes>.\n\nMarkets\nOutput rose to 6 tonnes.", Status.SUPPOSED),
        ("Dummy data\nOutput: 5 tonnes.\nMarkets\nOutput rose to <6 tonnes>.", Status.ASSERTED),
        ("News.\n\nDummy data\n\nOutput: 5 tonnes.\n\nOutput rose to <6 tonnes>.", Status.ASSERTED),
        ("This is a drill. Barlow closed the mine. The drill is over. Barlow <opened> the port.", Status.ASSERTED),
        ("This is a drill. Barlow <closed> the mine. The drill is over. Barlow opened the port.", Status.SUPPOSED),
        ("【演习】港口关闭。\n【航运】港口<开放>。", Status.ASSERTED),
        ("【演习】港口<关闭>。\n【航运】港口开放。", Status.SUPPOSED),
        ("“This is a drill,” the mayor said. Barlow <closed> the mine.", Status.ASSERTED),
        ("This is not a drill. Barlow <closed> the mine.", Status.ASSERTED),
        ("The figures are not for illustration. Barlow earned <$5 million>.", Status.ASSERTED),
        ("Let us pretend that Barlow <closed> the mine. Barlow opened the port on Monday.", Status.SUPPOSED),
        ("Let us pretend that Barlow closed the mine. Barlow <opened> the port on Monday.", Status.ASSERTED),
        ("Forecast 3.1%, previous 2.8%, actual <3.4%>: Kenya's inflation rate.", Status.ASSERTED),
        ("Sample amount | <29,423> | 77,630", Status.ASSERTED),
        ("Grant | Exercise | Intrinsic\nA | <12> | 14", Status.ASSERTED),
        ("示意图显示，线路全长<41公里>。", Status.ASSERTED),
        ("In addition to novels, the firm <sold> 400 plays.", Status.ASSERTED),
        ("Problem 3. Barlow owes <$5 million>.", Status.ASSERTED),
        ("Problem 3. Barlow owes <$5 million>. How much does it owe in a year?", Status.SUPPOSED),
        ("记者了解到，目前新版本已启动邀请测试，用户达<500万>。", Status.ASSERTED),
        ("我国将进行高空模拟试验。火箭<发射>成功。", Status.ASSERTED),
        ("The drill <found> oil at 3,000 metres.", Status.ASSERTED),
        ("The simulation software company <bought> Palmer.", Status.ASSERTED),
        ("Did Wanda Film's revenue rise to <$5.2 billion>?", Status.ASKED),
        ("Wanda Film's revenue rose to <$5.2 billion>.", Status.ASSERTED),
    ],
)
def test_how_far_it_reaches(text: str, status: Status) -> None:
    assert status_of(text) is status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Wheat: <41 tonnes>*\n* estimate", Status.FORESEEN),
        ("Wheat: <41 tonnes>*\n* weighed", Status.ASSERTED),
        ("小麦：<41吨>（e）\n（e）为估算", Status.FORESEEN),
        ("小麦：<41吨>（e）\n（e）为实测", Status.ASSERTED),
        ('Page 3: for "<52%>" read "25%".', Status.CORRECTED),
        ('Page 3: for "52%" read "<25%>".', Status.ASSERTED),
        ("We gave the toll as <61>. It is 16.", Status.CORRECTED),
        ("We gave the toll as <61>. It is the highest since 1990.", Status.ASSERTED),
        ("第3页“<52%>”应为“25%”。", Status.CORRECTED),
        ("第3页“52%”更正为“<25%>”。", Status.ASSERTED),
    ],
)
def test_footnotes_and_misprints(text: str, status: Status) -> None:
    assert status_of(text) is status


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Tabletop exercise, scenario 2", Status.SUPPOSED),
        ("Demo dashboard (sample data)", Status.SUPPOSED),
        ("What if Norvik failed?", Status.ASKED),
        ("示例数据：租金", Status.SUPPOSED),
        ("假如诺维克倒闭", Status.ASKED),
        ("Fiscal cliff forecast: bad now, worse later", None),
        ("This year's speech is a defining test for Obama", None),
        ("For Every Positive Test, 10 More Are Infected", None),
        ("Norvik denies takeover rumours", None),
        ("多部门举行消防演练", None),
        ("奥斯特否认收购传闻", None),
        ("", None),
    ],
)
def test_titles(title: str, told: Status | None) -> None:
    found = title_disowns(title)

    assert (found and found[0]) is told


def test_the_words_that_disown_are_told_with_their_place() -> None:
    text = "Dummy text follows. Norvik bought Palmer."
    above = StatusReader("Norvik bought Palmer.", title="Short story: the toll").status_at(7, 13).cue
    before = StatusReader(text).status_at(27, 33).cue

    assert (before.text, before.origin) == ("Dummy text follows", Origin.EARLIER)
    assert (above.text, above.origin) == ("Short story", Origin.TITLE)


_LEADS = ("Translate the following sentence.", "Translate your message to Italian.")


def test_what_the_reader_writes_himself_is_no_task_about_the_text() -> None:
    told = [StatusReader(f"{lead} Norvik bought Palmer.").status_at(len(lead) + 8, len(lead) + 14).status for lead in _LEADS]

    assert told == [Status.SUPPOSED, Status.ASSERTED]


def test_a_long_text_of_lead_ins_is_read_in_linear_time() -> None:
    def read(size: int) -> None:
        text = "This is a drill: the dam lost 40% of its water.\n以下为模板。押金为5元。\n" * size
        reader = StatusReader(text)
        for start in range(0, len(text) - 2, 400):
            reader.status_at(start, start + 2)

    assert grows_within(16, lambda: read(100), lambda: read(800))
