"""A person's calendar feed: the days that concern them, at a secret address that a calendar program reads."""
