"""Words and limits that both directions of scope share."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.status.segments import Opener

HARD = frozenset({Opener.HARD, Opener.ADVERSATIVE})
ENDS_WIDE = frozenset({Opener.HARD, Opener.ADVERSATIVE, Opener.RELATIVE, Opener.ADJUNCT, Opener.SPEECH, Opener.COMPARE})
EN_SPEECH = lazy_regex(
    r"\b(?:say|says|said|saying|tell|tells|told|claim\w*|writ\w+|wrote|insist\w*|believ\w+|think|thinks|thought|swear|swears|swore|sworn|report\w*|"
    r"alleg\w+|argu\w+|suggest\w*|show\w*|put|puts|putting|mention\w*|whisper\w*|hint\w*|assert\w*|reckon\w*|guess\w*|post\w*|shar\w+|boast\w*|mutter\w*|hear\w*|shout\w*|yell\w*|cri(?:es|ed)|repeat\w*|chant\w*|sang|sings?|tweet\w*|remark\w*|comment\w*|quip\w*|exclaim\w*|murmur\w*|mumbl\w+|confid(?:e|es|ed)|grumbl\w+|sniff\w*|scoff\w*|sneer\w*|"
    r"gossip\w*|rant\w*|vow\w*|opin(?:e|es|ed)|jok(?:e|es|ed)|venture[sd]?|complain\w*|observ(?:e|es|ed)|conced\w+|(?:is|was|are|were)\s(?:certain|sure|adamant|convinced|positive)|"
    r"read|reads|declare\w*|predict\w*|want\w*|bet|bets|betting|according)\b",
    re.IGNORECASE,
)
ZH_SAYS_LAST = lazy_regex(
    r"(?:称|说|表示|认为|写道|爆料|透露|指出|宣称|声称|显示|道|如下|是|写着|贴着|印着|刷着|画着|喷着|写有|载有|写的是)$"
)
ZH_SCENE = 8
LABEL_HEAD = 6
EN_NO_LEVEL = lazy_regex(r"\b(?:from|than|over|on|with|to|versus|vs|against)\b", re.IGNORECASE)
