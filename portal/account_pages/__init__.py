"""Pages of everyone who signs in: account, team, tokens, notices, webhooks, downloads, audit trail."""
