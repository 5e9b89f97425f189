"""Stand-ins for interfaces that programs of other years use."""
