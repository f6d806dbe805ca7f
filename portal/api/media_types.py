"""Media types of the API's bodies and answers."""

JSON, PDF = "application/json", "application/pdf"
PROBLEM = "application/problem+json"  # RFC 9457
FILES = (PDF, "image/png", "image/jpeg")  # what an operator can attach
