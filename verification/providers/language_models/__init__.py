"""Language models and vectors behind any OpenAI-compatible endpoint."""
