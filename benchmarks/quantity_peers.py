"""Runs one peer over texts, inside an environment of its own: JSON lines ``{text, lang}`` in, ``{values, seconds}`` out.

Called by ``benchmarks.quantities``; imports nothing of the product, so that it needs only the peer.
"""

import json
import sys
import time
import warnings
from collections.abc import Callable

Reader = Callable[[str, str], list[str]]


def _recognizers() -> Reader:
    from recognizers_number import recognize_number, recognize_percentage
    from recognizers_number_with_unit import recognize_currency
    from recognizers_text import Culture

    cultures = {"zh": Culture.Chinese, "en": Culture.English}

    def read(text: str, lang: str) -> list[str]:
        values = []
        for model in (recognize_currency, recognize_percentage, recognize_number):
            for found in model(text, cultures[lang]):
                value, unit = (found.resolution or {}).get("value"), (found.resolution or {}).get("unit") or ""
                values.append(f"{str(value).rstrip('%')} {unit or ('%' if str(value).endswith('%') else '')}".strip())
        return values

    return read


def _quantulum() -> Reader:
    from quantulum3 import parser

    def read(text: str, _lang: str) -> list[str]:
        return [f"{found.value} {found.unit.name}" for found in parser.parse(text)]

    return read


def main() -> None:
    warnings.simplefilter("ignore")
    reader = {"recognizers": _recognizers, "quantulum": _quantulum}[sys.argv[1]]()
    lines = [json.loads(line) for line in sys.stdin]
    for row in lines[:3]:
        reader(row["text"], row["lang"])  # the first calls build the tables
    answers = []
    begin = time.process_time()
    for row in lines:
        try:
            answers.append(reader(row["text"], row["lang"]))
        except Exception as error:  # a peer that fails on a text has no answer; the failure is shown in its place
            answers.append([f"{type(error).__name__}"])
    print(json.dumps({"seconds": time.process_time() - begin, "answers": answers}, ensure_ascii=False))


if __name__ == "__main__":
    main()
