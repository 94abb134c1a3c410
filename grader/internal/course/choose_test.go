package course

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gpucourse/grader/rubric"
)

// listing is an environment variable that makes this test's program list what package
// testing chooses, and nothing else.
const listing = "TEST_LIST_EXERCISES"

// listChosen has package testing choose among the subtests of the grader's TestExercises,
// which do nothing here.
func listChosen() {
	if os.Getenv(listing) != "" {
		testing.Main(regexp.MatchString, []testing.InternalTest{{Name: "TestExercises", F: listExercises}}, nil, nil)
	}
}

func listExercises(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		t.Run(e.Name, func(t *testing.T) {
			for _, target := range Targets(e) {
				t.Run(target.Name, func(*testing.T) {})
			}
		})
	}
}

// patterns are some of each kind that package testing knows.
var patterns = []string{
	"", "Exercises", "Exercises/07", "/07/Sax", "Exercises/99|Exercises/07", "Exercises/07/Saxpy/more", "Other",
	"Exercises/(07|13)", "Exercises/(07|13)/S", "Exercises/07/(Saxpy|Scale)|/13", "Exercises/[01][37]", "Exercises/[0|1]7", "Exercises/0[/7]",
	"(Exercises/07)", "Exercises/07_coalescing$", "Exercises/^0", `Exercises/07\/`, `Exercises\|/07`, "Exercises/07 coalescing", "TestExercises//", "|", "/", "Exercises/07/Brighten",
	"Exercises/08|Other", "Exercises/(?i)SHARED", "Exercises/07)", "Exercises/]7",
}

// TestChosen compares with what package testing itself chooses, for patterns of each kind and
// for random ones.
func TestChosen(t *testing.T) {
	list := patterns
	pieces := []string{"Exercises", "Test", "/", "|", "(", ")", "[", "]", "07", "13", "1", "S", ".", "*", "^", "$", `\`, " "}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		text := ""
		for range rng.IntN(8) {
			text += pieces[rng.IntN(len(pieces))]
		}
		list = append(list, "Exercises/0"+text)
	}
	some := 0
	for i, run := range list {
		skip := ""
		if i%2 == 1 {
			skip = list[(i*7)%len(list)]
		}
		want, valid := testingChooses(t, run, skip)
		if !valid {
			continue
		}
		if want != "" {
			some++
		}
		got := ""
		for _, c := range Chosen(run, skip) {
			for _, name := range c.Only {
				got += fmt.Sprintf("%s/%s\n", c.Name, name)
			}
		}
		if got != want {
			t.Errorf("-run %q -skip %q: got\n%s, want\n%s", run, skip, got, want)
		}
	}
	if some < len(patterns)/2 {
		t.Errorf("%d patterns choose something, want %d at least", some, len(patterns)/2)
	}
}

// testingChooses returns the exercises and kernels that package testing chooses, a line each.
// It is not valid where the pattern is no regular expression.
func testingChooses(t *testing.T, run, skip string) (chosen string, valid bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.v", "-test.run="+run, "-test.skip="+skip)
	cmd.Env = append(os.Environ(), listing+"=1")
	out, err := cmd.Output()
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(out)) {
		if m := running.FindStringSubmatch(line); m != nil {
			chosen += m[1]
		}
	}
	return chosen, true
}

// running is a line of go test -v that begins a kernel.
var running = regexp.MustCompile(`(?s)^=== RUN +TestExercises/([^/]+/.+)`)
