"""Services about links and works that are asked over the guarded door: the web archive and Crossref."""
