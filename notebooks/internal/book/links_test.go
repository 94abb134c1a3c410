package book

// This file checks the links of the book's pages, and the checker.

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// page is what a page of a site links to, and what can be linked to.
type page struct {
	places  map[string]bool // ids of the page
	links   []string        // to follow
	loads   []string        // that the browser follows at once: pictures, scripts, styles
	raw     string          // a text that no page should show
	title   string
	preview map[string]string // what the head says to search engines and previews
}

// brokenLinks returns what links in a folder of pages lead nowhere, and what pages load from
// other hosts. It does not visit other hosts.
func brokenLinks(dir string) (broken []string, err error) {
	pages, err := readPages(dir)
	if err != nil {
		return nil, err
	}
	for name, p := range pages {
		for _, link := range p.loads {
			if u, err := url.Parse(link); err == nil && u.Host != "" {
				broken = append(broken, fmt.Sprintf("%s loads %s", name, link))
			}
		}
		for _, link := range slices.Concat(p.links, p.loads) {
			if why := follow(dir, pages, name, link); why != "" {
				broken = append(broken, fmt.Sprintf("%s: %.100s: %s", name, link, why))
			}
		}
	}
	slices.Sort(broken)
	return slices.Compact(broken), nil
}

// readPages reads the pages of a folder, by path.
func readPages(dir string) (map[string]*page, error) {
	pages := map[string]*page{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "_static" {
			return fs.SkipDir // of templates of the theme
		}
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		file, err := root.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		top, err := html.Parse(file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		pages[name] = readPage(top)
		return nil
	})
	return pages, err
}

// leftOver is what no page shows: directives, and what only cells that run can say.
var leftOver = regexp.MustCompile("[`~]{3,}\\{[a-z]+\\}|" + regexp.QuoteMeta(runAgain) + "|" + regexp.QuoteMeta(noGuess))

func readPage(top *html.Node) *page {
	p := &page{places: map[string]bool{}, preview: map[string]string{}}
	for n := range top.Descendants() {
		if n.Type == html.TextNode && leftOver.MatchString(n.Data) {
			p.raw = n.Data
		}
		if n.Data == "title" && n.FirstChild != nil && p.title == "" {
			p.title = strings.TrimSpace(n.FirstChild.Data)
		}
		if n.Data == "meta" {
			p.preview[attribute(n, "name")+attribute(n, "property")] = attribute(n, "content")
		}
		if attribute(n, "rel") == "canonical" {
			p.preview["canonical"] = attribute(n, "href")
			continue
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "id" || a.Key == "name" && n.Data == "a":
				p.places[a.Val] = true
			case a.Key == "href" && (n.Data == "a" || n.Data == "area"):
				p.links = append(p.links, a.Val)
			case a.Key == "src" || a.Key == "href" && n.Data == "link" || a.Key == "data" && n.Data == "object":
				p.loads = append(p.loads, a.Val)
			}
		}
	}
	return p
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// follow returns why a link leads nowhere, or "".
func follow(dir string, pages map[string]*page, from, link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return err.Error()
	}
	if u.Scheme == "workbench" {
		return "an address that is not completed"
	}
	if u.Scheme != "" || u.Host != "" || link == "" {
		return ""
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(to)))
	if err != nil {
		return "no such file"
	}
	if info.IsDir() {
		to = path.Join(to, "index.html")
	}
	p := pages[to]
	if u.Fragment == "" || p != nil && p.places[u.Fragment] || strings.HasPrefix(to, "workbench/") {
		return "" // the workbench finds a kernel behind the #
	}
	return "no such place"
}

func TestBrokenLinks(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html":           `<a href="a/b.html#here">good</a><a href="a/">good</a><a href="a/b.html#there">1</a><a href="c.html">2</a><a href="https://example.org/x">other</a><p id="p"></p><a href="#p">good</a><a href="#q">3</a>`,
		"a/b.html":             `<p id="here"><img src="../x.png"><img src="../y.png"><script src="https://example.org/s.js"></script><link href="//example.org/t.css"><a href="../workbench/index.html#kernel">good</a>`,
		"a/index.html":         `<a href="../index.html?x=1#p">good</a>`,
		"workbench/index.html": `<p>`,
		"x.png":                "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := brokenLinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a/b.html loads //example.org/t.css",
		"a/b.html loads https://example.org/s.js",
		"a/b.html: ../y.png: no such file",
		"index.html: #q: no such place",
		"index.html: a/b.html#there: no such place",
		"index.html: c.html: no such file",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
