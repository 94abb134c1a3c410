package selftest

// This file grades mutants: submissions with one edit. The grader must notice each edit.

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// What is asked of all mutants together.
const (
	leastMutants = 600
	leastKilled  = 0.97
)

// TestMutantsAreNoticed: no mutant of a solution gets full marks, but those listed in
// testdata/survivors. -short leaves out the operators that make no kernel racy.
func TestMutantsAreNoticed(t *testing.T) {
	some := operators
	if testing.Short() {
		some = deletions
	}
	var all scores
	t.Run("all", func(t *testing.T) {
		for i := range rubric.Exercises {
			e := &rubric.Exercises[i]
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				s := &mutated{e, parseSource(t, read(t, "..", "..", "solutions", e.Name)), &all}
				s.check(t, some, survivors(t, e.Name))
			})
		}
	})
	t.Log(all.String())
	if flag.Lookup("test.run").Value.String() != "" || testing.Short() {
		return // only some
	}
	if n, dead := all.total(); n < leastMutants || float64(dead) < leastKilled*float64(n) {
		t.Errorf("got %d of %d mutants noticed, want %.0f %% of at least %d", dead, n, 100*leastKilled, leastMutants)
	}
}

// TestDeletionsInOtherRightWays: other right ways do not get full marks either without one
// of their barriers, fences, atomics or initialisations.
func TestDeletionsInOtherRightWays(t *testing.T) {
	if testing.Short() {
		t.Skip("grades a few hundred broken submissions")
	}
	var all scores
	t.Run("all", func(t *testing.T) {
		for _, a := range findAttempts("right") {
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				s := &mutated{a.exercise, parseSource(t, read(t, a.folder)), &all}
				s.check(t, deletions, nil)
			})
		}
	})
	t.Log(all.String())
}

// survivors reads testdata/survivors/NN_topic.txt: the mutants of an exercise that get
// full marks, one per line, each followed by an indented line that says why it does what the
// solution does. An exercise without the file has none.
func survivors(t *testing.T, exercise string) map[string]string {
	data, err := os.ReadFile(filepath.Join("testdata", "survivors", exercise+".txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	reasons, mutant := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		if reason := strings.TrimSpace(line); reason != line[:len(line)-1] {
			reasons[mutant] = reason
		} else {
			mutant = reason
		}
	}
	return reasons
}

// mutated is a submission that mutants are made of.
type mutated struct {
	exercise *rubric.Exercise
	file     *sourceFile
	scores   *scores
}

// check grades all mutants of some operators. expected are those that survive.
func (s *mutated) check(t *testing.T, some []operator, expected map[string]string) {
	for _, m := range mutate(s.file, some) {
		fate, why := s.grade(t, &m)
		s.scores.add(m.operator.name, fate)
		if wanted := expected[m.what] != ""; fate != stillborn && (fate == survived) != wanted {
			t.Errorf("%s: %s; survives: got %v, want %v", m.what, why, fate == survived, wanted)
		}
		delete(expected, m.what)
	}
	for what := range expected {
		if !testing.Short() {
			t.Errorf("%s: got no such mutant, want none listed", what)
		}
	}
}

// fate is what became of a mutant.
type fate int

const (
	stillborn fate = iota // it is no valid submission, or no kernel uses what was edited
	killed
	survived
)

// mutantInstructions limits the warp instructions of a launch, so that mutants with
// endless loops end early. No solution needs as many.
const mutantInstructions = 1_000_000

// grade grades the kernels and plans that a mutant changes. A mutant is killed by the first
// of them that gets less than full marks; where its operator asks for a line, by all of them.
func (s *mutated) grade(t *testing.T, m *mutant) (end fate, why string) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), m.src, 0o644); err != nil {
		t.Fatal(err)
	}
	g := grading.New()
	g.PassOrFail, g.Instructions, g.Untouched = m.operator.named == nil, mutantInstructions, true
	for _, v := range grading.NewVerdicts(s.exercise, nil) {
		if !s.file.uses(v.Kernel, m.unit) {
			continue
		}
		v = g.Grade(only(s.exercise, v.Kernel), folder)[0]
		end = fateOf(v)
		switch named := m.operator.named; {
		case end == stillborn:
			return stillborn, v.Feedback[0].Title
		case named == nil && end == killed:
			return killed, v.Feedback[0].Title
		case named != nil && (end == survived || !named(v)):
			return survived, fmt.Sprintf("%s does not name its line:\n%v", m.operator.name, v)
		}
	}
	return end, ""
}

func fateOf(v *verdict.Verdict) fate {
	switch v.State {
	case verdict.Invalid:
		return stillborn
	case verdict.Done:
		return survived
	}
	return killed
}

// only returns an exercise with one of its kernels or plans.
func only(e *rubric.Exercise, name string) *rubric.Exercise {
	one := *e
	one.Kernels = slices.DeleteFunc(slices.Clone(e.Kernels), func(k rubric.Kernel) bool { return k.Name != name })
	one.Plans = slices.DeleteFunc(slices.Clone(e.Plans), func(p rubric.Plan) bool { return p.Name != name })
	return &one
}

// scores counts the fates of mutants by operator.
type scores struct {
	lock  sync.Mutex
	fates map[string]map[fate]int
}

func (s *scores) add(operator string, f fate) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.fates == nil {
		s.fates = map[string]map[fate]int{}
	}
	if s.fates[operator] == nil {
		s.fates[operator] = map[fate]int{}
	}
	s.fates[operator][f]++
}

// total counts the mutants that were graded, and those that were killed.
func (s *scores) total() (mutants, dead int) {
	for _, of := range s.fates {
		mutants += of[killed] + of[survived]
		dead += of[killed]
	}
	return mutants, dead
}

// String returns a line per operator.
func (s *scores) String() string {
	var b strings.Builder
	for i := range operators {
		if of := s.fates[operators[i].name]; of != nil {
			fmt.Fprintf(&b, "\n%-24s %4d mutants, %4d killed, %2d survive, %2d not valid", operators[i].name, of[killed]+of[survived], of[killed], of[survived], of[stillborn])
		}
	}
	mutants, dead := s.total()
	fmt.Fprintf(&b, "\nall together             %4d mutants, %4d killed", mutants, dead)
	return b.String()
}
