"""What the book has beside notebooks: folds, links to the workbench, and editions."""

import re

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.search import languages
from sphinx.search.zh import SearchChinese

# The editions: code, folder, name and the words that only the book has.
EDITIONS = [
    ("en", "", "English", "Workbench", "Open in the workbench"),
    ("zh_CN", "zh", "中文", "工作台", "在工作台中打开"),
    ("ru", "ru", "Русский", "Верстак", "Открыть на верстаке"),
]


def edition(language):
    return next(e for e in EDITIONS if e[0] == language)


class fold(nodes.Element):
    """A part that is closed at first; its first child is the title."""


class fold_title(nodes.Element):
    """The title of a fold: its number and its text."""


class fold_text(nodes.TextElement):
    """The text of the title, which translators see without the number."""


class Fold(Directive):
    """A question with its answer, or a message with a hint."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        number, _, text = self.arguments[0].partition(". ")
        if not number.isdigit():
            number, text = "", self.arguments[0]
        title = fold_text(text, "")
        title.source, title.line = self.state_machine.get_source_and_line(self.lineno)
        children, messages = self.state.inline_text(text, self.lineno)
        title += children
        part = fold()
        part += fold_title("", title, number=number + ". " if number else "")
        self.state.nested_parse(self.content, self.content_offset, part)
        return [part, *messages]


class Workbench(Directive):
    """Links that open kernels in the workbench: a line has names and an address."""

    has_content = True

    def run(self):
        env = self.state.document.settings.env
        _, folder, _, _, words = edition(env.config.language)
        up = "../" * (env.docname.count("/") + bool(folder))
        links = []
        for line in self.content:
            names, address = line.split(" ", 1)
            code = ", ".join(f"<code>{name}</code>" for name in names.split(","))
            links.append(f'<a href="{up}workbench/{address}">{code}</a>')
        text = f'<p class="workbench">{words}: {", ".join(links)}</p>'
        return [nodes.raw("", text, format="html")]


class Words(set):
    """Stands for the list in which Sphinx 7 looks up every word: a set answers at once."""

    extend = set.update


class SearchPairs(SearchChinese):
    """Finds Chinese words by their pairs of characters: no dictionary is needed."""

    latin_terms = Words()
    han = re.compile(r"[\u4e00-\u9fff]+")
    js_splitter_code = """
function splitQuery(query) {
  const pairs = (run) => Array.from({length: Math.max(1, run.length - 1)}, (_, i) => run.slice(i, i + 2));
  return (query.match(/[\\u4e00-\\u9fff]+|[^\\u4e00-\\u9fff]+/g) || []).flatMap((part) =>
    /[\\u4e00-\\u9fff]/.test(part) ? pairs(part) : part.split(/[^\\p{L}\\p{N}_]+/u).filter((word) => word));
}
"""

    def split(self, input):
        pairs = [
            run[i : i + 2]
            for run in self.han.findall(input)
            for i in range(max(1, len(run) - 1))
        ]
        return pairs + super().split(input)


def visit_fold_title(self, node):
    self.body.append("<summary>" + node["number"])


def tags(name):
    return (
        lambda self, node: self.body.append(f"<{name}>"),
        lambda self, node: self.body.append(f"</{name}>\n"),
    )


def nothing(self, node):
    pass


def name_places(app, doctree):
    """Lets headings have the names by which outputs link to them."""
    for section in doctree.findall(nodes.section):
        slug = section.get("slug")
        if slug and slug not in section["ids"]:
            section["ids"].append(slug)


def add_editions(app, pagename, templatename, context, doctree):
    _, folder, _, workbench, _ = edition(app.config.language)
    up = "../" * (pagename.count("/") + bool(folder))
    context["workbench"] = (up + "workbench/index.html", workbench)
    context["editions"] = [
        (code, name, up + (to + "/" if to else "") + pagename + ".html", to == folder)
        for code, to, name, _, _ in EDITIONS
    ]


TAG = re.compile(r'<(pre|div)((?:\s+[\w-]+="[^"]*")*)\s*>')
SCROLLS = re.compile(r'class="(output|pst-scrollable-table-container)\b|style="[^"]*overflow')


def reach(app, pagename, templatename, context, doctree):
    """Lets a keyboard scroll what may be wider than the page. A script takes back what fits."""

    def focusable(tag):
        name, attributes = tag.groups()
        if name != "pre" and not SCROLLS.search(attributes) or "tabindex" in attributes:
            return tag[0]
        return f'<{name}{attributes} tabindex="0">'

    if "body" in context:
        context["body"] = TAG.sub(focusable, context["body"])


def setup(app):
    languages["zh"] = SearchPairs
    app.add_node(fold, html=tags("details"), gettext=(nothing, nothing))
    app.add_node(fold_title, html=(visit_fold_title, tags("summary")[1]))
    app.add_node(fold_text, html=(nothing, nothing))
    app.add_directive("fold", Fold)
    app.add_directive("workbench", Workbench)
    app.connect("doctree-read", name_places)
    app.connect("html-page-context", add_editions)
    app.connect("html-page-context", reach)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
