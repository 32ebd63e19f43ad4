"""``python -m fit.data`` compiles open data into the tables of the core; ``--check`` asks whether the committed ones are what was compiled.

Compiling needs `requirements-fit.txt` and the dictionary of Debian's `wordnet-base` (`make data` sees to both), and no network. Checking
needs nothing but Python.
"""

import argparse
import sys

from fit import tables


def compile_tables() -> list[tables.Table]:
    """Every table, the same bytes on every machine for the same versions of the sources."""
    # Checking must not need what these import.
    from fit import calendar_names, dictionary, everyday, meanings, money_and_units, places, script, words

    return [
        script.simplified(),
        places.places(),
        calendar_names.calendar(),
        *words.frequencies(),
        words.lemmas(),
        *everyday.tables(),
        dictionary.dictionary(),
        *money_and_units.tables(),
        meanings.antonyms(),
        meanings.synonyms(),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fit.data", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compile nothing; 1 where a committed table is not what was compiled")
    if not parser.parse_args().check:
        tables.write(compile_tables())
    faults = tables.faults()
    for fault in faults:
        sys.stderr.write(fault + "\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
