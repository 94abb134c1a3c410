package glossary

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/gpusim"
	"gpucourse/gpusim/trace"
	_ "gpucourse/internal/collect"
)

const folder = "../../notebooks"

// chapters maps each chapter to its notebook.
func chapters(t *testing.T) map[string]string {
	files, err := filepath.Glob(filepath.Join(folder, "*.ipynb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no notebooks (%v)", err)
	}
	m := map[string]string{}
	for _, f := range files {
		number, _, _ := strings.Cut(filepath.Base(f), "_")
		m[number] = filepath.Base(f)
	}
	return m
}

// pages are the pages of notebooks/ that are made from the tree, by file.
var pages = map[string]func(*testing.T) string{
	File:            func(t *testing.T) string { return Page(chapters(t)) },
	"index.md":      indexPage,
	"cuda.md":       cudaPage,
	"references.md": referencesPage,
}

func TestPagesAreCurrent(t *testing.T) {
	for name, write := range pages {
		golden.Check(t, filepath.Join(folder, name), write(t))
	}
}

func TestEveryEntryIsWhole(t *testing.T) {
	known := chapters(t)
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[strings.ToLower(e.Name)] && gpusim.Metrics().Lookup(e.Name) == nil {
			t.Errorf("%s: two entries have this name", e.Name)
		}
		seen[strings.ToLower(e.Name)] = true
		if len(e.Meaning) < 10 || !strings.HasSuffix(e.Meaning, ".") {
			t.Errorf("%s: the meaning is %q", e.Name, e.Meaning)
		}
		if e.Chapter != "" && known[e.Chapter] == "" {
			t.Errorf("%s: there is no chapter %s", e.Name, e.Chapter)
		}
	}
}

// TestNamesOfProfilersExist: metrics that terms name are in the metric table.
func TestNamesOfProfilersExist(t *testing.T) {
	for _, e := range slices.Concat(terms, stallEntries()) {
		for _, name := range []string{e.NsightCompute, e.NVProf} {
			if name != "" && !strings.HasPrefix(name, "stall_") && gpusim.Metrics().Lookup(name) == nil {
				t.Errorf("%s: no metric is called %s", e.Name, name)
			}
		}
	}
}

func TestEveryStallReasonIsExplained(t *testing.T) {
	for r := range trace.NumStallReasons {
		if stalls[r].more == "" || stalls[r].chapter == "" {
			t.Errorf("%s: package glossary does not explain it", r)
		}
	}
}

// TestSentencesAreShort: no sentence has more than 27 words.
func TestSentencesAreShort(t *testing.T) {
	for _, e := range slices.Concat(terms, stallEntries()) {
		for _, sentence := range strings.Split(e.Meaning, ". ") {
			if n := len(strings.Fields(sentence)); n > 27 {
				t.Errorf("%s: a sentence of %d words: %s", e.Name, n, sentence)
			}
		}
	}
}

// TestLinksLeadToHeadings: the page has a heading for each link.
func TestLinksLeadToHeadings(t *testing.T) {
	headings := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#### (.*)$`).FindAllStringSubmatch(Page(nil), -1) {
		headings[strings.ReplaceAll(strings.ReplaceAll(m[1], `\_`, "_"), " ", "-")] = true
	}
	for _, e := range All() {
		_, at, _ := strings.Cut(Link(e.Name), "#")
		if at, err := url.PathUnescape(at); err != nil || !headings[at] {
			t.Errorf("%s: the page has no heading %q (%v)", e.Name, at, err)
		}
	}
}

func TestLookup(t *testing.T) {
	for word, want := range map[string]string{
		"warp": "warp", "Lanes": "lane", "CTA": "block", "mio_throttle": "mio_throttle", "gld_efficiency": "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
		"scoreboa": "scoreboard",
	} {
		if got := Lookup(word); len(got) == 0 || got[0].Name != want {
			t.Errorf("%s: got %v, want %s", word, got, want)
		}
	}
	if got := Lookup("no such word"); len(got) != 0 {
		t.Errorf("got %v for a word that nobody uses", got)
	}
}
