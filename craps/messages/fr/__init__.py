"""The core's messages in French, as Canada writes it."""
