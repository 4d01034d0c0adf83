"""One Blueprint per page."""
