from django.urls import path, re_path

from verification.api import consensus, events, lists, nodes, reviews, runs, schema, usage, verifications

app_name = "api"
urlpatterns = [
    path("nodes/", nodes.Nodes.as_view(), name="nodes"),
    path("nodes/<slug:slug>/", nodes.NodeView.as_view(), name="node"),
    path("nodes/<slug:slug>/runs/", nodes.NodeRuns.as_view(), name="node-runs"),
    path("nodes/<slug:slug>/verify/", nodes.NodeVerify.as_view(), name="node-verify"),
    path("nodes/<slug:slug>/flags/", nodes.NodeFlags.as_view(), name="node-flags"),
    path("nodes/<slug:slug>/watch/", nodes.NodeWatchView.as_view(), name="node-watch"),
    path("runs/<int:pk>/", runs.RunView.as_view(), name="run"),
    path("runs/<int:pk>/cancel/", runs.RunCancel.as_view(), name="run-cancel"),
    path("consensus/", consensus.Consensus.as_view(), name="consensus"),
    path("whitelist/", lists.Whitelist.as_view(), name="whitelist"),
    path("reviews/", reviews.Reviews.as_view(), name="reviews"),
    path("reviews/bulk/", reviews.ReviewBulk.as_view(), name="review-bulk"),
    path("reviews/<int:pk>/", reviews.ReviewView.as_view(), name="review"),
    path("reviews/<int:pk>/claim/", reviews.ReviewClaim.as_view(), name="review-claim"),
    path("reviews/<int:pk>/release/", reviews.ReviewRelease.as_view(), name="review-release"),
    path("reviews/<int:pk>/rule/", reviews.ReviewRule.as_view(), name="review-rule"),
    path("reviews/<int:pk>/undo/", reviews.ReviewUndo.as_view(), name="review-undo"),
    path("reviews/<int:pk>/reopen/", reviews.ReviewReopen.as_view(), name="review-reopen"),
    path("events/", events.Events.as_view(), name="events"),
    path("events/<int:pk>/", events.EventView.as_view(), name="event"),
    path("events/<int:pk>/outcome/", events.EventOutcomes.as_view(), name="event-outcome"),
    path("verifications/", verifications.Verifications.as_view(), name="verifications"),
    path("verifications/<uuid:public_id>/", verifications.VerificationView.as_view(), name="verification"),
    path("webhook-deliveries/", verifications.WebhookDeliveries.as_view(), name="webhook-deliveries"),
    path("webhook-deliveries/<int:pk>/redeliver/", verifications.WebhookRedelivery.as_view(), name="webhook-redelivery"),
    path("webhook-secret/", verifications.WebhookSecretView.as_view(), name="webhook-secret"),
    path("webhook-settings/", verifications.WebhookSettings.as_view(), name="webhook-settings"),
    path("webhook-deliveries/test/", verifications.WebhookTest.as_view(), name="webhook-test"),
    path("usage/", usage.Usage.as_view(), name="usage"),
    path("schema/", schema.SchemaView.as_view(), name="schema"),
    path("docs/", schema.show_docs, name="docs"),
    re_path(r"", schema.Nowhere.as_view(), name="nowhere"),
]
