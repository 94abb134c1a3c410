package book

// This file builds the whole book and reads it as its readers do.

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/task"
	"gpucourse/internal/axe"
	_ "gpucourse/internal/collect"
)

var every = flag.Bool("every", false, "build all languages, open every page at each width, and let axe-core judge it")

// judged are pages of each kind, which axe-core judges without -every: it takes seconds for
// a chapter.
var judged = []string{"index.html", "search.html", "notebooks/03_contexts.html", "notebooks/cuda.html", "notebooks/glossary.html", "notebooks/index.html",
	"exercises/07_coalescing/README.html", "ru/index.html"}

// editions are the languages that are built: without -every one of the translations.
func editions() []language {
	if *every {
		return languages
	}
	return slices.DeleteFunc(slices.Clone(languages), func(l language) bool { return l.folder == "zh" })
}

// TestBook builds the book, which fails if Sphinx warns, and reads all pages.
func TestBook(t *testing.T) {
	env := theEnv(t)
	dir := filepath.Join(t.TempDir(), "book")
	t.Setenv("BOOK_ADDRESS", published)
	if err := build(t.Context(), env, dir, editions(), emptyWorkbench); err != nil {
		t.Fatal(err)
	}
	t.Run("nothing else is written", func(t *testing.T) { holdsOnly(t, filepath.Dir(dir), "book") })
	t.Run("every text has a page", func(t *testing.T) { hasPages(t, env.Root(), dir) })
	t.Run("links", func(t *testing.T) {
		standIn(t, dir)
		broken, err := brokenLinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range broken {
			t.Error(b)
		}
	})
	t.Run("weights", func(t *testing.T) { weighAll(t, dir) })
	t.Run("keyboard", func(t *testing.T) { walk(t, dir) })
	t.Run("pages", func(t *testing.T) { readAll(t, dir) })
	t.Run("a book is replaced", func(t *testing.T) {
		if err := makeRoom(dir); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("the old book is still there (%v)", err)
		}
	})
}

// emptyWorkbench stands for the workbench, which has tests of its own and takes a minute to
// compile.
func emptyWorkbench(_ context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "course.html"), nil, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.html"), nil, 0o644)
}

// standIn writes an empty page in place of each page of the languages that are not built, until the
// test ends.
func standIn(t *testing.T, dir string) {
	t.Helper()
	pages, err := readPages(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range languages {
		if slices.Contains(editions(), l) {
			continue
		}
		folder := filepath.Join(dir, l.folder)
		t.Cleanup(func() { os.RemoveAll(folder) })
		for name := range pages {
			if err := (&source{dir: folder}).write(name, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// holdsOnly checks that a folder has one entry.
func holdsOnly(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name {
			t.Errorf("there is %s beside %s", e.Name(), name)
		}
	}
}

// hasPages checks that each text of the course is a page in each language, and that the page
// links to the same page in the other languages and to the workbench.
func hasPages(t *testing.T, root, dir string) {
	t.Helper()
	pages, err := readPages(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range editions() {
		if _, err := os.Stat(filepath.Join(dir, l.folder, picture)); err != nil {
			t.Error(err)
		}
	}
	for _, pattern := range []string{"notebooks/*.ipynb", "notebooks/*.md", "exercises/*/README.md"} {
		texts, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil || len(texts) == 0 {
			t.Fatalf("%s: %d texts (%v)", pattern, len(texts), err)
		}
		for _, text := range texts {
			name := strings.TrimSuffix(text, path.Ext(text)) + ".html"
			for _, l := range editions() {
				checkPage(t, pages, l, name)
			}
		}
	}
}

func checkPage(t *testing.T, pages map[string]*page, l language, name string) {
	t.Helper()
	own := path.Join(l.folder, name)
	p := pages[own]
	if p == nil {
		t.Errorf("no page %s", own)
		return
	}
	if p.raw != "" {
		t.Errorf("%s shows %.100q", own, p.raw)
	}
	if path.Base(name) == "README.html" && !p.places[anchor("kernel.go")] {
		t.Errorf("%s does not end with the exercise's file", own)
	}
	var to []string
	for _, link := range p.links {
		to = append(to, path.Join(path.Dir(own), link))
	}
	for _, other := range languages {
		if want := path.Join(other.folder, name); !slices.Contains(to, want) {
			t.Errorf("%s does not link to %s", own, want)
		}
	}
	checkPreview(t, p, own, l)
	for _, place := range leadsTo(name) {
		if !slices.Contains(p.links, strings.Repeat("../", strings.Count(own, "/"))+"workbench/course.html#"+place) {
			t.Errorf("%s does not lead to %s", own, place)
		}
	}
	if !slices.Contains(to, "workbench/index.html") {
		t.Errorf("%s does not link to the workbench", own)
	}
}

// published is where the book of the test would be published.
const published = "https://example.org/book/"

// checkPreview checks what search engines and previews of links show of a page.
func checkPreview(t *testing.T, p *page, own string, l language) {
	t.Helper()
	if p.title == "" || p.preview["description"] == "" || p.preview["og:title"] == "" {
		t.Errorf("%s has the title %q, and its preview is %q", own, p.title, p.preview)
	}
	for _, name := range []string{"og:url", "canonical"} {
		if got := p.preview[name]; got != published+own {
			t.Errorf("%s has the address %s as its %s", own, got, name)
		}
	}
	if got := p.preview["og:image"]; got != published+path.Join(l.folder, picture) {
		t.Errorf("%s has the picture %s", own, got)
	}
}

// picture is the picture of previews, in each edition.
const picture = "_static/preview.png"

// leadsTo lists the tasks and the exercise of a page.
func leadsTo(name string) (places []string) {
	folder, file, _ := strings.Cut(name, "/")
	number, _, numbered := strings.Cut(file, "_")
	if !numbered {
		return nil
	}
	if folder == "notebooks" {
		for _, t := range task.Of(number) {
			places = append(places, t.ID)
		}
	}
	return append(places, exercisePlace(number))
}

// readAll opens judged pages at each width, and of the others one in two at one width, in turn. With
// -every it opens all at each.
func readAll(t *testing.T, dir string) {
	r, script := newReader(t, dir), axe.Script()
	names := toRead(t, dir)
	t.Logf("%d pages are opened", len(names))
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			if *every || slices.Contains(judged, name) {
				r.read(t, name, script, widths)
			} else {
				at := i % len(widths)
				r.read(t, name, "", widths[at:at+1])
			}
		})
	}
	for _, l := range editions() {
		r.search(t, l.folder, "wavefront")
	}
	for _, address := range r.foreign {
		t.Errorf("a page asks another host: %s", address)
	}
}

// toRead lists the pages that a browser opens: those that are judged, and one in two of the English ones
// but the exercises, and of the translated ones. With -every it lists all.
func toRead(t *testing.T, dir string) (names []string) {
	t.Helper()
	pages, err := readPages(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name := range pages {
		folder, rest, _ := strings.Cut(name, "/")
		translated := rest == "index.html" || slices.Contains(chapters, strings.TrimSuffix(rest, ".html"))
		foreign := slices.ContainsFunc(languages[1:], func(l language) bool { return l.folder == folder })
		likeOthers := folder == "exercises" && !slices.Contains(judged, name)
		if folder != "workbench" && (!foreign && !likeOthers || translated || *every) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if !*every {
		names = slices.Concat(judged, oneInTwo(names))
		slices.Sort(names)
		names = slices.Compact(names)
	}
	for _, name := range judged {
		if pages[name] == nil {
			t.Errorf("no page %s", name)
		}
	}
	return names
}

// oneInTwo returns the first, the third and so on.
func oneInTwo(names []string) (some []string) {
	for i := 0; i < len(names); i += 2 {
		some = append(some, names[i])
	}
	return some
}

func TestMakeRoom(t *testing.T) {
	dir := t.TempDir()
	if err := makeRoom(dir); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := makeRoom(filepath.Join(dir, "new")); err != nil {
		t.Errorf("a new folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := makeRoom(dir); err == nil {
		t.Error("a folder with a file is no place for a book")
	}
}
