"""What the book has beside notebooks: folds, links to the workbench, editions, and icons."""

import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import quote

from babel.messages.pofile import read_po
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.search import languages
from sphinx.search.zh import SearchChinese

# The editions: code, folder, name and the words that only the book has.
EDITIONS = [
    ("en", "", "English", {
        "workbench": "Workbench",
        "try": "Try it here",
        "answer": "The answer: open it when you have a guess",
        "reading": "The cells of this page have run, and their results stand below them. Where the text asks you to run a cell, make a guess and open the answer. "
        "<em>Try it here</em> opens a task, an exercise or a kernel in the workbench, which runs and grades it in your browser.",
        "share": "{} of {} pages are translated",
        "untranslated": "",
    }),
    ("zh_CN", "zh", "中文", {
        "workbench": "工作台",
        "try": "在这里试一试",
        "answer": "答案：先猜一猜，再打开",
        "reading": "本页的单元格已经运行过，结果就在它们下面。正文要你运行单元格的地方，请先猜一猜，再打开答案。"
        "<em>在这里试一试</em>会在工作台中打开任务、练习或内核，在你的浏览器中运行并评分。",
        "share": "{1} 页中已翻译 {0} 页",
        "untranslated": "本页尚未翻译，以英文显示；{}。",
    }),
    ("ru", "ru", "Русский", {
        "workbench": "Верстак",
        "try": "Попробовать здесь",
        "answer": "Ответ: откройте, когда есть догадка",
        "reading": "Ячейки этой страницы уже выполнены, результаты стоят под ними. Где текст просит выполнить ячейку, сначала угадайте, потом откройте ответ. "
        "<em>Попробовать здесь</em> открывает задание, упражнение или ядро на верстаке: там оно выполняется и оценивается в вашем браузере.",
        "share": "переведено страниц: {} из {}",
        "untranslated": "Эта страница ещё не переведена и показана по-английски; {}.",
    }),
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


class answer_ends(nodes.Element):
    """The place where an answer ends that begins with a cell."""


class AnswerEnds(Directive):
    """Marks the end of an answer; see hide_answers."""

    def run(self):
        return [answer_ends()]


class Workbench(Directive):
    """Links into the workbench: a line has an address, and the names of kernels if any."""

    has_content = True

    def run(self):
        words = edition(self.state.document.settings.env.config.language)[3]["try"]
        links = []
        for line in self.content:
            address, *names = line.split()
            code = ", ".join(f"<code>{name}</code>" for name in "".join(names).split(",") if name)
            links.append(f'<a href="{SCHEME}{address}">{words}{": " if code else ""}{code}</a>')
        return [nodes.raw("", f'<p class="workbench">{" ".join(links)}</p>', format="html")]


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


def visit_fold(self, node):
    self.body.append(self.starttag(node, "details"))


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


def hide_answers(app, doctree):
    """Closes what tells the answer of a prediction: a cell and what follows up to its end."""
    words = edition(app.config.language)[3]["answer"]
    for cell in list(doctree.findall(lambda n: "tag_prediction" in getattr(n, "attributes", {}).get("classes", ()))):
        if isinstance(cell.parent, fold):
            continue  # a second cell of the same answer
        parent, at = cell.parent, cell.parent.index(cell)
        end = at + 1
        while end < len(parent) and not isinstance(parent[end], (nodes.section, answer_ends)):
            end += 1
        part = fold(classes=["answer"])
        part += fold_title("", nodes.Text(words), number="")
        part += parent[at:end]
        parent[at:end] = [part]
    for mark in list(doctree.findall(answer_ends)):
        mark.parent.remove(mark)


# Links of texts and outputs into the workbench begin with this; no text knows its folder.
SCHEME = "workbench:"


def up(app, pagename):
    """Leads from a page to the top of the book."""
    return "../" * (pagename.count("/") + bool(edition(app.config.language)[1]))


def link_workbench(app, pagename, templatename, context, doctree):
    if "body" in context:
        context["body"] = context["body"].replace(f'href="{SCHEME}', f'href="{up(app, pagename)}workbench/')


def translated(app, code):
    """The pages that a language has, by their catalogues."""
    top = Path(app.srcdir, "locale", code, "LC_MESSAGES")
    for file in top.rglob("*.po"):
        with open(file, "rb") as f:
            if any(m.string for m in read_po(f) if m.id):
                yield file.relative_to(top).with_suffix("").as_posix()


def count_translations(app, env):
    """Counts the translated pages of each language before pages are written."""
    app.translated = {code: set(translated(app, code)) for code, *_ in EDITIONS[1:]}


def add_editions(app, pagename, templatename, context, doctree):
    code, folder, _, words = edition(app.config.language)
    top, pages = up(app, pagename), len(app.env.found_docs)
    context["workbench"] = (top + "workbench/index.html", words["workbench"])
    context["editions"] = []
    for other, to, name, its in EDITIONS:
        done = len(app.translated.get(other, app.env.found_docs))
        share = its["share"].format(done, pages)
        context["editions"].append({
            "code": other.replace("_", "-"),
            "name": name,
            "address": top + (to + "/" if to else "") + pagename + ".html",
            "here": to == folder,
            "percent": round(100 * done / pages),
            "share": share,
        })
        if to == folder and doctree:
            add_notes(app, pagename, context, words, share)


def add_notes(app, pagename, context, words, share):
    """Says under a page's title how a reader works with it, and what is not translated."""
    code, notes = app.config.language, []
    if CHAPTER.match(pagename):
        notes.append(words["reading"])
    if pagename not in app.translated.get(code, {pagename}):
        notes.append(words["untranslated"].format(share))
    elif pagename == app.config.root_doc and words["untranslated"]:
        notes.append(share[0].upper() + share[1:])
    text = "".join(f'<p class="book-note" lang="{code.replace("_", "-")}">{n}</p>' for n in notes)
    context["body"] = context["body"].replace("</h1>", "</h1>" + text, 1)


CHAPTER = re.compile(r"notebooks/\d\d_")


def place(app, config):
    """Gives each edition its own address, if the book has one."""
    if config.html_baseurl:
        folder = edition(config.language)[1]
        config.html_baseurl += folder + "/" if folder else ""


def describe(app, pagename, templatename, context, doctree):
    """Says in a page's head what previews of links and search engines show."""
    first = next(doctree.findall(is_text), None) if doctree else None
    text = shorten(first.astext() if first else app.config.html_title)
    base = app.config.html_baseurl
    context["preview"] = {
        "description": text,
        "og:title": unescape(TAGS.sub("", context.get("title") or "")) or app.config.html_title,
        "og:description": text,
        "og:type": "article" if pagename.count("/") else "website",
        "og:site_name": app.config.html_title,
        "og:image": (base or "../" * pagename.count("/")) + "_static/preview.png",
        "og:locale": app.config.language,
        "twitter:card": "summary_large_image",
    }
    if base:
        context["preview"]["og:url"] = base + pagename + ".html"


TAGS = re.compile("<[^>]*>")


def is_text(node):
    """Whether a node is a paragraph of the page's text, with a sentence in it."""
    return isinstance(node, nodes.paragraph) and isinstance(node.parent, nodes.section) and len(node.astext()) > 40


def shorten(text, most=200):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: text.rfind(" ", 0, most)].rstrip(",;:") + " …"


ICON = re.compile(r'[{,]"?([a-z0-9-]+)"?:\[(\d+),(\d+),\[[^]]*\],"[0-9a-f]+","([^"]+)"\]')
USED = re.compile(r"\bfa-([a-z0-9-]+)")


def write_icons(app, error):
    """Writes the icons that pages and scripts use, and removes the theme's script of all."""
    static = Path(app.outdir, "_static")
    fonts = static / "vendor" / "fontawesome"
    scripts = list(fonts.rglob("all.min.js"))
    if error or not scripts:
        return
    # The solid variant of an icon is the last in the script.
    icons = {m[1]: m.groups()[1:] for m in ICON.finditer(scripts[0].read_text())}
    texts = [f.read_text() for f in [*Path(app.outdir).rglob("*.html"), *static.glob("scripts/*.js")]]
    names = sorted({name for text in texts for name in USED.findall(text)} & set(icons))
    (static / "icons.css").write_text(ICONS + "".join(rule(name, *icons[name]) for name in names))
    shutil.rmtree(fonts)
    for file in static.rglob("*.map"):
        file.unlink()


ICONS = """/* Icons of Font Awesome Free 6 (fontawesome.com), licence CC BY 4.0. */
:is(i, span)[class*="fa-"] { display: inline-block; width: 1em; height: 1em; vertical-align: -0.125em;
  background: currentColor; -webkit-mask: var(--icon) center / contain no-repeat; mask: var(--icon) center / contain no-repeat; }
.fa-lg { font-size: 1.25em; }
"""


def rule(name, width, height, path):
    picture = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'><path d='{path}'/></svg>"
    return f'.fa-{name} {{ --icon: url("data:image/svg+xml,{quote(picture, safe=" =:/")}"); }}\n'


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


LONG = re.compile(r'(?<=<span class="pre">)[^<]{24,}(?=</span>)')
JOINT = re.compile(r"(?<=[_./:,(])(?=[A-Za-z0-9])")
# Code, scripts and tags, and the spaces in numbers outside of them.
THOUSANDS = re.compile(r"(<pre.*?</pre>|<script.*?</script>|<[^>]*>)|(?<=\d) (?=\d{3}(?!\d))", re.S)


def divide(app, pagename, templatename, context, doctree):
    """Lets the long names of counters, files and functions break where their parts meet, and no number break."""
    if "body" in context:
        body = LONG.sub(lambda name: JOINT.sub("<wbr>", name[0]), context["body"])
        context["body"] = THOUSANDS.sub(lambda found: found[1] or "\u00a0", body)


def setup(app):
    languages["zh"] = SearchPairs
    app.add_node(fold, html=(visit_fold, tags("details")[1]), gettext=(nothing, nothing))
    app.add_node(fold_title, html=(visit_fold_title, tags("summary")[1]))
    app.add_node(fold_text, html=(nothing, nothing))
    app.add_directive("fold", Fold)
    app.add_directive("workbench", Workbench)
    app.add_directive("answer-ends", AnswerEnds)
    app.connect("config-inited", place)
    app.connect("doctree-read", name_places)
    app.connect("doctree-read", hide_answers)
    app.connect("env-updated", count_translations)
    app.connect("html-page-context", link_workbench)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", add_editions)
    app.connect("html-page-context", reach)
    app.connect("html-page-context", divide)
    app.connect("build-finished", write_icons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
