"""The walk in a browser takes minutes and proves what the client does: only `make province` runs it."""

import os

collect_ignore = [] if "PROVINCE" in os.environ else ["test_by_browser.py"]
