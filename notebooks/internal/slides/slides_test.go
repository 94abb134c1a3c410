package slides

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gpucourse/internal/axe"
	"gpucourse/internal/ipynb"
)

var every = flag.Bool("every", false, "open the slides of every chapter, not of one")

const root = "../../.."

func notebooks(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil || len(files) < 21 {
		t.Fatalf("got %d notebooks, %v", len(files), err)
	}
	return files
}

// read returns a notebook and its slides.
func read(t *testing.T, file string) (n notebook, d *deck) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &n)
	}
	if err == nil {
		d, err = deckOf(&n)
	}
	if err != nil {
		t.Fatal(file, err)
	}
	return n, d
}

// fewestPictures is how many pictures the slides of a chapter have at least: chapter 05 has one.
const fewestPictures = 1

// TestChapters: the slides of each chapter have all its pictures, a slide for each section with text, claims, and questions.
func TestChapters(t *testing.T) {
	for _, file := range notebooks(t) {
		n, d := read(t, file)
		stored, pictures, tables, asked, said := 0, 0, 0, 0, 0
		for _, c := range n.Cells {
			for _, o := range c.Outputs {
				if o.Data[ipynb.SVG] != "" && c.Metadata.Task == "" && !strings.HasPrefix(c.ID, exerciseID) {
					stored++
				}
			}
		}
		for _, s := range d.Slides {
			for _, p := range s.Points {
				said++
				if strings.Contains(string(p), "<a ") {
					t.Errorf("%s, slide %d: a link: %s", file, s.Number, p)
				}
			}
			if s.Picture != "" {
				pictures++
				if s.Words == "" || s.Caption == "" {
					t.Errorf("%s, slide %d: a picture without words", file, s.Number)
				}
			}
			if s.Table != "" {
				tables++
			}
			if s.Ask != "" {
				asked++
			}
			if s.Heading == "" {
				t.Errorf("%s, slide %d has no heading", file, s.Number)
			}
		}
		if pictures != stored || pictures < fewestPictures || said < 15 || asked < 3 {
			t.Errorf("%s: %d slides have %d pictures of %d, %d sentences, %d questions", file, len(d.Slides), pictures, stored, said, asked)
		}
		t.Logf("%s: %d slides, %d pictures, %d tables, %d sentences, %d questions", filepath.Base(file), len(d.Slides), pictures, tables, said, asked)
	}
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two.":                         "One.",
		"Since cc 1.x a load takes 4.9 µs.": "Since cc 1.x a load takes 4.9 µs.",
		"It is *padding*. `a` is":           "It is *padding*.",
		"See [a](b.md). Then":               "See a.",
		"About 3 s. of time":                "About 3 s. of time",
		"a line\nbreaks. And":               "a line breaks.",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestWrite: chapters are chosen by number, and an unknown one is an error.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if n, err := Write(root, dir, []string{"00", "07_coalescing"}); n != 2 || err != nil {
		t.Errorf("got %d files, %v", n, err)
	}
	if _, err := Write(root, dir, []string{"77"}); err == nil {
		t.Error("chapter 77: got no error")
	}
	if _, err := Of([]byte(`{"cells": []}`)); err == nil {
		t.Error("a notebook without a title: got no error")
	}
}

// patience is how long a browser may take.
const patience = 5 * time.Minute

// look reports what does not fit on slides of 1280 by 720 pixels, and pictures that are missing.
const look = `(async () => {
	await Promise.all([...document.images].map(i => i.decode().catch(() => {})));
	const faults = [...document.images].filter(i => i.naturalWidth === 0).map(i => "no picture: " + i.alt);
	const whole = document.documentElement;
	if (whole.scrollWidth > whole.clientWidth) faults.push("wider than the page");
	for (const s of document.querySelectorAll(".slide")) {
		if (s.scrollHeight > innerHeight || s.scrollWidth > innerWidth) faults.push(s.id + " has " + s.scrollWidth + " by " + s.scrollHeight + " pixels: " + s.innerText.slice(0, 60));
		for (const e of s.querySelectorAll("*")) if (e.getBoundingClientRect().right > innerWidth) { faults.push(s.id + " is too wide: " + e.tagName); break; }
	}
	return JSON.stringify(faults);
})()`

// TestInBrowser: every slide fits, keys move by one slide, a page of print is a slide, and axe-core finds nothing serious.
func TestInBrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on the PATH (Debian: apt install chromium)")
	}
	if testing.Short() {
		t.Skip("-short: it starts a browser")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	list := func(script string) (faults []string) {
		t.Helper()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		if err == nil {
			err = json.Unmarshal([]byte(got), &faults)
		}
		if err != nil {
			t.Fatal(err)
		}
		return faults
	}
	var names []string
	if !*every {
		names = []string{"14"}
	}
	dir := t.TempDir()
	if _, err := Write(root, dir, names); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.html"))
	for _, file := range files {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 720), chromedp.Navigate("file://"+file)); err != nil {
			t.Fatal(err)
		}
		for _, f := range append(list(look), list(axe.Script()+";"+axe.Serious+`.then(JSON.stringify)`)...) {
			t.Errorf("%s: %s", filepath.Base(file), f)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if outside := regexp.MustCompile(`(?:src|href)="https?:[^"]*"`).Find(text); outside != nil {
			t.Errorf("%s needs a network: %s", filepath.Base(file), outside)
		}
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent(kb.ArrowRight+kb.ArrowRight+kb.ArrowLeft)); err != nil {
		t.Fatal(err)
	}
	if got := list(`JSON.stringify([String(Math.round(scrollY / innerHeight))])`); got[0] != "1" {
		t.Errorf("two keys to the right and one to the left lead to slide %s, want 1 (from 0)", got[0])
	}
	printed, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		t.Fatal(err)
	}
	if sheets, slides := bytes.Count(printed, []byte("/Type /Page\n")), list(`JSON.stringify([String(slides.length)])`); fmt.Sprint(sheets) != slides[0] {
		t.Errorf("%d sheets of print have %s slides", sheets, slides[0])
	}
}
