"""The forms of an English verb, so that a word list names each verb once."""

from verification.core.language.word_tables import words

_VOWELS = "aeiou"
# Past and participle where the rule does not give them.
_IRREGULAR = {
    "be": ("was", "were", "been", "being", "is", "are", "am"),
    "begin": ("began", "begun"),
    "bet": ("bet", "betting"),
    "beat": ("beat", "beaten"),
    "break": ("broke", "broken"),
    "choose": ("chose", "chosen"),
    "come": ("came", "come"),
    "dream": ("dreamed", "dreamt"),
    "feel": ("felt",),
    "find": ("found",),
    "forbid": ("forbade", "forbidden", "forbidding"),
    "forecast": ("forecast", "forecasted"),
    "foresee": ("foresaw", "foreseen"),
    "forget": ("forgot", "forgotten", "forgetting"),
    "get": ("got", "gotten", "getting"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "have": ("had", "has", "having"),
    "hide": ("hid", "hidden"),
    "hold": ("held",),
    "keep": ("kept",),
    "know": ("knew", "known"),
    "lead": ("led",),
    "learn": ("learned", "learnt"),
    "lie": ("lied", "lying"),
    "pay": ("paid",),
    "plead": ("pleaded", "pled"),
    "put": ("put", "putting"),
    "run": ("ran", "run", "running"),
    "say": ("said",),
    "see": ("saw", "seen"),
    "seek": ("sought",),
    "shoot": ("shot",),
    "show": ("showed", "shown"),
    "shy": ("shied",),
    "swear": ("swore", "sworn"),
    "take": ("took", "taken"),
    "tell": ("told",),
    "think": ("thought",),
    "understand": ("understood",),
    "undertake": ("undertook", "undertaken"),
    "write": ("wrote", "written"),
}
# Two syllables with the stress on the last: the consonant is doubled as in "stop".
_DOUBLED = words("stop drop plan scrap bar ban omit admit permit refer prefer rebut commit quip opt hint") - {"hint", "opt"}


def present_forms(verb: str) -> tuple[str, ...]:
    """The base and the third person, which may also be nouns ("plan", "plans")."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb, verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb, verb[:-1] + "ies"
    return verb, verb + "s"


def past_forms(verb: str) -> tuple[str, ...]:
    """Past, participle and the form in -ing."""
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    if verb.endswith("e") and not verb.endswith("ee"):
        regular, continuous = verb + "d", verb[:-1] + "ing"
    elif verb.endswith("ee"):
        regular, continuous = verb + "d", verb + "ing"
    elif verb.endswith("y") and verb[-2] not in _VOWELS:
        regular, continuous = verb[:-1] + "ied", verb + "ing"
    else:
        regular, continuous = stem + "ed", stem + "ing"
    irregular = _IRREGULAR.get(verb)
    if irregular is None:
        return regular, continuous
    return (*irregular, *(() if any(form.endswith("ing") for form in irregular) else (continuous,)))
