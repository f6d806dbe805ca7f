"""The demonstration: fictional regulators, operators and cases, created through the portal's own services."""
