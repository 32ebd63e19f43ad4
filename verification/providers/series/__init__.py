"""Authorities that publish figures as series: one file a service, all asked by ``gateway.observe``."""
