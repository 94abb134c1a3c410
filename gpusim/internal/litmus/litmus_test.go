package litmus_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/validation/h200"
	_ "gpucourse/internal/collect"
)

// expectation is what the comment of a kernel says.
type expectation struct {
	kernel      string
	grid, block int
	array       string // whose final contents are meant
	outcomes    []string
	source      string
}

const kernelsFile = "testdata/kernels.go"

// expectations reads the comments of all kernels.
func expectations(t *testing.T) []expectation {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), kernelsFile, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var list []expectation
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		e := expectation{kernel: fn.Name.Name}
		for line := range strings.Lines(fn.Doc.Text()) {
			e.read(t, strings.TrimSpace(line))
		}
		if e.array == "" || e.source == "" {
			t.Errorf("%s: the comment names no outcomes, or no source", e.kernel)
		}
		list = append(list, e)
	}
	return list
}

// read takes one line of a comment.
func (e *expectation) read(t *testing.T, line string) {
	t.Helper()
	key, rest, _ := strings.Cut(line, " ")
	switch key {
	case "grid":
		if _, err := fmt.Sscanf(line, "grid %d block %d", &e.grid, &e.block); err != nil {
			t.Error(err)
		}
	case "out:", "x:":
		e.array, e.outcomes = strings.TrimSuffix(key, ":"), strings.Split(rest, "; ")
	case "source:":
		e.source = rest
	}
}

// outcomes lists the outcomes of a kernel of the file.
func outcomes(t *testing.T, e expectation) (*report.Outcomes, error) {
	t.Helper()
	dev := gpusim.Must(gpusim.Open("H200"))
	m := gpusim.Must(gpusim.LoadFile(kernelsFile))
	x, out := gpusim.Must(gpusim.Upload(dev, make([]int32, 3))), gpusim.Must(gpusim.Upload(dev, make([]int32, 4)))
	return dev.Outcomes(gpusim.Must(m.Kernel(e.kernel)), gpusim.Config{Grid: gpusim.Dim(e.grid), Block: gpusim.Dim(e.block)}, x, out)
}

// projected returns the final contents of one array, with "!" where threads in turns
// never end so.
func projected(o *report.Outcomes, array string) []string {
	turns := map[string]bool{}
	for _, row := range o.List {
		var values []string
		for i, name := range o.Elements {
			if strings.HasPrefix(name, array+"[") {
				values = append(values, row.Values[i])
			}
		}
		k := strings.Join(values, " ")
		turns[k] = turns[k] || row.Turns
	}
	var list []string
	for k, inTurns := range turns {
		if !inTurns {
			k += "!"
		}
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// TestLitmus compares all outcomes of each test with those of its source.
func TestLitmus(t *testing.T) {
	for _, e := range expectations(t) {
		t.Run(e.kernel, func(t *testing.T) {
			o, err := outcomes(t, e)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Sorted(slices.Values(e.outcomes))
			if got := projected(o, e.array); !slices.Equal(got, want) {
				t.Errorf("outcomes of %s: %s, want %s (%s)\n%v", e.array, strings.Join(got, "; "), strings.Join(want, "; "), e.source, o)
			}
		})
	}
}

// TestNotExplored: launches that cannot be listed are refused with the reason.
func TestNotExplored(t *testing.T) {
	kernels := map[string]string{
		"x[gpu.BlockIdx.X] = gpu.ShflSync(gpu.FullMask, x[0], 0)":               "a shuffle",
		"for i := range 100 { gpu.AtomicAdd(&x[i%2], int32(i)) }":               "more than 24 accesses",
		"for i := range 7 { out[gpu.BlockIdx.X] += gpu.AtomicAdd(&x[i%2], 1) }": "fewer",
	}
	for body, reason := range kernels {
		_, err := explored(t, body, 2)
		if !errors.Is(err, diag.NotExplored) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: got %v, want a refusal with %q", body, err, reason)
		}
	}
}

// explored lists the outcomes of a kernel with the given body.
func explored(t *testing.T, body string, blocks int) (*report.Outcomes, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.go")
	source := "package p\n\nimport \"gpucourse/gpusim/gpu\"\n\nfunc K(x, out []int32) {\n" + body + "\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	dev := gpusim.Must(gpusim.Open("H200"))
	x, out := gpusim.Must(gpusim.Upload(dev, make([]int32, 2))), gpusim.Must(gpusim.Upload(dev, make([]int32, 8)))
	k := gpusim.Must(gpusim.Must(gpusim.LoadFile(file)).Kernel("K"))
	return dev.Outcomes(k, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(1)}, x, out)
}

// accesses are what a random thread may do: with its element of x, its element of out
// and a number. The first plain of them are weak.
var accesses = []string{
	"x[%[1]d] = %[3]d",
	"out[%[2]d] = x[%[1]d]",
	"gpu.StoreVolatile(&x[%[1]d], %[3]d)",
	"out[%[2]d] = gpu.LoadVolatile(&x[%[1]d])",
	"out[%[2]d] = gpu.AtomicAdd(&x[%[1]d], %[3]d)",
	"out[%[2]d] = gpu.AtomicExch(&x[%[1]d], %[3]d)",
	"out[%[2]d] = gpu.AtomicCAS(&x[%[1]d], 0, %[3]d)",
}

const plain = 2

// randomBody returns a kernel of two threads with three accesses each. between stands
// behind every access.
func randomBody(rng *rand.Rand, list []string, between string) string {
	var b strings.Builder
	for thread := range 2 {
		fmt.Fprintf(&b, "if gpu.BlockIdx.X == %d {\n", thread)
		for i := range 3 {
			fmt.Fprintf(&b, list[rng.IntN(len(list))]+"\n%[4]s\n", rng.IntN(2), 3*thread+i, 1+rng.IntN(2), between)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// TestRandom: the model allows whatever threads in turns reach (Explore checks it),
// and nothing else where fences of the device separate strong accesses.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	weak := func(o *report.Outcomes) bool {
		return slices.ContainsFunc(o.List, func(x report.Outcome) bool { return !x.Turns })
	}
	weaker := 0
	for range 40 {
		fenced := randomBody(rng, accesses[plain:], "gpu.Threadfence()")
		if o := gpusim.Must(explored(t, fenced, 2)); weak(o) {
			t.Errorf("fences leave outcomes that no turns reach:\n%s\n%v", fenced, o)
		}
		if weak(gpusim.Must(explored(t, randomBody(rng, accesses, ""), 2))) {
			weaker++
		}
	}
	if weaker == 0 {
		t.Error("no random kernel needs weakly ordered memory")
	}
}

// TestMeasuredOutcomesAreAllowed: the model allows every outcome that an H200 has shown.
func TestMeasuredOutcomesAreAllowed(t *testing.T) {
	variants := map[string]string{
		"message none none": "MessageVolatile", "message device none": "MessageWriterFenced", "message none device": "MessageReaderFenced",
		"message block block": "MessageBlockFences", "message device device": "MessageFenced",
		"storebuffer none none": "StoreBufferVolatile", "storebuffer block block": "StoreBufferBlockFences", "storebuffer device device": "StoreBufferFenced",
	}
	for _, e := range expectations(t) {
		for words, kernel := range variants {
			if kernel != e.kernel {
				continue
			}
			rows := h200.Order(words)
			if len(rows) == 0 {
				t.Fatalf("nothing was measured for %s", words)
			}
			allowed := strings.ReplaceAll(strings.Join(e.outcomes, ";"), " ", "")
			for _, row := range rows {
				for _, outcome := range []string{"00", "01", "10", "11"} {
					if row[outcome] > 0 && !strings.Contains(allowed, outcome) {
						t.Errorf("%s: an H200 ended %v times with %s, which is not allowed: %v", words, row[outcome], outcome, e.outcomes)
					}
				}
			}
		}
	}
}
