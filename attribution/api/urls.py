from django.urls import path

from attribution.api import attribution_settings, attributions, rechecks, reports, shares

urlpatterns = [
    path("citation-reports/", reports.CitationReports.as_view(), name="citation-reports"),
    path("citation-reports/export/", reports.CitationExport.as_view(), name="citation-export"),
    path("citation-reports/<int:pk>/", reports.CitationReportView.as_view(), name="citation-report"),
    path("citation-reports/<int:pk>/recheck/", reports.CitationRecheck.as_view(), name="citation-recheck"),
    path("citation-reports/<int:pk>/schedule/", rechecks.CitationSchedule.as_view(), name="citation-schedule"),
    path("citation-reports/<int:pk>/cancel/", reports.CitationReportCancel.as_view(), name="citation-report-cancel"),
    path("citation-reports/<int:pk>/citations/<int:index>/send/", reports.CitationSending.as_view(), name="citation-send"),
    path("citation-reports/<int:pk>/citations/<int:index>/dispute/", reports.CitationDispute.as_view(), name="citation-dispute"),
    path("citation-shares/", shares.CitationShares.as_view(), name="citation-shares"),
    path("citation-checks/", reports.CitationChecks.as_view(), name="citation-checks"),
    path("attributions/", attributions.Attributions.as_view(), name="attributions"),
    path("attributions/batch/", attributions.AttributionBatch.as_view(), name="attribution-batch"),
    path("attributions/<int:pk>/", attributions.AttributionView.as_view(), name="attribution"),
    path("attributions/<int:pk>/marks/", attributions.AttributionMarks.as_view(), name="attribution-marks"),
    path("attribution-settings/", attribution_settings.AttributionSettings.as_view(), name="attribution-settings"),
    path("attribution-figures/", attribution_settings.AttributionFigures.as_view(), name="attribution-figures"),
]
