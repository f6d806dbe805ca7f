"""One module for each subject of a rule set: `groups` shows it, `read` takes it from a posted form."""
