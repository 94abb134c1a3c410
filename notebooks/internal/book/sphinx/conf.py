"""The configuration of the book; see package book."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for course_book

project = "GPU memory"
html_title = "GPU memory, without a GPU"
# Where the book is published, if it is: previews of links need whole addresses.
html_baseurl = os.environ.get("BOOK_ADDRESS", "")
copyright = author = ""
extensions = ["myst_nb", "sphinx_copybutton", "course_book"]
root_doc = "index"
exclude_patterns = ["locale"]
templates_path = ["templates"]

# The notebooks are CommonMark, as JupyterLab shows it.
myst_heading_anchors = 4
myst_url_schemes = {"http": None, "https": None, "mailto": None, "workbench": None}
nb_execution_mode = "off"
suppress_warnings = ["config.cache"]

# A translation is a catalogue per page.
locale_dirs = ["locale"]
gettext_compact = False
gettext_location = False

html_theme = "sphinx_book_theme"
html_static_path = ["static"]
html_css_files = ["book.css"]
html_js_files = ["book.js"]
html_copy_source = False
html_use_index = False
html_last_updated_fmt = None
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "use_download_button": False,
    "article_header_end": ["languages.html", "article-header-buttons.html"],
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
