"""Chinese words of another meaning that hold a word of status: 否认 beside 会否, 应声 beside 应, 模拟芯片 beside 模拟."""

from verification.core.patterns import lazy_regex

WITHIN_WORD = {
    "会否": lazy_regex(r"会否认"),
    "例": lazy_regex(r"[案事条比惯先病判用实]例"),
    "模拟": lazy_regex(r"模拟(?:芯片|电路|信号|器件|集成|电视)"),
    "会": lazy_regex(
        r"(?:基金|协|委员|大|董事|监事|理事|股东|运动|运|联合|商|学|工|博览|展|发布|交流|研讨|座谈|论坛|年|晚|峰|议|例|社|机|国|教|都|盛|庙|茶话|联谊|音乐|演唱|拍卖|听证|推介|联储|理|分|总|常委|常务|监管)会"
    ),
    "没人": lazy_regex(r"没人会?否"),
    "没有人": lazy_regex(r"没有人会?否"),
    "到底": lazy_regex(r"说到底"),
    "应": lazy_regex(r"应声|应邀|反应|相应|应收|应付|应用|供应|适应|效应"),
    "据称": lazy_regex(r"数据称"),
    "上看": lazy_regex(r"面上看"),
    "原": lazy_regex(r"原点|原油|原料|原材|原因"),
}
