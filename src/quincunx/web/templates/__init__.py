"""Pages and pictures, and the Python that draws them."""
