package notebook

// This file compares the rows of predictions with the notebooks.

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/display"
)

// asked is a prediction of a notebook, with the answer that its stored output shows.
type asked struct {
	file, what string
	answer     float64
}

var (
	guessCall = regexp.MustCompile(`notebook\.Guess\(("(?:[^"\\]|\\.)*"),`)
	chained   = regexp.MustCompile(`notebook\.Guess\(.*\)\.\n?\s*(?:Within|Misread|Otherwise)\(`)
	tag       = regexp.MustCompile(`<[^>]*>`)
)

// allAsked returns the predictions of all notebooks.
func allAsked(t *testing.T) (all []asked) {
	files, err := filepath.Glob("../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var n struct {
			Cells []struct {
				Source  []string
				Outputs []struct {
					Text []string
					Data map[string]json.RawMessage
				}
			}
		}
		if err := json.Unmarshal(text, &n); err != nil {
			t.Fatal(file, err)
		}
		for _, c := range n.Cells {
			source := strings.Join(c.Source, "")
			if chained.MatchString(source) {
				t.Errorf("%s: a cell says what a guess is told; that stands in package notebook", file)
			}
			shown := ""
			for _, o := range c.Outputs {
				shown += strings.Join(o.Text, "")
				for _, form := range []string{"text/html", "text/plain"} {
					var lines []string
					if json.Unmarshal(o.Data[form], &lines) == nil {
						shown += html.UnescapeString(tag.ReplaceAllString(strings.Join(lines, ""), "\n"))
					}
				}
			}
			for _, m := range guessCall.FindAllStringSubmatch(source, -1) {
				what, err := strconv.Unquote(m[1])
				if err != nil {
					t.Fatal(err)
				}
				answer := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(what) + `: (.*) \(no guess yet\)$`).FindStringSubmatch(shown)
				if answer == nil {
					t.Errorf("%s: the stored output has no answer to %q", file, what)
					continue
				}
				v, err := strconv.ParseFloat(strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(answer[1]), 64)
				if err != nil {
					t.Fatal(file, err)
				}
				all = append(all, asked{filepath.Base(file), what, v})
			}
		}
	}
	return all
}

// TestEveryWrongGuessIsTold: a guess that is too small or too large is told why, as are those of likely mistakes, each
// with a sentence of its own. A right guess is told nothing.
func TestEveryWrongGuessIsTold(t *testing.T) {
	used, mistakes, ranges := map[string]bool{}, 0, 0
	boxes := allAsked(t)
	for _, a := range boxes {
		e, ok := predictions[a.what]
		if !ok {
			t.Errorf("%s: no row of predictions is for %q", a.file, a.what)
			continue
		}
		used[a.what] = true
		p := func(guess float64) Prediction { return e.of(display.Guess(a.what, guess, a.answer)) }
		if a.answer > 0 && e.near < 1 && e.below == "" && !e.covers(a.answer) {
			t.Errorf("%s: %q tells a guess below %v nothing", a.file, a.what, a.answer)
		}
		if e.above == "" && !e.covers(a.answer) {
			t.Errorf("%s: %q tells a guess above %v nothing", a.file, a.what, a.answer)
		}
		if e.near > 0 {
			ranges++
		}
		for guess, text := range e.says {
			mistakes++
			if p(a.answer).Counts(guess) {
				t.Errorf("%s: %q calls %v a mistake, and the answer is %v", a.file, a.what, guess, a.answer)
			}
			if got := p(guess).String(); !strings.HasSuffix(got, ": "+text) {
				t.Errorf("%s: a guess of %v gets %q, want %q at its end", a.file, guess, got, text)
			}
		}
		if got := p(a.answer).String(); !strings.HasPrefix(got, "✓") {
			t.Errorf("%s: the answer gets %q", a.file, got)
		}
	}
	for what := range predictions {
		if !used[what] {
			t.Errorf("no notebook asks for %q", what)
		}
	}
	t.Logf("%d predictions, %d of them with a range; %d guesses have a sentence of their own", len(boxes), ranges, mistakes)
}

// covers reports whether an answer is the largest that there is, such as 100 %.
func (e estimate) covers(answer float64) bool { return answer == 100 }
