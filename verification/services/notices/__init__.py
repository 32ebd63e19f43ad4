"""Who hears of what: mail and feeds about nodes, webhooks of programs, and alerts about the installation."""
