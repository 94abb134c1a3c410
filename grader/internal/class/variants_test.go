package class

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/grader/internal/handin"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// variedSettings are those of a class whose learners have numbers of their own.
func variedSettings(t *testing.T) *Settings {
	t.Helper()
	s, err := Open("", []string{"none"}, []string{"all"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Variants = 815
	return s
}

// TestVariantsOf: a learner always gets the same variants, whatever the case of the ID, and neighbours get others. Each variant
// of each task is somebody's.
func TestVariantsOf(t *testing.T) {
	s := variedSettings(t)
	seen, orders := map[string]map[int]bool{}, map[int]bool{}
	for n := range 100 {
		id := fmt.Sprintf("learner%d", n)
		own, again := s.VariantsOf(id), s.VariantsOf(strings.ToUpper(id))
		if fmt.Sprint(own) != fmt.Sprint(again) {
			t.Errorf("%s has %v, then %v", id, own, again)
		}
		orders[s.HandOut(id).Order] = true
		for i := range task.Tasks {
			row := &task.Tasks[i]
			if seen[row.ID] == nil {
				seen[row.ID] = map[int]bool{}
			}
			seen[row.ID][own[row.ID]] = true
		}
	}
	for i := range task.Tasks {
		if row := &task.Tasks[i]; len(seen[row.ID]) != row.Variants() {
			t.Errorf("%s: 100 learners have variants %v, want all of %d", row.ID, seen[row.ID], row.Variants())
		}
	}
	if len(orders) != task.Orders-1 || orders[0] {
		t.Errorf("100 learners have orders %v, want 1 to %d", orders, task.Orders-1)
	}
	other := variedSettings(t)
	if other.Variants++; fmt.Sprint(other.VariantsOf("learner0")) == fmt.Sprint(s.VariantsOf("learner0")) {
		t.Error("another seed gives the same variants")
	}
	if got := s.VariantsOf(""); len(got) > 0 {
		t.Errorf("nobody has variants %v", got)
	}
}

// TestForgedVariant: the roster and the seed say which variant counts. A learner who hands in the right answer to a variant of
// someone else, with a file that claims it, gets nothing.
func TestForgedVariant(t *testing.T) {
	s := variedSettings(t)
	row, err := task.Find("00.1")
	if err != nil {
		t.Fatal(err)
	}
	honest, forger := "a1", ""
	for n := 2; forger == ""; n++ {
		if id := fmt.Sprintf("b%d", n); s.VariantsOf(id)[row.ID] != s.VariantsOf(honest)[row.ID] {
			forger = id
		}
	}
	p := s.HandOut(honest)
	own := row.As(p.Variants[row.ID])
	p.Items[row.ID] = &progress.Item{Count: 1, Best: &progress.Attempt{
		Code: verdict.Figure(own.Ask.(task.Number).Answer()), State: verdict.Done, Marks: 4, MaxMarks: 4,
	}}
	folder := t.TempDir()
	for _, id := range []string{honest, forger} {
		put(t, filepath.Join(folder, id+".json"), p.Text())
	}
	submissions, _, err := handin.Split(folder, s.known())
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Submissions: submissions, Settings: s, Jobs: 1, Limits: isolated.DefaultLimits(), Learner: func(name string) string { return name }}
	results, err := c.Grade(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		for _, item := range r.Items {
			if item.Exercise != row.ID {
				continue
			}
			want := map[string]string{honest: scores.Done, forger: verdict.Wrong.String()}[r.Submission]
			if variant := s.VariantsOf(r.Submission)[row.ID]; item.State != want || item.Variant != variant {
				t.Errorf("%s: got %s with variant %d, want %s with variant %d", r.Submission, item.State, item.Variant, want, variant)
			}
		}
	}
}
