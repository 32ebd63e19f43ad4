"""An example of our own for the form, in both languages: what is stated, what is calculated, and what nothing carries."""

from types import MappingProxyType

_EN = (
    """Harbour ferries carried 4.5 million passengers in 2025, 12.5 percent more than a year before. \
The northern line alone accounted for 1.8 million of them. Total fares of all lines came to 36.4 million dollars. \
Most commuters expect fares to fall next spring.""",
    """# Port Authority, annual report 2025
Passengers on harbour ferries numbered 4.5 million in 2025, against 4.0 million in 2024. Punctuality was 97 percent.
---
# Ferry lines in figures
| Line | Passengers 2025 (million) | Fares (million dollars) |
|---|---|---|
| Northern line | 1.8 | 15.2 |
| Island line | 1.6 | 12.7 |
| Southern line | 1.1 | 8.5 |
---
# Harbour gazette, 3 February 2026
The port authority will rebuild the southern pier. Work begins in June and takes fourteen months.
""",
)
_ZH = (
    """2025 年海港轮渡共运送旅客 450 万人次，比上年增长 12.5%。\
其中北线运送 180 万人次。票款收入合计 3640 万元。\
多数通勤者预计明年春天票价会下调。""",
    """# 港务局 2025 年年报
2025 年海港轮渡旅客量为 450 万人次，2024 年为 400 万人次。准点率为 97%。
---
# 各线轮渡数据
| 线路 | 2025 年旅客（万人次） | 票款（万元） |
|---|---|---|
| 北线 | 180 | 1520 |
| 岛线 | 160 | 1270 |
| 南线 | 110 | 850 |
---
# 海港日报，2026 年 2 月 3 日
港务局将重建南码头，6 月开工，工期十四个月。
""",
)
EXAMPLES = MappingProxyType({"en": _EN, "zh": _ZH})
