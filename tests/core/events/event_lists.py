"""The lists of events as shipped, without a database."""

import json
from pathlib import Path

from verification.core.events.vocabulary import Entity, EntityKind, EventDirection, EventType, Lexicon, SearchPolicy, Timeframe, TypeRule

SHIPPED = Path(__file__).resolve().parents[3] / "verification" / "data" / "event_lists.json"
PREFERRED = ("coindesk.com", "theblock.co", "cointelegraph.com")

# The three messages of seed 003 that have to be searched for, each with ten ways of saying it.
SEED = {
    "listing": "Coinbase 即将上线 XYZ 代币,内部人士透露下周公布",
    "regulation": "SEC 批准比特币现货 ETF,将于下周开始交易",
    "hack": "XXX DeFi 协议遭受闪电贷攻击,损失超过 $100M USDC",
}
VARIANTS = {
    "listing": (
        "内部人士：Coinbase 下周上线 XYZ 代币",
        "Coinbase 将上线 XYZ 代币，消息人士透露公布时间为下周",
        "Coinbase to list XYZ token next week, insider says",
        "Insiders: XYZ token listing on Coinbase will be announced next week",
        "据内部人士透露,Coinbase 即将上线代币 XYZ",
        "传闻 Coinbase 下周上线 XYZ 代币",
        "Coinbase 上架 XYZ 代币在即，下周官宣",
        "$XYZ listing on Coinbase is imminent",
        "Coinbase 计划上线 XYZ 代币, 正式公告下周发布",
        "BREAKING: Coinbase listing XYZ token, announcement next week",
    ),
    "regulation": (
        "美国证监会批准比特币现货ETF，下周开始交易",
        "SEC approves spot Bitcoin ETF, trading starts next week",
        "Spot Bitcoin ETF gets SEC approval",
        "比特币现货 ETF 获 SEC 批准,下周交易",
        "SEC 已批准 BTC 现货 ETF 上市",
        "US SEC approves the first spot BTC ETF",
        "重磅：SEC 批准比特币现货 ETF",
        "SEC approval of a Bitcoin spot ETF is official",
        "比特币现货ETF获批，SEC 公告下周交易",
        "The Securities and Exchange Commission approved a Bitcoin ETF",
    ),
    "hack": (
        "XXX DeFi 协议被黑客攻击，损失超 1 亿美元 USDC",
        "XXX protocol hit by flash loan attack, over $100M USDC lost",
        "DeFi protocol XXX exploited for $100M in a flash loan attack",
        "XXX 协议遭闪电贷攻击，损失逾 $100M",
        "突发：XXX DeFi 协议被盗 $100M USDC",
        "XXX protocol hacked, more than $100M stolen",
        "黑客利用漏洞从 XXX 协议盗取 1 亿 USDC",
        "Attackers drained $100M from the XXX protocol",
        "XXX DeFi 协议遭受攻击,损失超过100M美元",
        "$100M exploit at XXX DeFi protocol",
    ),
}


def shipped_lexicon() -> Lexicon:
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    rules = [
        TypeRule(
            event_type=EventType(entry["event_type"]),
            policy=SearchPolicy(entry["policy"]),
            is_numeric=entry.get("is_numeric", False),
            direction=EventDirection(entry["direction"]),
            timeframe=Timeframe(entry["timeframe"]),
            signals=tuple(entry["signals"]),
            keywords=tuple(entry["keywords"]),
        )
        for entry in shipped["types"]
    ]
    entities = [
        Entity(entry["name"], EntityKind(entry["kind"]), entry["symbol"], tuple(entry["aliases"]), tuple(entry["domains"]))
        for entry in shipped["entities"]
    ]
    return Lexicon(rules={rule.event_type: rule for rule in rules}, entities=tuple(entities), preferred=PREFERRED)
