from django.urls import path

from verification.views import batches, compare, exports, feeds, history, nodes, palette, profile, reviews, runs, tokens, watches

urlpatterns = [
    path("", nodes.list_nodes, name="nodes"),
    path("nodes.csv", exports.export_csv, name="nodes-csv"),
    path("nodes.json", exports.export_json, name="nodes-json"),
    path("nodes/<slug:slug>/", nodes.show_node, name="node"),
    path("nodes/<slug:slug>/compare/", compare.compare_runs, name="compare"),
    path("nodes/<slug:slug>/day/", history.go_to_day, name="node-day"),
    path("nodes/<slug:slug>/history.csv", history.export_csv, name="history-csv"),
    path("nodes/<slug:slug>/history.json", history.export_json, name="history-json"),
    path("nodes/<slug:slug>/verify/", nodes.verify_node, name="verify"),
    path("nodes/<slug:slug>/watch/", watches.watch, name="watch"),
    path("nodes/<slug:slug>/unwatch/", watches.unwatch, name="unwatch"),
    path("nodes/<slug:slug>/feed/", feeds.show_node_feed, name="node-feed"),
    path("feeds/<str:token>/", feeds.show_own_feed, name="own-feed"),
    path("runs/<int:pk>/", runs.show_run, name="run"),
    path("runs/<int:pk>/live/", runs.show_run_live, name="run-live"),
    path("runs/<int:pk>/cancel/", runs.stop_run, name="run-cancel"),
    path("palette/", palette.find, name="palette"),
    path("batches/", batches.batches, name="batches"),
    path("batches/new/", batches.propose_batch, name="batch-new"),
    path("batches/<int:pk>/", batches.show_batch, name="batch"),
    path("batches/<int:pk>/live/", batches.show_batch_live, name="batch-live"),
    path("batches/<int:pk>/cancel/", batches.stop_batch, name="batch-cancel"),
    path("reviews/", reviews.list_reviews, name="reviews"),
    path("account/", profile.show_account, name="account"),
    path("account/feed/", profile.change_feed, name="feed-change"),
    path("account/password/", profile.ChangePassword.as_view(), name="password"),
    path("account/tokens/", tokens.list_tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", tokens.end_token, name="token-revoke"),
]
