"""The days that a figure is about and the day on which a page was published: `grammar` reads periods, `freshness` judges dates."""
