"""Cards as SVG pictures of 50 by 70, for notebooks and for the pages of a service."""
