"""Media types of the API's bodies and answers."""

JSON, PDF, ZIP = "application/json", "application/pdf", "application/zip"
PROBLEM = "application/problem+json"  # RFC 9457
BYTES = "application/octet-stream"  # a file whose kind is not named: it is seen from the file itself
FILES = (PDF, "image/png", "image/jpeg")  # what an operator can attach
