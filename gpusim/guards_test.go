package gpusim_test

// This file checks that each decision in RATIONALE.md names tests that guard it.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// decision is the bold sentence that a decision begins with.
	decision = regexp.MustCompile(`(?m)^\*\*([^*]+)\.\*\*`)
	// testFunc is the first line of a test.
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestRationaleGuardsDecisions: each decision has a row in the table of guards, in the order of the
// text, and the tests of the row exist.
func TestRationaleGuardsDecisions(t *testing.T) {
	text, err := os.ReadFile(rationale)
	if err != nil {
		t.Fatal(err)
	}
	var decisions, guarded []string
	for _, m := range decision.FindAllStringSubmatch(string(text), -1) {
		decisions = append(decisions, m[1])
	}
	tests := namedTests(t)
	for _, row := range rowsOf(t, "## Which test guards which decision") {
		guarded = append(guarded, row[0])
		names := codeSpan.FindAllStringSubmatch(row[1], -1)
		if len(names) == 0 {
			t.Errorf("%q names no test", row[0])
		}
		for _, m := range names {
			if !tests[m[1]] {
				t.Errorf("%q: there is no test %s", row[0], m[1])
			}
		}
	}
	if len(decisions) == 0 || !slices.Equal(guarded, decisions) {
		t.Errorf("the table of guards has other rows than there are decisions:\n%s", strings.Join(differing(guarded, decisions), "\n"))
	}
}

// differing returns the decisions that the table lacks, and the rows that are no decisions.
func differing(guarded, decisions []string) (list []string) {
	for _, d := range decisions {
		if !slices.Contains(guarded, d) {
			list = append(list, "no row: "+d)
		}
	}
	for _, g := range guarded {
		if !slices.Contains(decisions, g) {
			list = append(list, "no decision: "+g)
		}
	}
	if list == nil {
		list = []string{"the order differs"}
	}
	return list
}

// namedTests returns the tests of the repository as package.Test, where package is the name of
// the folder.
func namedTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	for _, file := range filesOf(t, "_test.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		folder, err := filepath.Abs(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			tests[filepath.Base(folder)+"."+m[1]] = true
		}
	}
	return tests
}
