"""Pages of outside experts: the questions to their organisation, and nothing else of a case."""
