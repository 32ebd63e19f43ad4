"""The form of a node of one's own: a name is enough, all else is read from it."""

import re
from dataclasses import replace
from datetime import date

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from verification.core.evidence import NodeSpec
from verification.core.reading.node_fields import NodeFields, suggest_fields
from verification.core.vocabulary import NodeKind
from verification.enums import labelled
from verification.models import Node
from verification.schemas import NodeEntry
from verification.services.nodes.changes import find_problems

MAX_LABEL, MAX_ALIASES, MAX_ALIAS, MAX_SLUG = 300, 50, 300, 60
NO_LIMIT = "none"
DAYS = (1, 7, 30, 45, 60, 90, 365)
AS_READ = ("", _("as read"))
_SAYS_SOMETHING = re.compile(r"\w")


class NewNodeForm(forms.Form):
    """Fields that stay empty are those that the engine reads from the name."""

    label = forms.CharField(label=_("Name"), max_length=MAX_LABEL)
    aliases = forms.CharField(label=_("Other names"), required=False, max_length=2_000, widget=forms.Textarea(attrs={"rows": 2}))
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[AS_READ, *labelled(NodeKind)])
    unit = forms.CharField(label=_("Unit"), required=False, max_length=30)
    period = forms.CharField(label=_("Period"), required=False, max_length=30)
    fresh_days = forms.ChoiceField(
        label=_("Fresh for"),
        required=False,
        choices=[
            AS_READ,
            *((str(days), ngettext_lazy("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS),
            (NO_LIMIT, _("no limit")),
        ],
    )
    group = forms.CharField(label=_("Group"), required=False, max_length=60)

    def clean_label(self) -> str:
        label = " ".join(str(self.cleaned_data["label"]).split())
        if not _SAYS_SOMETHING.search(label):
            raise forms.ValidationError(_("Write a name or a question, such as: unemployment rate of Chile."))
        return label

    def clean_aliases(self) -> list[str]:
        lines = re.split(r"[\n;；]", str(self.cleaned_data["aliases"]))
        aliases = list(dict.fromkeys(line.strip() for line in lines if line.strip()))
        if len(aliases) > MAX_ALIASES:
            raise forms.ValidationError(_("%(count)s names; at most %(limit)s.") % {"count": len(aliases), "limit": MAX_ALIASES})
        if any(len(alias) > MAX_ALIAS for alias in aliases):
            raise forms.ValidationError(_("One name is longer than %(limit)s characters.") % {"limit": MAX_ALIAS})
        return aliases

    def ticked(self) -> frozenset[str]:
        """The suggested names that the person chose."""
        return frozenset(self.data.getlist("names")[:MAX_ALIASES])

    def reading(self, today: date) -> NodeFields:
        """What the name says. The form has been validated, and has a name."""
        return suggest_fields(self.cleaned_data["label"], today=today)

    def spec(self, reading: NodeFields) -> NodeSpec:
        """The question, with what the person chose in the place of what was read. An open kind is a number until the pages speak."""
        clean = self.cleaned_data
        kind = NodeKind(clean.get("kind") or reading.kind or NodeKind.NUMBER)
        is_percent = kind == NodeKind.PERCENT
        period = clean.get("period") or reading.period
        spec = NodeSpec(label=clean["label"], aliases=tuple(clean.get("aliases") or ()), kind=kind, fresh_days=reading.fresh_days)
        limit = clean.get("fresh_days")
        if limit:
            spec = replace(spec, fresh_days=None if limit == NO_LIMIT else int(limit))
        return replace(spec, unit=clean.get("unit") or ("%" if is_percent else None), reference_period=period or None)

    @property
    def is_kind_open(self) -> bool:
        return not self.cleaned_data.get("kind")

    def entry(self, spec: NodeSpec) -> NodeEntry | None:
        """The node as it would be stored, under an address made of its name; None after naming what is wrong at its field."""
        same = Node.objects.filter(label__iexact=spec.label).first()
        if same is not None:
            self.add_error("label", gettext("There is a node of this name: %(address)s") % {"address": f"/nodes/{same.slug}/"})
            return None
        entry = NodeEntry(
            slug=free_slug(spec.label, spec.aliases),
            label=spec.label,
            aliases=list(spec.aliases),
            kind=spec.kind,
            unit=spec.unit or "",
            reference_period=spec.reference_period or "",
            fresh_days=spec.fresh_days,
            group=self.cleaned_data["group"].strip(),
        )
        problems = find_problems(entry)
        for name, said in problems.items():
            self.add_error({"reference_period": "period"}.get(name, name), said)
        return None if problems else entry


def free_slug(label: str, aliases: tuple[str, ...]) -> str:
    """An address that no node has: the first name that Latin letters can write, else a short mark of the label."""
    names = (slugify(name)[:MAX_SLUG].strip("-") for name in (label, *aliases))
    stem = next((name for name in names if len(name) > 2), "") or f"node-{salted_hmac('slug', label).hexdigest()[:8]}"
    taken = set(Node.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for number in range(1, len(taken) + 2) if (slug := stem if number == 1 else f"{stem}-{number}") not in taken)
