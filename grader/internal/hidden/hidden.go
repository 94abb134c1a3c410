// Package hidden reads an exercise from a folder outside of the course: a row of the rubric
// as a file, for instructors.
//
// The folder has the name of the exercise and these files:
//
//	exercise.json   the row: see Row
//	kernel.go       the reference: it computes the expected results, and reaches the goals
//	stub/kernel.go  the exercise as it is handed out; may be missing
//
// Extents, lengths and limits are Go expressions over the names of the extents, such as
// "(n+127)/128". Arrays hold float32 or int32. Expected results come from the reference in
// the simulator, so a mistake in the reference is a mistake in the grades.
package hidden

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/internal/strictjson"
	"gpucourse/grader/rubric"
)

// The files of an exercise beside the reference.
const (
	RowFile  = "exercise.json"
	StubFile = "stub/kernel.go"
)

// Row is an exercise as a file.
type Row struct {
	Package string   `json:"package"`
	Device  string   `json:"device"`
	Kernels []Kernel `json:"kernels"`
}

// Kernel is a kernel of a Row.
type Kernel struct {
	Name      string        `json:"name"`
	Signature string        `json:"signature"` // "func(y, x []float32, a float32, n int)"
	Extents   []string      `json:"extents"`   // the names of the numbers in a size
	Sizes     []rubric.Size `json:"sizes"`     // the last is measured
	Spans     []rubric.Span `json:"spans,omitempty"`
	Grid      []string      `json:"grid"`  // one to three expressions
	Block     []string      `json:"block"` // one to three expressions
	Shared    string        `json:"shared,omitempty"`
	Arguments []Argument    `json:"arguments"` // in the order of the signature
	ULP       int           `json:"ulp,omitempty"`
	Goals     []Goal        `json:"goals"`
}

// Argument is an argument of a launch: an array with a length, or a scalar with a value.
type Argument struct {
	Name   string `json:"name"`
	Length string `json:"length,omitempty"`
	// Result says that the kernel writes the array; otherwise it must not.
	Result bool   `json:"result,omitempty"`
	Value  string `json:"value,omitempty"`
}

// Goal is a limit on a metric of the largest size.
type Goal struct {
	Name   string `json:"name"`
	Metric string `json:"metric"`
	Limit  string `json:"limit"`
	Bound  string `json:"bound,omitempty"` // "at most", the default, "at least" or "exactly"
	Hint   string `json:"hint"`
}

// Load returns the exercise in a folder.
func Load(folder string) (*rubric.Exercise, error) {
	file := filepath.Join(folder, RowFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var row Row
	if err := strictjson.Decode(file, text, &row); err != nil {
		return nil, err
	}
	if err := row.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	e := &rubric.Exercise{Name: filepath.Base(folder), Package: row.Package, Device: row.Device}
	if e.Stub, err = os.ReadFile(filepath.Join(folder, StubFile)); errors.Is(err, os.ErrNotExist) {
		e.Stub = []byte("package " + row.Package + "\n")
	} else if err != nil {
		return nil, err
	}
	for i := range row.Kernels {
		k, err := row.Kernels[i].kernel(row.Device, filepath.Join(folder, source.KernelFile))
		if err != nil {
			return nil, fmt.Errorf("%s: kernel %s: %w", file, row.Kernels[i].Name, err)
		}
		e.Kernels = append(e.Kernels, *k)
	}
	return e, nil
}

// kernel returns the row of a kernel whose results the reference computes.
func (k *Kernel) kernel(device, reference string) (*rubric.Kernel, error) {
	program, err := simulator.New().Load(device, reference, k.Name)
	if err != nil {
		return nil, fmt.Errorf("the reference: %w", err)
	}
	out := &rubric.Kernel{
		Name: k.Name, Signature: k.Signature, SizeNames: k.Extents, Sizes: k.Sizes, Spans: k.Spans, Most: k.most(), ULP: k.ULP,
		Why: func(*rubric.Case, int) string { return "what the reference computes" },
		Case: func(s rubric.Size, rng *rubric.Random) *rubric.Case {
			c, err := k.launch(s, rng, program)
			if err != nil {
				panic(err.Error()) // Load has tried every size; what remains is the reference's fault
			}
			return c
		},
	}
	for _, s := range append(k.limits(), k.Sizes...) {
		if err := k.check(s); err != nil {
			return nil, err
		}
	}
	for _, g := range k.Goals {
		goal, err := g.goal(k)
		if err != nil {
			return nil, err
		}
		out.Goals = append(out.Goals, goal)
	}
	return out, nil
}

// most bounds the extents that are small in all sizes: the exercise may have room for no more.
func (k *Kernel) most() (most rubric.Size) {
	const large = 1 << 9
	for i, span := range k.Spans {
		bound := max(span.To, k.Sizes[len(k.Sizes)-1][i])
		if bound > large {
			bound = 0
		}
		most = append(most, bound)
	}
	return most
}

// check evaluates every expression for a size.
func (k *Kernel) check(s rubric.Size) error {
	if len(s) != len(k.Extents) {
		return fmt.Errorf("the size %v has %d numbers, and there are %d extents", s, len(s), len(k.Extents))
	}
	_, err := k.arguments(s, &rubric.Random{Rand: rand.New(rand.NewPCG(1, 1))})
	if err == nil {
		_, err = k.shape(s)
	}
	return err
}

// limits returns the first and the last size of the spans; nil without spans.
func (k *Kernel) limits() []rubric.Size {
	if k.Spans == nil {
		return nil
	}
	var first, last rubric.Size
	for _, s := range k.Spans {
		first, last = append(first, s.From), append(last, s.To)
	}
	return []rubric.Size{first, last}
}

// goal returns a goal of the rubric.
func (g Goal) goal(k *Kernel) (rubric.Goal, error) {
	out := rubric.Goal{Name: g.Name, Metrics: []string{g.Metric}, Hint: g.Hint, AtLeast: g.Bound == "at least", Exactly: g.Bound == "exactly"}
	if g.Bound != "" && g.Bound != "at most" && !out.AtLeast && !out.Exactly {
		return out, fmt.Errorf("goal %s: the bound is %q; there are \"at most\", \"at least\" and \"exactly\"", g.Name, g.Bound)
	}
	if _, err := k.number(g.Limit, k.Sizes[0]); err != nil {
		return out, fmt.Errorf("goal %s: %w", g.Name, err)
	}
	out.Limit = func(s rubric.Size) float64 {
		limit, _ := k.number(g.Limit, s) // it is a number for one size, so for all
		return limit
	}
	return out, nil
}
