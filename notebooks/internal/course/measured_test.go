package course

// This file checks the tables of chapters that show what was measured beside what was simulated:
// each chapter has them, and their figures are those of the stored measurements.

import (
	"html"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/validation/course"
)

// leastEffects is how many effects of a chapter are measured at least.
const leastEffects = 3

// noTimes are the chapters that make no claim about time, and say so.
var noTimes = []string{"03", "05"}

// onlyTimes are the chapters whose effects are times alone: one table shows them and how far off they are.
var onlyTimes = []string{"06"}

// firstOnDevice is the first chapter with a GPU whose times count.
const firstOnDevice = "02"

// TestChaptersAreMeasured: every chapter with a GPU has a table of effects and a table of
// errors behind all its sections, in which at least three effects are measured.
func TestChaptersAreMeasured(t *testing.T) {
	all := 0
	for chapter, tables := range measuredTables(t) {
		effects := map[string]bool{}
		for _, r := range slices.Concat(tables...) {
			if r.measured != "–" {
				effects[r.source] = true
			}
		}
		want := 2
		if slices.Contains(onlyTimes, chapter) {
			want = 1
		}
		if len(tables) != want || len(effects) < leastEffects {
			t.Errorf("chapter %s: %d tables with %d measured effects, want %d, of notebook.Beside and notebook.Accuracy, with %d", chapter, len(tables), len(effects), want, leastEffects)
		}
		all += len(effects)
	}
	t.Logf("%d effects are measured", all)
	for _, chapter := range noTimes {
		text := ""
		for _, c := range readNotebook(t, oneOf(t, chapter)).Cells {
			text += strings.Join(c.Source, "")
		}
		if !strings.Contains(text, "makes no claim about time") {
			t.Errorf("chapter %s does not say that it makes no claim about time", chapter)
		}
	}
}

// TestMeasuredFiguresAreStored: each measured figure of a notebook's table is the one in the
// file that its row names.
func TestMeasuredFiguresAreStored(t *testing.T) {
	for chapter, tables := range measuredTables(t) {
		for _, r := range slices.Concat(tables...) {
			if r.measured == "–" {
				t.Errorf("chapter %s: %s is not measured: %s", chapter, r.what, r.source)
				continue
			}
			want, got := storedFigure(t, r), numberIn(t, r.measured)
			if math.Abs(got-want) > 0.006+1e-9*want { // tables show two decimals
				t.Errorf("chapter %s: %s %s: the table shows %v, %s has %v", chapter, r.what, r.unit, got, r.source, want)
			}
		}
	}
}

// measuredRow is a row of a table with measurements, as it is shown.
type measuredRow struct{ what, unit, measured, source string }

// Tags of an output.
var (
	aTable = regexp.MustCompile(`(?s)<table.*?</table>`)
	aRow   = regexp.MustCompile(`(?s)<tr.*?</tr>`)
	aCell  = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	aTag   = regexp.MustCompile(`<[^>]*>`)
)

// measuredTables returns the rows of the tables with measurements, by chapter.
func measuredTables(t *testing.T) map[string][][]measuredRow {
	t.Helper()
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	all := map[string][][]measuredRow{}
	for _, file := range files {
		chapter := filepath.Base(file)[:2]
		if chapter < firstOnDevice || slices.Contains(noTimes, chapter) {
			continue
		}
		all[chapter] = nil
		for _, c := range readNotebook(t, file).Cells {
			for _, table := range aTable.FindAllString(outputText(c.Outputs), -1) {
				if rows := measuredRows(table); rows != nil {
					all[chapter] = append(all[chapter], rows)
				}
			}
		}
	}
	return all
}

// measuredRows returns the rows of a table, nil if it has no column of measurements.
func measuredRows(table string) (rows []measuredRow) {
	for i, row := range aRow.FindAllString(table, -1) {
		cells := shownCells(row)
		switch {
		case i == 0 && (len(cells) != 6 || cells[5] != "measurement"):
			return nil
		case i > 0 && cells[5] != "": // the last row of the errors has a mean
			rows = append(rows, measuredRow{cells[0], cells[1], cells[3], cells[5]})
		}
	}
	return rows
}

func shownCells(row string) (cells []string) {
	for _, c := range aCell.FindAllStringSubmatch(row, -1) {
		text := html.UnescapeString(aTag.ReplaceAllString(c[1], ""))
		cells = append(cells, strings.NewReplacer("\u200b", "", "\u00a0", " ").Replace(strings.TrimSpace(text)))
	}
	return cells
}

// storedFigure returns the figure of a row from the file that it names.
func storedFigure(t *testing.T, r measuredRow) float64 {
	t.Helper()
	file, words, ok := strings.Cut(r.source, ": ")
	if !ok {
		t.Fatalf("%s: %q names no file and line", r.what, r.source)
	}
	if strings.HasSuffix(file, ".txt") {
		at := strings.LastIndex(words, " ")
		line, err := course.Line(file, words[:at])
		if err != nil {
			t.Fatal(err)
		}
		return line[words[at+1:]]
	}
	for _, table := range course.Tables() {
		if table.File != file {
			continue
		}
		p, _, err := course.Find(table.Device, words)
		if err != nil {
			t.Fatal(err)
		}
		switch r.unit {
		case "cycles":
			return p.Metrics["sm__cycles_elapsed.max"]
		case "µs":
			return p.Metrics["gpu__time_duration.sum"] / 1000
		}
		return p.Metrics[r.unit]
	}
	t.Fatalf("%s: no table %s", r.what, file)
	return 0
}

func numberIn(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, " ", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// oneOf returns the file of a chapter.
func oneOf(t *testing.T, chapter string) string {
	t.Helper()
	files, err := filepath.Glob("../../" + chapter + "_*.ipynb")
	if err != nil || len(files) != 1 {
		t.Fatalf("chapter %s has %d notebooks, %v", chapter, len(files), err)
	}
	return files[0]
}
