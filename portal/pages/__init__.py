"""What every door shares: guards, forms, paging, wording and template tags."""
