package hostrun

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
)

// program parses declarations; the function to run is f.
func program(t *testing.T, text string) *Program {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "f.go", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	decls := map[string]ast.Node{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			decls[d.Name.Name] = d
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					decls[v.Names[0].Name] = d
				}
			}
		}
	}
	return &Program{
		Decl: func(name string) ast.Node {
			if d, ok := decls[name]; ok {
				return d
			}
			return nil
		},
		Line: func(n ast.Node) int { return fset.Position(n.Pos()).Line },
		Print: func(n ast.Node) string {
			var b strings.Builder
			if err := printer.Fprint(&b, fset, n); err != nil {
				t.Fatal(err)
			}
			return b.String()
		},
	}
}

// TestValues: functions compute what Go computes.
func TestValues(t *testing.T) {
	for text, want := range map[string]any{
		`func f(n int) int { sum := 0; for i := range n { if i%2 == 0 { continue }; sum += i }; return sum }`:                    9,
		`func f(n int) int { for i := 0; ; i++ { if i*i > n { return i } } }`:                                                    3,
		`func f(n int) int { a, b := 1, n; a, b = b, a; return 10*a + b }`:                                                       61,
		`func f(n int) float32 { x := make([]float32, n); for i := range x { x[i] = float32(i) / 2 }; return x[5] }`:             float32(2.5),
		`func f(n int) int { x := []int{1, 2, 3}; x = append(x, n); y := x[1:3]; y[0] = 7; return x[1]*100 + len(y)*10 + x[3] }`: 726,
		`const k = 1 << 4
func g(a, b int) (int, int) { return a * b, a - b }
func f(n int) int { p, q := g(n, k); return p + q }`: 86,
		`func f(n int) int { add := func(a int) int { return a + n }; n = 1; return add(1) }`:                            2,
		`func f(n int) string { return fmt.Sprint("stream ", n) }`:                                                       "stream 6",
		`func f(n int) int { x := [2]int{1, 2}; y := x; y[0] = n; return x[0] }`:                                         1,
		`func f(n int) int { var err error; if err == nil && !(n < 3 || n > 7) { return min(n, 4) }; return max(1, n) }`: 4,
		`func f(n int) int { x := []int{0}; defer copy(x, []int{n}); return len(x) }`:                                    1,
		`func f(n int) gpusim.Dim3 { return gpusim.Config{Grid: gpusim.Dim(n, 2)}.Grid }`:                                gpusim.Dim(6, 2),
	} {
		p, stop := program(t, text).Run("f", &rubric.Start{Args: []any{6}})
		if stop != nil {
			t.Errorf("%s: %v", text, stop)
			continue
		}
		if got := p.Results[0]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestStops: what is wrong, and what is not read, ends the run with a message on its line.
func TestStops(t *testing.T) {
	for text, want := range map[string]string{
		"func f(n int) { for {} }":                                       "statements, the limit",
		"func f(n int) { f(n) }":                                         "call each other",
		"func f(n int) { x := []int{1}; x[n] = 1 }":                      "index 6 is not between 0 and 0",
		"func f(n int) { _ = 1 / (n - 6) }":                              "division by zero",
		"func f(n int) { _ = make([]float32, 1<<40) }":                   "MiB",
		"func f(n int) { _ = n + 0.5 }":                                  "no int",
		"func f(n int) { _ = n == float32(1) }":                          "the operands have the types",
		"func f(n int) { go f(n) }":                                      "does not read this statement",
		"func f(n int) { os.Exit(n) }":                                   "os is not declared",
		"func f(n int) { gpusim.Open(\"H200\") }":                        "does not read this function",
		"func f(n int) { _ = gpusim.Config{Options: gpusim.Options{}} }": "does not read this field",
		"func f(n int) { var x *gpusim.Stream; x.Synchronize() }":        "x is nil",
		"func f(n int) { m := map[string]int{}; m[\"a\"] = n }":          "does not read this type",
		"func f(n int) int { if n == 1 { return 1 } }":                   "returns 0 values, and declares 1",
		"func f(n int) { y = n }":                                        "y is no variable",
		"func f(n int) { s := []*gpusim.Stream{}; s[0].Synchronise() }":  "index 0",
		"func f(n int) { d := n; d.Synchronize() }":                      "no method Synchronize",
		"func f(n int) { panic(\"no\") }":                                "panics: no",
		"func f(n int) { a, b := n; _, _ = a, b }":                       "1 value, the left side 2",
		"func f(n int) { var e gpusim.Event; e.Synchronise() }":          "no method Synchronise",
	} {
		_, stop := program(t, text).Run("f", &rubric.Start{Args: []any{6}})
		if stop == nil || !strings.Contains(stop.Message, want) || stop.Line != 2 || stop.Hint == "" {
			t.Errorf("%s: got %+v, want %q in line 2 with a hint", text, stop, want)
		}
	}
}

// TestCallsAreRecorded: each call of the API is recorded with its line and its time, and what the host does with its
// memory, too. A call that fails ends the run.
func TestCallsAreRecorded(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("H200"))
	text := `func f(dev *gpusim.Device) {
	x := notebook.Must(gpusim.Malloc[float32](dev, 4))
	host := []float32{1, 2, 3, 4}
	host[0] = 5
	s := dev.NewStream("s")
	notebook.OK(s.CopyFrom(x, host))
	notebook.OK(x.View(0, 2).CopyTo(host[2:]))
	notebook.OK(x.Free())
	notebook.OK(x.Free())
}`
	p, stop := program(t, text).Run("f", &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev}})
	var got []string
	for _, c := range p.Calls {
		got = append(got, c.Name)
		if c.To < c.From || c.Line < 3 {
			t.Errorf("%s: from %v to %v in line %d", c.Name, c.From, c.To, c.Line)
		}
	}
	want := "gpusim.Malloc[float32] " + rubric.HostWrites + " Device.NewStream Stream.CopyFrom Buffer.View Buffer.CopyTo Buffer.Free Buffer.Free"
	if strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if stop == nil || stop.Err == nil || stop.Line != 10 {
		t.Errorf("got %+v, want the error of the second free, in line 10", stop)
	}
	if wrote := p.Calls[3].Args[2].([]float32); wrote[2] != 5 || wrote[3] != 2 || !p.Calls[3].Staged {
		t.Errorf("got %v, want 5 2 at the end, of pageable memory", wrote)
	}
}
