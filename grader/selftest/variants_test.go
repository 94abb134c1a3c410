package selftest

// This file grades wrong variants that are drawn at random, of the kinds of kinds_test.go.

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// The variants of a solution that are drawn, and how many of them are graded without -every.
const (
	mostVariants = 200
	fewVariants  = 1
)

var variantSeed = flag.Uint64("variants", 1, "the `seed` that draws the variants of solutions, and the sizes and inputs that they are graded with")

// TestVariantsAreNoticed: no variant of a solution gets full marks, but those listed in
// testdata/variants. A variant is out of the account where it compiles to the instructions of
// the solution, and where no launch meets its condition: those are counted. All are graded by
//
//	go test ./grader/selftest -every -run Variants
func TestVariantsAreNoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("grades a hundred wrong submissions")
	}
	var all, never scores
	t.Run("all", func(t *testing.T) {
		for i := range rubric.Exercises {
			e := &rubric.Exercises[i]
			if e.Project {
				continue // mutants of the chapters try the same machinery
			}
			if len(e.Kernels) == 0 {
				continue
			}
			t.Run(e.Name, func(t *testing.T) {
				t.Parallel()
				v := &variants{mutated{e, parseSource(t, read(t, "..", "..", "solutions", e.Name)), none, &all}, compiled(i), &never}
				v.check(t, listed(t, "variants", e.Name))
			})
		}
	})
	t.Logf("%s\nvariants whose condition no launch meets:%s", all.String(), never.String())
}

// variants grades variants of a solution.
type variants struct {
	mutated
	compiled map[string]string // the instructions of the solution, by kernel
	never    *scores           // of variants whose condition is never met
}

// compiled returns what stands for the instructions of each kernel of a solution.
func compiled(exercise int) map[string]string {
	sums := map[string]string{}
	for _, v := range gradedSolutions()[exercise] {
		sums[v.Kernel] = v.Compiled
	}
	return sums
}

// check grades the variants that the seed draws.
func (s *variants) check(t *testing.T, expected map[string]string) {
	h := fnv.New64a()
	h.Write([]byte(s.exercise.Name))
	n := fewVariants
	if *every {
		n = mostVariants
	}
	for _, m := range drawn(mutate(s.file, kinds), n, rand.New(rand.NewPCG(*variantSeed, h.Sum64()))) {
		fate, why := s.gradeVariant(t, &m)
		if fate == survived && !s.meets(t, &m) {
			s.never.add(m.operator.name, survived)
			continue
		}
		s.scores.add(m.operator.name, fate)
		if wanted := expected[m.what] != ""; fate != stillborn && (fate == survived) != wanted {
			t.Errorf("%s: %s: %s; survives: got %v, want %v", m.operator.name, m.what, why, fate == survived, wanted)
		}
	}
}

// drawn returns n mutants, as many of each operator as there are.
func drawn(all []mutant, n int, rng *rand.Rand) (some []mutant) {
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	turn := map[*operator]int{}
	turns := make(map[int][]mutant)
	for _, m := range all {
		turns[turn[m.operator]] = append(turns[turn[m.operator]], m)
		turn[m.operator]++
	}
	for i := 0; len(some) < min(n, len(all)); i++ {
		some = append(some, turns[i]...)
	}
	return some[:min(n, len(all))]
}

// gradeVariant grades a variant without the marks that no launch comes to.
func (s *variants) gradeVariant(t *testing.T, m *mutant) (fate, string) {
	for _, k := range s.exercise.Kernels {
		if !s.file.uses(k.Name, m.unit) {
			continue
		}
		v := s.verdict(t, k.Name, m.src)
		switch {
		case v.State == verdict.Invalid:
			return stillborn, v.Feedback[0].Title
		case v.State != verdict.Done:
			return killed, v.Feedback[0].Title
		case v.Compiled != s.compiled[k.Name]:
			return survived, ""
		}
	}
	return stillborn, "no kernel has other instructions"
}

// verdict grades a kernel of a variant.
func (s *variants) verdict(t *testing.T, kernel string, src []byte) *verdict.Verdict {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), src, 0o600); err != nil {
		t.Fatal(err)
	}
	g := grading.New()
	g.PassOrFail, g.Instructions, g.Untouched, g.Seed = true, mutantInstructions, true, *variantSeed
	return g.Grade(only(s.exercise, kernel), folder)[0]
}

// meets reports whether some launch meets the condition of a variant, if it has one.
func (s *variants) meets(t *testing.T, m *mutant) bool {
	if !bytes.Contains(m.src, []byte(reached)) {
		return true
	}
	src := append(bytes.Replace(m.src, []byte(reached), []byte("\n"+fault+"\n"), 1), faultVariable...)
	for _, k := range s.exercise.Kernels {
		if !s.file.uses(k.Name, m.unit) {
			continue
		}
		if v := s.verdict(t, k.Name, src); v.State == verdict.Wrong && strings.Contains(v.Feedback[0].At.Text, fault) {
			return true
		}
	}
	return false
}

// TestVariantsAreDrawn: a solution with barriers and atomics has variants of each kind.
func TestVariantsAreDrawn(t *testing.T) {
	seen := map[string]int{}
	for i := range rubric.Exercises {
		for _, m := range mutate(parseSource(t, read(t, "..", "..", "solutions", rubric.Exercises[i].Name)), kinds) {
			seen[m.operator.name]++
		}
	}
	for _, k := range kinds {
		if seen[k.name] == 0 && !strings.Contains(k.name, "attempt") {
			t.Errorf("%s: got no variant", k.name)
		}
	}
	t.Log(fmt.Sprint(seen))
}
