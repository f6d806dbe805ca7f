"""The core's messages in English, its first language: every other language has the same ids."""
