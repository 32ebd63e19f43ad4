"""What hosts answer in the place of a page, as their guards do: one answer for each kind, over HTTP."""

from tests.stubs.server import Reply

HTML = "text/html; charset=utf-8"


def _page(title: str, body: str, status: int = 200, **headers: str) -> Reply:
    markup = f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title></head><body>{body}</body></html>"
    return Reply(status, markup.encode(), HTML, headers={name.replace("_", "-"): value for name, value in headers.items()})


CHALLENGE = "<h1>Checking your browser before accessing this site.</h1><p>Your browser will redirect to your requested content shortly.</p>"
COOKIES = (
    "<h1>We value your privacy</h1><p>We and our 842 partners use cookies and process personal data for personalised advertising. "
    "You may accept or manage your choices.</p><button>Accept all</button>"
)
# Path → answer.
WALLS: dict[str, Reply] = {
    "challenge": _page("Just a moment...", CHALLENGE),
    "challenge-403": _page("Just a moment...", CHALLENGE, 403, cf_mitigated="challenge"),
    "challenge-503": _page("Just a moment...", CHALLENGE, 503),
    "challenge-521": _page(
        "", "<script>document.cookie=('_')+('_')+('j')+('s')+('l')+'_clearance=1';location.href=location.pathname</script>", 521
    ),
    "challenge-202": _page("", "<script>AwsWafIntegration.getToken()</script>", 202, x_amzn_waf_action="challenge"),
    "riddle": _page("安全验证", "<p>为了您的正常访问，请完成以下验证</p><p>请按住滑块，拖动到最右边</p>"),
    "unusual": _page("示例财经", "<h2>访问行为异常</h2><p>系统检测到您的访问行为异常，请完成身份核实后继续浏览。</p>"),
    "consent": _page("We value your privacy", COOKIES),
    "log-in": _page("登录", "<form><p>请先登录</p><input><input type=password></form>"),
    "teaser": _page("Retail sales", "<article><p>Retail sales rose in May.</p><p>Subscribe to continue reading.</p></article>"),
    "maintenance": _page("系统维护", "<p>系统维护中，请稍后访问。给您带来的不便，敬请谅解。</p>"),
    "unlisted": _page("提示", "<p>该网站未备案，根据工信部规定暂时无法访问。</p>"),
}
