package cpu_test

// This file runs functions: what they compute, what is counted, what is refused.

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	_ "gpucourse/internal/collect"
)

// histogram counts in an array of its own.
func histogram(out []int32, in []uint8, n int) {
	var count [16]int32
	for i := range n {
		count[in[i]%16]++
	}
	for i := range count {
		out[i] += count[i]
	}
}

func scaleInPlace(y, x []float32, a float32, n int) {
	for i := range n {
		y[i] = a * x[i]
	}
}

func shared(x []float32) {
	t := gpu.Shared[[32]float32]()
	t[0] = x[0]
	x[0] = t[0]
}

func endless(x []float64) {
	for x[0] == 0 {
		x[1]++
	}
}

func beyond(x []float64, n int) {
	for i := range n + 1 {
		x[i] = 1
	}
}

func everyEighth(x []float64, n int) {
	for i := 0; i < n; i += 8 {
		x[i]++
	}
}

func sumOf[T float32 | float64](x []T, n int) {
	var sum T
	for i := range n {
		sum += x[i]
	}
	x[0] = sum
}

func TestResultsAreTheCallers(t *testing.T) {
	m := machine(t, "Toy")
	in, got, want := make([]uint8, 1000), make([]int32, 16), make([]int32, 16)
	for i := range in {
		in[i] = uint8(i * i)
	}
	histogram(want, in, len(in))
	if _, err := m.Run(histogram, got, in, len(in)); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and %v, want %v", got, err, want)
	}
	x := []float32{1, 2, 3}
	if _, err := m.Run(scaleInPlace, x, x, float32(2), 3); err != nil || !slices.Equal(x, []float32{2, 4, 6}) {
		t.Errorf("in place: got %v and %v", x, err)
	}
}

// TestExecuteWritesWhatRunWrites: a call that counts nothing has the same results and faults.
func TestExecuteWritesWhatRunWrites(t *testing.T) {
	m := machine(t, "Toy")
	got, want := []float32{1, 2, 3}, []float32{2, 4, 6}
	if err := m.Execute(scaleInPlace, got, got, float32(2), 3); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and %v, want %v", got, err, want)
	}
	x := make([]float64, 3)
	_, fault := m.Run(beyond, x, 3)
	if err := m.Execute(beyond, x, 3); err == nil || err.Error() != fault.Error() {
		t.Errorf("got %v, want %v", err, fault)
	}
}

// TestLinesOfAWalk: a walk over whole lines moves each once, one over every
// eighth element as many for an eighth of the work.
func TestLinesOfAWalk(t *testing.T) {
	m := machine(t, "i7-2600")
	const n = 1 << 18
	for name, want := range map[string]float64{
		"memory-lines-read": n / 8, "memory-lines-written": n / 8, "line-bytes-used": 8, "flops": n / 8, "L1-dcache-load-misses": n / 8,
	} {
		r, err := m.Run(everyEighth, make([]float64, n), n)
		if err != nil {
			t.Fatal(err)
		}
		if got := metric(t, r, name); got != want {
			t.Errorf("got %v %s, want %v", got, name, want)
		}
	}
}

// TestTimeIsTheSlowestPart: memory moves 16 bytes an element of the walk, in
// lines of which one element is used.
func TestTimeIsTheSlowestPart(t *testing.T) {
	m := machine(t, "i7-2600")
	m.Spec.ClockMHz, m.Spec.MemoryBytesPerSecond = 1000, 1e9
	const n = 1 << 16
	r, err := m.Run(everyEighth, make([]float64, n), n)
	if err != nil {
		t.Fatal(err)
	}
	if want := 2.0 * 8 * n; r.Time.Cycles != want || r.Time.Bound != "L3 and memory" {
		t.Errorf("got %v cycles for %s, want %v for L3 and memory", r.Time.Cycles, r.Time.Bound, want)
	}
	if want := 1.0 / 128; r.Time.Gflops != want {
		t.Errorf("got %v Gflop/s, want %v", r.Time.Gflops, want)
	}
}

// TestLoadsTakeTimeByTheirBytes: a core loads twice as many float32 per cycle as float64.
func TestLoadsTakeTimeByTheirBytes(t *testing.T) {
	m := machine(t, "i7-2600")
	const n = 1 << 10
	for _, run := range []struct {
		function, x any
		bytes       float64
	}{
		{sumOf[float32], make([]float32, n), 4 * n},
		{sumOf[float64], make([]float64, n), 8 * n},
	} {
		r, err := m.Run(run.function, run.x, n)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(r.Time.Parts, func(p cpu.Part) bool { return p.Name == "loads" })
		if got, want := r.Time.Parts[i].Cycles, run.bytes/m.Spec.LoadBytesPerCycle; got != want {
			t.Errorf("%s: loads take %v cycles, want %v", r.Function, got, want)
		}
	}
}

// TestLinesAddUp: the counters of the source lines are those of the whole, but
// for what is written back at the end.
func TestLinesAddUp(t *testing.T) {
	r := walk(t, machine(t, "i7-2600"), "product", 40)
	for _, name := range []string{"L1-dcache-loads", "L1-dcache-load-misses", "LLC-load-misses", "L1-dcache-stores", "flops", "memory-lines-read"} {
		sum := 0.0
		for _, l := range r.Lines {
			v, _ := l.Metrics.Get(name)
			sum += v
		}
		if got := metric(t, r, name); sum != got {
			t.Errorf("%s: got %v by line, %v of the whole", name, sum, got)
		}
	}
}

func TestWalkNamesElements(t *testing.T) {
	r := walk(t, machine(t, "Toy"), "transpose", 16)
	if len(r.Walk) != 2*16*16 {
		t.Fatalf("got %d accesses, want a load and a store an element", len(r.Walk))
	}
	got := r.Walk[2*17+1]
	got.Addr = 0
	if want := (cpu.Touch{Array: "out", Index: 16 + 1, Bytes: 8, Store: true, Level: got.Level}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if r.Walk[0].Level != 1 || r.Walk[2].Level != 0 {
		t.Errorf("got in[0] from level %d and in[1] from %d, want memory and L1", r.Walk[0].Level, r.Walk[2].Level)
	}
}

func TestSameReportAlways(t *testing.T) {
	m := machine(t, "i7-2600")
	one, two := walk(t, m, "product", 30), walk(t, m, "product", 30)
	a, err := one.JSON()
	b, err2 := two.JSON()
	if err != nil || err2 != nil || string(a) != string(b) || one.String() != two.String() {
		t.Errorf("got two reports (%v, %v)\n%s\n%s", err, err2, a, b)
	}
	var back cpu.Report
	if err := json.Unmarshal(a, &back); err != nil || !reflect.DeepEqual(back.Lines, one.Lines) {
		t.Errorf("got %v back, error %v", back.Lines, err)
	}
	for _, part := range []string{"product on one core of i7-2600", "L1-dcache-load-misses", "walks_test.go", "s += a[i*n+k] * b[k*n+j]"} {
		if !strings.Contains(one.String(), part) {
			t.Errorf("the text lacks %q:\n%v", part, one)
		}
	}
}

func TestLastWriter(t *testing.T) {
	m := machine(t, "Toy")
	at, source, err := m.LastWriter(histogram, 0, 3, make([]int32, 16), make([]uint8, 10), 10)
	if err != nil || at.Line == 0 || !strings.HasSuffix(at.File, "cpu_test.go") || !strings.Contains(source, "[") {
		t.Errorf("got %v %q, %v", at, source, err)
	}
	if at, _, err = m.LastWriter(everyEighth, 0, 3, make([]float64, 16), 16); err != nil || at != (diag.Pos{}) {
		t.Errorf("got %v, %v, want nobody to have written", at, err)
	}
}

func TestWhatIsRefused(t *testing.T) {
	x := make([]float64, 8)
	for name, c := range map[string]struct {
		code diag.Code
		f    any
		args []any
	}{
		"shared memory":  {diag.NotAKernel, shared, []any{make([]float32, 1)}},
		"few arguments":  {diag.ArgumentCount, beyond, []any{x}},
		"another slice":  {diag.ArgumentType, beyond, []any{make([]float32, 8), 8}},
		"another number": {diag.ArgumentType, beyond, []any{x, 1.5}},
		"nil":            {diag.ArgumentType, beyond, []any{nil, 1}},
		"half common":    {diag.ArgumentType, everyThird, []any{x[:5], x[4:], 1}},
		"too large":      {diag.ArgumentType, beyond, []any{x, 1 << 40}},
		"out of range":   {diag.IndexOutOfRange, beyond, []any{x, 8}},
		"endless":        {diag.InstructionBudget, endless, []any{make([]float64, 2)}},
	} {
		m := machine(t, "Toy")
		m.Instructions = 10000
		_, err := m.Run(c.f, c.args...)
		var d diag.Diagnostic
		if !errors.As(err, &d) || d.Code != c.code {
			t.Errorf("%s: got %v, want code %s", name, err, c.code)
		}
		if strings.Contains(d.Message, "lane") || strings.Contains(d.Message, "warp") {
			t.Errorf("%s: got %q, which speaks of a GPU", name, d.Message)
		}
	}
	if _, err := machine(t, "Toy").Run(42); err == nil {
		t.Error("a number was called")
	}
}

func everyThird(y, x []float64, n int) {
	for i := 0; i < n; i += 3 {
		y[i] = x[i]
	}
}

func TestSpecs(t *testing.T) {
	for _, s := range cpu.Specs {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		found, err := cpu.Find(strings.ToLower(s.Name))
		if err != nil || !reflect.DeepEqual(found, s) {
			t.Errorf("got %+v and %v, want %+v", found, err, s)
		}
		found.Levels[0].Ways = 0
		if found.Validate() == nil || s.Validate() != nil {
			t.Errorf("%s: got a cache without ways allowed, or a copy that is none", s.Name)
		}
	}
	if _, err := cpu.Open("i8-9999"); err == nil || !strings.Contains(err.Error(), "i7-2600") {
		t.Errorf("got %v, want the names that there are", err)
	}
}
