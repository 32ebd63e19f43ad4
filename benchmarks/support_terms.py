"""The terms from which the fit of support may choose: features by how much there is to read, and a few products.

Each list holds what can tell in its case, chosen on the open sets by what improved the likelihood of cases left out.
"""

BY_CASE = {
    "terse": (
        "cov_tail cov_tail^hi cov_tail^lo cov_tail_line cov_last cov_window cov_window^hi cov_names miss_tail_window"
        " miss_window miss_names_window miss_max_window close close^hi follow lcs_window lcs_line run numbers numbers_here"
        " numbers_missing numbers_other dates_lost dates_missing figures_lost figures_spelt_lost figures_rival figures_here"
        " clause_negated clause_opposed clause_worst opposed pairs_opposed negative negative_claim negative_passage"
        " supposed_claim supposed_passage only slot_after slot_before clauses words terms ratio has_names pairs triples"
    ),
    "medium": (
        "cov_window cov_window^hi cov_window^lo cov_all cov_all^hi cov_all^lo cov_line cov_document cov_tail cov_names_all"
        " cov_names_all^lo pairs pairs^hi pairs^lo triples fives lcs_window lcs_window^hi run close follow miss_all miss_window"
        " miss_max_all miss_names_all miss_tail_all clause_worst clause_worst^lo clause_worst_all clause_worst_all^hi"
        " numbers_lost numbers_missing numbers_here dates_lost figures_lost figures_spelt_lost figures_rival figures_away"
        " figures_here figures_derived clauses negative negative_claim negative_passage opposed clause_opposed pairs_opposed"
        " clause_negated supposed_claim supposed_passage slot_after slot_before has_names documents size terms ratio trend_other"
        " trend_same"
    ),
    "long": (
        "miss_all cov_all cov_titled^hi miss_names_all numbers_lost figures_spelt_lost figures_outbid cov_names^lo figures_lost follow"
        " figures_here pairs triples lcs_window clause_worst"
    ),
    "ample": (
        "figures_lost figures_spelt_lost figures_derived figures_crossed figures_clash figures_outbid figures_rival"
        " figures_here figures_away trend_same trend_other dates_lost clauses opposed clause_opposed pairs_opposed numbers_lost"
        " negative cov_all cov_window miss_names_all"
    ),
}
_SINGLE = (
    "han han_gap digits*scarce terse medium long ample small brief*scarce counted all_counted full*scarce full_all*scarce"
    " cov_all^lo cov_window^lo cov_all^lo*ample numbers_swapped figures_swapped numbers_swapped*negative_claim"
    " numbers_swapped*terse figures_swapped*ample figures_swapped*long numbers_swapped*cov_tail numbers_swapped*long"
    " all_counted*terse all_counted*medium all_counted*long all_counted*negative_claim"
)
_PRODUCTS = (
    ("triples lcs_window cov_all cov_window close pairs", "han"),
    ("cov_window cov_tail miss_tail_window lcs_window", "brief"),
    ("cov_window cov_tail cov_all miss_window miss_tail_window lcs_window", "counted"),
    ("cov_window cov_tail cov_all miss_window miss_tail_window lcs_window", "all_counted"),
    (
        "opposed clause_negated negative_claim negative_passage slot_before slot_after numbers_other dates_missing numbers_missing only",
        "cov_tail",
    ),
    ("numbers_missing numbers_other miss_tail_window slot_before dates_missing opposed", "negative_claim"),
    ("run lcs_window cov_window pairs miss_window close follow cov_tail miss_names_all triples cov_line clause_worst", "small"),
)


def candidates() -> list[str]:
    """Every term once, in a fixed order."""
    lists = [(features, case) for case, features in BY_CASE.items()]
    products = [f"{feature}*{other}" for features, other in [*lists, *_PRODUCTS] for feature in features.split()]
    return list(dict.fromkeys([*_SINGLE.split(), *products]))
