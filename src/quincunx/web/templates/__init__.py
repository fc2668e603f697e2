"""Jinja templates of pages and pictures, and the Python that renders them."""
