"""Updates and checks catalogues of translations; see catalogue.go.

usage: python -c SCRIPT update|check TEMPLATES LOCALE LANGUAGE NAME …

A name is that of a page, such as notebooks/00_start. TEMPLATES holds what Sphinx has
extracted. update writes LOCALE/LANGUAGE/LC_MESSAGES/NAME.po; check prints what is wrong
with it, one line per fault, and "not translated yet" for a catalogue without a translation.
"""

import re
import sys
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from babel.messages.pofile import read_po, write_po

CODE = re.compile(r"(`+)(?!`)(.*?[^`])\1(?!`)")
TARGET = re.compile(r"\]\(([^)\s]*)\)")


def read(file, language=None):
    with open(file, "rb") as f:
        return read_po(f, locale=language)


def write(file, catalogue):
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "wb") as f:
        write_po(f, catalogue, width=0, omit_header=False, ignore_obsolete=True)


def update(template, file, language):
    """Takes new texts over. A changed text keeps its translation, marked fuzzy."""
    catalogue = read(file, language) if file.exists() else read(template, language)
    catalogue.update(read(template))
    for key in ("creation_date", "revision_date"):
        setattr(catalogue, key, DATE)
    catalogue.fuzzy = False
    catalogue.header_comment = f"# {language}: {file.stem}"
    catalogue.project, catalogue.version = "gpucourse", "1"
    catalogue.copyright_holder = catalogue.msgid_bugs_address = ""
    catalogue.last_translator = catalogue.language_team = ""
    write(file, catalogue)


# The dates say nothing that version control does not, and would change at every update.
DATE = datetime(2000, 1, 1, tzinfo=timezone.utc)


def words(text):
    """Whether a text has words to translate beside code and links."""
    return any(c.isalpha() for c in TARGET.sub("]", CODE.sub("", text)))


def faults(template, file, language):
    catalogue = read(file, language)
    have = {m.id: m for m in catalogue if m.id}
    want = {m.id for m in read(template) if m.id}
    yield from (f"not in the text any more: {i}" for i in have if i not in want)
    yield from (f"new: {i}" for i in want if i not in have)
    open_ = [m.id for m in have.values() if not m.string and words(m.id)]
    if open_ and not any(m.string for m in have.values()):
        yield "not translated yet"
        return
    yield from (f"not translated: {i}" for i in open_)
    for m in have.values():
        if m.fuzzy:
            yield f"fuzzy: {m.id}"
        elif m.string:
            yield from differences(m.id, m.string)


def differences(text, translation):
    """Code and the targets of links stay as they are."""
    for what, pattern, group in (("code", CODE, 2), ("links", TARGET, 1)):
        was, now = (Counter(m.group(group) for m in pattern.finditer(t)) for t in (text, translation))
        if was != now:
            yield f"other {what}, {list((was - now) + (now - was))}: {text}"


def main(verb, templates, locale, language, *names):
    for name in names:
        template = Path(templates, name + ".pot")
        file = Path(locale, language, "LC_MESSAGES", name + ".po")
        if verb == "update":
            update(template, file, language)
            continue
        for fault in faults(template, file, language):
            print(f"{language} {name}: {fault}")


main(*sys.argv[1:])
