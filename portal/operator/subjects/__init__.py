"""One module for each subject of a rule set. `groups` declares its fields; `read` is there only where reading
the fields one by one is not enough."""
