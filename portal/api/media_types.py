"""Media types of the API's bodies and answers."""

JSON, PDF, ZIP = "application/json", "application/pdf", "application/zip"
PROBLEM = "application/problem+json"  # RFC 9457
FILES = (PDF, "image/png", "image/jpeg")  # what an operator can attach
