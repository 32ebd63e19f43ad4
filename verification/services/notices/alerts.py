"""Who hears that a node's verdict changed: one task for each watcher, queued with the change and sent after it is committed."""

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import Standing
from verification.models import Node, NodeState, NodeWatch, UserProfile
from verification.services.notices.webhooks import announce_change

TASK = "verification.tasks.send_alert"
MAX_SUBJECT = 150


def is_change(*, before: NodeState | None, after: NodeState) -> bool:
    """Whether the verdict is another: its badge, its figure, its unit, or that a ruling is under review. A first verdict is one."""
    if before is None:
        return True
    return _verdict(before) != _verdict(after)


def announce_state(*, before: NodeState | None, after: NodeState) -> int:
    """Queue a letter for each watcher of the node where its verdict changed, and a webhook for each who named an address; how many letters.

    The tasks are rows of the same transaction: a change that is rolled back is announced to nobody, one that is committed to all. One
    query where nobody watches, none where nothing changed.
    """
    if not is_change(before=before, after=after):
        return 0
    watchers = list(NodeWatch.objects.filter(node_id=after.node_id).order_by("pk").values_list("user_id", flat=True))
    if not watchers:
        return 0
    announce_change(state=after)
    if not settings.HAS_EMAIL:
        return 0
    for user_id in watchers:
        async_task(TASK, after.pk, before.pk if before else None, user_id)
    return len(watchers)


def send_alert(*, state_id: int, before_id: int | None, user_id: int) -> bool:
    """Write to one watcher; False where they no longer watch, can't be reached, or may not see the node."""
    watch = NodeWatch.objects.filter(user_id=user_id, node__states=state_id).select_related("node", "user").first()
    if watch is None or not wants_mail(watch.user, "verification.view_node"):
        return False
    after = NodeState.objects.get(pk=state_id)
    before = NodeState.objects.filter(pk=before_id).first() if before_id else None
    with translation.override(language_of(watch.user)):
        _make_mail(watch.node, before, after, watch.user.email).send()
    return True


def _verdict(state: NodeState) -> tuple[str, str, str, bool]:
    return state.badge, state.number or state.value, state.unit, state.standing == Standing.UNDER_REVIEW


def wants_mail(user: User, permission: str) -> bool:
    """Whether somebody can be reached, has not switched letters off, and may (still) see what they are about."""
    profile = UserProfile.objects.filter(user=user).first()
    has_alerts = profile is None or profile.has_email_alerts
    return bool(user.email) and user.is_active and has_alerts and user.has_perm(permission)


def language_of(user: User) -> str:
    """The language that letters to somebody are written in."""
    profile = UserProfile.objects.filter(user=user).first()
    return (profile.language if profile else "") or settings.LANGUAGE_CODE


def _make_mail(node: Node, before: NodeState | None, after: NodeState, address: str) -> EmailMessage:
    """Plain text alone, so that nothing a page or an editor wrote can act in a mail program."""
    name = one_line(node.label)
    subject = _("%(node)s: %(verdict)s") % {"node": name, "verdict": after.get_badge_display()}
    link = settings.SITE_URL + reverse("node", args=[node.slug])
    lines = [
        name,
        "",
        _("Now: %(verdict)s") % {"verdict": _in_words(after)},
        _("Before: %(verdict)s") % {"verdict": _in_words(before)} if before else _("This is its first verdict."),
        "",
        link,
        "",
        _("You get this because you watch the node. Open it and choose “Stop watching” to end this."),
        _("Your alerts: %(link)s") % {"link": settings.SITE_URL + reverse("account")},
    ]
    headers = {"List-Unsubscribe": f"<{settings.SITE_URL}{reverse('account')}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(subject=subject[:MAX_SUBJECT], body="\n".join(lines), to=[address], headers=headers)


def _in_words(state: NodeState) -> str:
    value = "" if state.value == "unknown" else one_line(state.value)
    return _("%(value)s (%(badge)s)") % {"value": value, "badge": state.get_badge_display()} if value else state.get_badge_display()


def one_line(text: str) -> str:
    """No line break or control of somebody's own: a header may not be broken by it."""
    return "".join(character if character.isprintable() else " " for character in text).strip()[:MAX_SUBJECT]
