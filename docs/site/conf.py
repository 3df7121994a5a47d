"""How the documentation looks as a site; `make docs` builds it from docs/ and from the code."""

import referee

project = "Scorekeeper and referee"
project_copyright = "the project's authors"
release = referee.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # grammars and digests are shown plainly

html_theme = "furo"
html_title = project
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
