from django.urls import path

from attribution.views import attributions, citation_files, citation_shares, citations, rechecks

urlpatterns = [
    path("citations/", citations.citations, name="citations"),
    path("citations/shares/", citation_shares.show_shares, name="citation-shares"),
    path("citations/shares.csv", citation_shares.export_shares, name="citation-shares-csv"),
    path("citations/<int:pk>/delete/", citations.remove_report, name="citation-report-delete"),
    path("attributions/<int:pk>/delete/", attributions.remove_attribution, name="attribution-delete"),
    path("citations/<int:pk>/", citations.show_report, name="citation-report"),
    path("citations/<int:pk>/live/", citations.show_report_live, name="citation-report-live"),
    path("citations/<int:pk>/recheck/", citations.recheck, name="citation-recheck"),
    path("citations/<int:pk>/schedule/", rechecks.choose_rhythm, name="citation-schedule"),
    path("citations/<int:pk>/cancel/", citations.stop_report, name="citation-report-cancel"),
    path("citations/<int:pk>/export.<str:ending>", citation_files.export_report, name="citation-export"),
    path("citations/<int:pk>/<int:index>/", citations.show_card, name="citation-card"),
    path("citations/<int:pk>/<int:index>/send/", citations.send, name="citation-send"),
    path("citations/<int:pk>/<int:index>/dispute/", citations.dispute, name="citation-dispute"),
    path("attributions/", attributions.list_attributions, name="attributions"),
    path("attributions/figures/", attributions.show_figures, name="attribution-figures"),
    path("attributions/<int:pk>/", attributions.show_attribution, name="attribution"),
    path("attributions/<int:pk>/live/", attributions.show_attribution_live, name="attribution-live"),
    path("attributions/<int:pk>/mode/", attributions.change_mode, name="attribution-mode"),
    path("attributions/<int:pk>/sources/<int:index>/", attributions.show_source, name="attribution-source"),
    path("attributions/<int:pk>/sources/<int:index>/mark/", attributions.mark, name="attribution-mark"),
]
