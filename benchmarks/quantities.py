"""Speed and exactness of the quantity grammar, beside Recognizers-Text and quantulum3: ``python -m benchmarks.quantities``.

The peers are installed into ``var/benchmark-peers`` and nowhere else; what cannot be installed is said and left out. Every
absolute figure stands beside the time of a fixed loop, and comparisons are ratios from the same run.
"""

import json
import subprocess
import sys
import venv
from decimal import Decimal, InvalidOperation
from pathlib import Path

from benchmarks.calibration import calibrate, seconds
from verification.core.quantities.grammar import find_quantities, number_text

PROJECT = Path(__file__).resolve().parent.parent
PEERS_HOME = PROJECT / "var" / "benchmark-peers"
# emoji 2 dropped a name that Recognizers-Text imports.
PEERS = {"recognizers": ["recognizers-text-suite==1.0.2a2", "emoji==1.7.0"], "quantulum": ["quantulum3==0.10.0"]}
NAMES = {"recognizers": "Recognizers-Text 1.0.2a2", "quantulum": "quantulum3 0.10.0"}
INSTALL_SECONDS = 300
GOAL = 15_000  # short texts a second on one core

# Sentences of our own with the values they state, unit left out: peers name units in ways that cannot be compared.
CASES = [
    ("zh", "前5个月社会消费品零售总额同比增长5.1%，环比回落0.3个百分点。", ["5.1", "0.3"]),
    ("zh", "央行宣布下调存款准备金率25个基点，释放长期资金约1.2万亿元。", ["25", "1200000000000"]),
    ("zh", "联邦基金利率目标区间维持在3.50%至3.75%不变。", ["3.5..3.75"]),
    ("zh", "公司全年营收4.109万亿元，净利润逾3200亿元，每股派息0.85元。", ["4109000000000", "320000000000", "0.85"]),
    ("zh", "骁龙835芯片与沪深300指数同日发布，涨幅百分之二点五。", ["2.5"]),
    ("zh", "三千五百名员工参加，较去年增加两成。", ["3500", "20"]),
    ("zh", "2026年5月12日，第三季度原油产量为每日450万桶。", ["4500000"]),
    ("zh", "热线电话400-810-1234，代码（600519）收报1435.2元。", ["1435.2"]),
    ("zh", "死亡率由10.48‰降至7.14‰。", ["10.48", "7.14"]),
    ("zh", "港币一千二百万元的拨款将分三年支付。", ["12000000", "3"]),
    ("en", "Payrolls rose by 254,000 in May while unemployment fell to 4.1 percent.", ["254000", "4.1"]),
    ("en", "The Fed held its target range at 5.25%-5.50% on June 12, 2026.", ["5.25..5.5"]),
    ("en", "Spreads widened 12bps to 145 basis points.", ["12", "145"]),
    ("en", "Net loss was $(5.1) million, or (3.2)% of revenue.", ["-5100000", "-3.2"]),
    ("en", "The deal is worth $4.5bn, or HK$35.1 billion.", ["4500000000", "35100000000"]),
    ("en", "OPEC+ will add 547,000 barrels a day from September.", ["547000"]),
    ("en", "Nearly half a million people in twenty-five cities were affected.", ["500000", "25"]),
    ("en", "Section 301 tariffs on the Boeing 737 rise to 25%.", ["25"]),
    ("en", "Shares of 600519.SH fell 2.3% at 10:30 a.m. in Q3 FY2026.", ["2.3"]),
    ("en", "The bond yields 3-1/2 percent and costs 99 cents.", ["3.5", "0.99"]),
]  # fmt: skip


def _install(peer: str) -> Path | None:
    """The Python of the peer's own environment, or None where it could not be installed (the reason is printed)."""
    home = PEERS_HOME / peer
    python = home / "bin" / "python"
    done = home / "installed"
    if done.exists():
        return python
    try:
        venv.create(home, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS[peer]]
        run = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{NAMES[peer]}: not compared, {error}")
        return None
    if run.returncode:
        reason = (run.stderr.strip().splitlines() or ["pip failed"])[-1]
        print(f"{NAMES[peer]}: not compared, could not be installed: {reason}")
        return None
    done.touch()
    return python


def _ask(peer: str, python: Path) -> tuple[float, list[list[str]]] | None:
    script = Path(__file__).with_name("quantity_peers.py")
    lines = "\n".join(json.dumps({"lang": lang, "text": text}) for lang, text, _ in CASES)
    run = subprocess.run([str(python), str(script), peer], input=lines, capture_output=True, text=True, check=False)
    if run.returncode:
        print(f"{NAMES[peer]}: not compared, it failed: {(run.stderr.strip().splitlines() or ['no message'])[-1]}")
        return None
    answer = json.loads(run.stdout.splitlines()[-1])
    return answer["seconds"], answer["answers"]


def _same(written: str, expected: str) -> bool:
    """Whether a peer's value is the expected one; of a range one end or the middle will do, and cents may be counted."""
    try:
        value = Decimal(written.split(" ")[0])
    except InvalidOperation:
        return False
    ends = [Decimal(end) for end in expected.split("..")]
    return value in (*ends, sum(ends) / len(ends)) or (value == ends[0] * 100 and "ent" in written)


def _score(answers: list[list[str]]) -> tuple[float, float]:
    """Precision and recall of values; a value found twice (alone and with its unit) counts once."""
    right = given = wanted = 0
    for (_, _, expected), found in zip(CASES, answers, strict=True):
        distinct = list(dict.fromkeys(value.split(" ")[0] for value in found))
        given += len(distinct)
        wanted += len(expected)
        right += sum(any(_same(value, one) for value in found) for one in expected)
    return min(right / given, 1.0) if given else 0.0, right / wanted


def _ours() -> list[list[str]]:
    return [[number_text(q.low, q.high) for q in find_quantities(text, lang=lang)] for lang, text, _ in CASES]


def _our_score() -> tuple[float, float]:
    pairs = [(set(found), set(expected)) for found, (_, _, expected) in zip(_ours(), CASES, strict=True)]
    right = sum(len(found & expected) for found, expected in pairs)
    return right / sum(len(found) for found, _ in pairs), right / sum(len(expected) for _, expected in pairs)


def _growth() -> float:
    """How many times longer a text sixteen times as long takes: 16 is linear."""
    page = " ".join(text for _, text, _ in CASES) * 4
    return seconds(lambda: find_quantities(page * 16), times=3) / seconds(lambda: find_quantities(page), times=3)


def main() -> int:
    loop = calibrate()
    print(f"fixed loop: {loop * 1000:.1f} ms")
    repeated = CASES * 20
    spent = seconds(lambda: [find_quantities(text, lang=lang) for lang, text, _ in repeated])
    rate = len(repeated) / spent
    precision, recall = _our_score()
    speed = f"{rate:,.0f} short texts/s (goal {GOAL:,}; fixed loop {calibrate() * 1000:.1f} ms)"
    print(f"ours: {speed}, precision {precision:.2f}, recall {recall:.2f}")
    print(f"ours: 16 times the text takes {_growth():.1f} times as long")
    for peer in PEERS:
        python = _install(peer)
        answer = None if python is None else _ask(peer, python)
        if answer is None:
            continue
        theirs = len(CASES) / answer[0]
        precision, recall = _score(answer[1])
        speed = f"{theirs:,.0f} short texts/s (fixed loop {calibrate() * 1000:.1f} ms), ours is {rate / theirs:,.0f} times as fast"
        print(f"{NAMES[peer]}: {speed}, precision {precision:.2f}, recall {recall:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
