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
	leastMutants = 450
	leastKilled  = 0.96 // survivors are listed with the reason why they compute the same or cost the same
)

// mutantsPerGrade is how many mutants of an operator share a grade without -every.
const mutantsPerGrade = 20

// spread returns the first mutant of each operator, the twenty-first and so on, and all mutants of
// the operators that need no choice. With -every it returns all.
func spread(mutants []mutant, all func(*operator) bool) []mutant {
	seen := map[*operator]int{}
	return slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool {
		seen[m.operator]++
		return !*every && !all(m.operator) && (seen[m.operator]-1)%mutantsPerGrade != 0
	})
}

func namesItsLine(o *operator) bool { return o.named != nil }
func none(*operator) bool           { return false }

// TestMutantsAreNoticed: no mutant of a solution gets full marks, but those listed in
// testdata/survivors. Every barrier, fence, atomic and initialisation is removed. Of each other
// operator one mutant in twenty is graded. All are graded by
//
//	go test ./grader/selftest -every -run Mutants
//
// -short leaves out the operators that make no kernel racy.
func TestMutantsAreNoticed(t *testing.T) {
	some := operators
	if testing.Short() {
		some = deletions
	}
	var all scores
	t.Run("all", func(t *testing.T) {
		for i := range rubric.Exercises {
			e := &rubric.Exercises[i]
			if e.Project {
				continue // mutants of the chapters try the same machinery
			}
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				s := &mutated{e, parseSource(t, read(t, "..", "..", "solutions", e.Name)), namesItsLine, &all}
				s.check(t, some, listed(t, "survivors", e.Name))
			})
		}
	})
	t.Log(all.String())
	if flag.Lookup("test.run").Value.String() != "" || testing.Short() {
		return // only some
	}
	n, dead := all.total()
	if n < leastMutants {
		t.Errorf("got %d mutants graded, want %d at least", n, leastMutants)
	}
	n, dead = n+all.out, dead+all.out-all.listed
	if float64(dead) < leastKilled*float64(n) {
		t.Errorf("got %d of %d mutants noticed, want %.0f %%", dead, n, 100*leastKilled)
	}
}

// TestDeletionsInOtherRightWays: other right ways do not get full marks either without one
// of their barriers, fences, atomics or initialisations. One deletion in eight is tried, with
// -every all.
func TestDeletionsInOtherRightWays(t *testing.T) {
	if testing.Short() {
		t.Skip("grades a few hundred broken submissions")
	}
	var all scores
	t.Run("all", func(t *testing.T) {
		for _, a := range findAttempts("right") {
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				s := &mutated{a.exercise, parseSource(t, read(t, a.folder)), none, &all}
				s.check(t, deletions, nil)
			})
		}
	})
	t.Log(all.String())
}

// listed reads NN_topic.txt in a folder of testdata: the mutants of an exercise that get full
// marks, one per line, each followed by an indented line that says why it does what the
// solution does. An exercise without the file has none.
func listed(t *testing.T, folder, exercise string) map[string]string {
	data, err := os.ReadFile(filepath.Join("testdata", folder, exercise+".txt"))
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
	whole    func(*operator) bool // operators whose mutants are all graded
	scores   *scores
}

// check grades all mutants of some operators. expected are those that survive.
func (s *mutated) check(t *testing.T, some []operator, expected map[string]string) {
	all := mutate(s.file, some)
	chosen := spread(all, s.whole)
	for _, m := range chosen {
		fate, why := s.grade(t, &m)
		s.scores.add(m.operator.name, fate)
		if wanted := expected[m.what] != ""; fate != stillborn && (fate == survived) != wanted {
			t.Errorf("%s: %s; survives: got %v, want %v", m.what, why, fate == survived, wanted)
		}
		delete(expected, m.what)
	}
	s.scores.leaveOut(len(all)-len(chosen), len(expected))
	for what := range expected {
		if !testing.Short() && !slices.ContainsFunc(all, func(m mutant) bool { return m.what == what }) {
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
// endless loops end early. No solution needs as many, at long sizes neither.
const mutantInstructions = 10_000_000

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
	out   int // mutants that were not graded
	// listed counts those among them that are known to survive.
	listed int
}

func (s *scores) leaveOut(n, listed int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.out, s.listed = s.out+n, s.listed+listed
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
	for _, o := range slices.Concat(operators, kinds) {
		if of := s.fates[o.name]; of != nil {
			fmt.Fprintf(&b, "\n%-30s %4d mutants, %4d killed, %2d survive, %2d not valid", o.name, of[killed]+of[survived], of[killed], of[survived], of[stillborn])
		}
	}
	mutants, dead := s.total()
	fmt.Fprintf(&b, "\nall together             %4d mutants, %4d killed; %d more were left out, of which %d are known to survive", mutants, dead, s.out, s.listed)
	return b.String()
}
