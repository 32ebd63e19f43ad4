from django.urls import path, re_path

from verification.api import consensus, lists, nodes, runs, schema

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
    path("reviews/", lists.Reviews.as_view(), name="reviews"),
    path("schema/", schema.SchemaView.as_view(), name="schema"),
    path("docs/", schema.show_docs, name="docs"),
    re_path(r"", schema.Nowhere.as_view(), name="nowhere"),
]
