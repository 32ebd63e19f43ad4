"""Forms of the pages of events."""

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.core.events.vocabulary import MAX_MESSAGE, EventOutcome, EventType
from verification.core.vocabulary import RunStatus
from verification.enums import labelled
from verification.reads.events.events import EventFilters
from verification.services.errors import Refused
from verification.services.events.lifecycle import MAX_NOTE, check_message


class MessageForm(forms.Form):
    """A message that somebody pasted."""

    text = forms.CharField(label=_("Message"), widget=forms.Textarea, strip=False, max_length=10 * MAX_MESSAGE)

    search = forms.BooleanField(label=_("Search anyway, whatever its type"), required=False)

    def clean_text(self) -> str:
        try:
            return check_message(self.cleaned_data["text"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None


class EventFilterForm(forms.Form):
    """The filters of the list, all in the address."""

    q = forms.CharField(label=_("Search events"), required=False, max_length=100)
    type = forms.ChoiceField(label=_("Event type"), required=False, choices=labelled(EventType))
    status = forms.ChoiceField(label=_("Status"), required=False, choices=labelled(RunStatus))
    outcome = forms.ChoiceField(label=_("Outcome"), required=False, choices=[*labelled(EventOutcome), ("none", _("not recorded yet"))])
    asset = forms.CharField(label=_("Asset"), required=False, max_length=40)

    def filters(self) -> EventFilters:
        """What of the input makes sense."""
        self.is_valid()
        clean = self.cleaned_data
        return EventFilters(
            q=clean.get("q") or "",
            event_type=clean.get("type") or "",
            status=clean.get("status") or "",
            outcome=clean.get("outcome") or "",
            asset=clean.get("asset") or "",
        )


class OutcomeForm(forms.Form):
    """What became of an event."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=labelled(EventOutcome), widget=forms.RadioSelect)
    note = forms.CharField(label=_("Note"), required=False, max_length=MAX_NOTE)
