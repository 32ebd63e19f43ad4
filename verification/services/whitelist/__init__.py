"""The whitelist and whom the engine trusts: domains, imports, proposals, suggestions, and how often sites were right."""
