package cards

// This file tries choices as a learner does.

import (
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// TestTriesOfAChoice: the card shows the learner's own letters and what the next one earns; each different wrong letter
// halves the marks, and what follows the right one changes nothing.
func TestTriesOfAChoice(t *testing.T) {
	file := recorded(t)
	row, err := task.Find("07.3")
	if err != nil {
		t.Fatal(err)
	}
	first := Try(row.ID, task.Unchosen)
	own, err := file.Order(task.Orders)
	if err != nil || own == 0 {
		t.Fatalf("order %d, %v: want one that is drawn", own, err)
	}
	for _, s := range row.Sentences(own) {
		if !strings.Contains(first.Text, "  "+s.Letter+": "+s.Text) || !strings.Contains(first.Text, "earns 4 marks now") {
			t.Errorf("before any choice: got %s, want sentence %s and 4 marks", first.Text, s.Letter)
		}
	}
	wrong := slices.DeleteFunc(row.Sentences(own), func(s task.Sentence) bool { return s.Report == nil })
	for _, x := range []struct {
		letter string
		marks  int
		says   string
	}{
		{row.RightLetter(0), 0, "is of another learner's list"},
		{wrong[0].Letter, 0, "earns 2 marks now"},
		{wrong[0].Letter, 0, "earns 2 marks now"},
		{wrong[1].Letter, 0, "earns 1 mark now"},
		{row.RightLetter(own), 1, "1 of 4 marks"},
		{wrong[2].Letter, 0, "earns 1 mark now"},
		{row.RightLetter(own), 1, "1 of 4 marks"},
	} {
		p := Try(row.ID, x.letter)
		if !strings.Contains(p.Text, x.says) || len(p.Verdicts) > 0 && p.Verdicts[0].Marks() != x.marks {
			t.Errorf("%s: got %d verdicts, %s, want %d marks and %q", x.letter, len(p.Verdicts), p.Text, x.marks, x.says)
		}
	}
	p, err := file.Read()
	if err != nil {
		t.Fatal(err)
	}
	if item := p.Item(row.ID); item.Best.Marks != 1 || item.Best.State != verdict.Done {
		t.Errorf("the best attempt: got %+v, want 1 mark", item.Best)
	}
}

// TestCardOfAWrongChoice: it has the counters of the report beside those of a kernel of which the sentence is true.
func TestCardOfAWrongChoice(t *testing.T) {
	row, err := task.Find("07.3")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range row.Sentences(0) {
		html := Try(row.ID, s.Letter).HTML
		if strings.Contains(html, "chosen sentence is true") != (s.Report != nil) {
			t.Errorf("%s: a second column %v", s.Text, s.Report == nil)
		}
	}
}
