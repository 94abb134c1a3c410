package task_test

// This file compares what a task says in words with the answer that it computes.

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// TestWordsAgreeWithAnswers: the last hint states the answer that the judge accepts, and what hints and reasons
// compute is so.
func TestWordsAgreeWithAnswers(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		steps := row.Steps()
		solution, because := steps[len(steps)-1], ""
		switch ask := row.Ask.(type) {
		case task.Number:
			because = ask.Because
			right := func(n float64) bool { return answer(t, row, n).State == verdict.Done }
			if !states(solution, right) {
				t.Errorf("the last hint does not hold the answer %v: %q", ask.Answer(), solution)
			}
		case task.Choice:
			because = ask.Because
			if right := ask.Options[ask.Right()].Text; !strings.HasSuffix(solution, right) {
				t.Errorf("the last hint does not end with %q: %q", right, solution)
			}
		}
		for _, text := range []string{solution, because} {
			for _, e := range equations(text) {
				if !e.holds() {
					t.Errorf("%s = %s is not so, in %q", e.left, e.right, text)
				}
			}
		}
	})
}

// TestWordsFindDisagreement: the test above finds a hint and an equation that are wrong.
func TestWordsFindDisagreement(t *testing.T) {
	for text, want := range map[string]float64{"16 of 49 856 sectors": 49856, "1 + 3.5 = 4.5.": 4.5} {
		if !states(text, func(n float64) bool { return n == want }) || states(text, func(n float64) bool { return n == want+1 }) {
			t.Errorf("%q: want %v found, and no other number", text, want)
		}
	}
	for text, want := range map[string]int{"8000 / 32 = 250 sectors": 0, "2048 − 2000 = 38": 1, "24·4 = 96 = 3·31": 1, "2/3 = 0.67": 0, "32 768 / 1280 = 25.6": 0} {
		wrong := 0
		for _, e := range equations(text) {
			if !e.holds() {
				wrong++
			}
		}
		if wrong != want {
			t.Errorf("%q: got %d wrong equations, want %d", text, wrong, want)
		}
	}
}

// figure is a number as texts write it: 65 536 or 4.5.
const figure = `\d{1,3}(?: \d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`

// states reports whether a text holds a number that is right.
func states(text string, right func(float64) bool) bool {
	return slices.ContainsFunc(regexp.MustCompile(figure).FindAllString(text, -1), func(f string) bool { return right(number(f)) })
}

// number returns the value of a figure.
func number(figure string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(figure, " ", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// equation is a computation in a text.
type equation struct{ left, right string }

// equations finds the computations of a text: chains of terms of figures, with an equals sign between them.
func equations(text string) (list []equation) {
	term := `\(?(?:` + figure + `)\)?(?: ?[-+−×·/÷] ?\(?(?:` + figure + `)\)?)*`
	chain := regexp.MustCompile(term + `(?: = ` + term + `)+`)
	for _, c := range chain.FindAllString(text, -1) {
		sides := strings.Split(c, " = ")
		for i := range sides[1:] {
			list = append(list, equation{sides[i], sides[i+1]})
		}
	}
	return list
}

// holds reports whether both sides are equal, to the digits that the right one shows.
func (e equation) holds() bool {
	rounding := 0.0
	if _, decimals, ok := strings.Cut(e.right, "."); ok {
		rounding = math.Pow(10, -float64(len(decimals))) / 2
	}
	return math.Abs(value(e.left)-value(e.right)) <= rounding+1e-9
}

// value computes a term, as Go does with floats.
func value(term string) float64 {
	term = strings.NewReplacer("−", "-", "×", "*", "·", "*", "÷", "/", " ", "").Replace(term)
	term = regexp.MustCompile(`\d+(\.\d+)?`).ReplaceAllStringFunc(term, func(n string) string {
		if strings.Contains(n, ".") {
			return n
		}
		return n + ".0"
	})
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, term)
	if err != nil {
		return math.NaN()
	}
	f, _ := constant.Float64Val(constant.ToFloat(v.Value))
	return f
}

// TestAveragesHaveTotals: a goal on the sectors per request needs a limit on the sectors too, because requests for one
// sector lower the average.
func TestAveragesHaveTotals(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		for _, g := range goalsOf(row) {
			average := slices.Contains([]string{rubric.SectorsPerLoad, rubric.SectorsPerStore}, g.Metrics[0])
			if average && len(g.Needs) == 0 {
				t.Errorf("%s: got no limit on the sectors", g.Name)
			}
		}
	})
}

// goalsOf returns the goals of a task whose answer is a kernel or a launch.
func goalsOf(row *task.Task) []rubric.Goal {
	switch ask := row.Ask.(type) {
	case task.Kernel:
		return ask.Goals
	case task.Configuration:
		return ask.Goals
	}
	return nil
}
