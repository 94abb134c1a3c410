package cpu_test

// This file holds the caches against cachegrind, which watched the same walks in C.

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"gpucourse/gpusim/cpu"
)

func add(a, b, c []float64, n int) {
	for i := range n {
		a[i] = b[i] + c[i]
	}
}

func columns(out, a []float64, rows, cols int) {
	for j := range cols {
		s := 0.0
		for i := range rows {
			s += a[i*cols+j]
		}
		out[j] = s
	}
}

func transpose(out, in []float64, n int) {
	for i := range n {
		for j := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

func product(c, a, b []float64, n int) {
	for i := range n {
		for j := range n {
			s := 0.0
			for k := range n {
				s += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = s
		}
	}
}

// walk runs one of the walks on n.
func walk(t *testing.T, m *cpu.Machine, name string, n int) *cpu.Report {
	t.Helper()
	row, square := func() []float64 { return make([]float64, n) }, func() []float64 { return make([]float64, n*n) }
	var r *cpu.Report
	var err error
	switch name {
	case "add":
		r, err = m.Run(add, row(), row(), row(), n)
	case "columns":
		r, err = m.Run(columns, row(), square(), n, n)
	case "transpose":
		r, err = m.Run(transpose, square(), square(), n)
	case "product":
		r, err = m.Run(product, square(), square(), square(), n)
	default:
		t.Fatalf("there is no walk %s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// watched are the counters that cachegrind has, in the order of walks.csv.
var watched = []string{
	"L1-dcache-loads", "L1-dcache-load-misses", "LLC-load-misses",
	"L1-dcache-stores", "L1-dcache-store-misses", "LLC-store-misses",
}

// calls is what calling a function in C costs: a return address and saved
// registers, which cachegrind counts too.
const calls = 12

func TestCachegrindSeesTheSame(t *testing.T) {
	f, err := os.Open("testdata/walks.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, "i7-2600")
	m.Spec.Levels = []cpu.Level{{Name: "L1", Bytes: 32 << 10, Ways: 8}, {Name: "LL", Bytes: 1 << 20, Ways: 16, BytesPerCycle: 32}}
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		r := walk(t, m, row[0], n)
		for i, name := range watched {
			want, err := strconv.ParseFloat(row[2+i], 64)
			if err != nil {
				t.Fatal(err)
			}
			if got := metric(t, r, name); math.Abs(got-want) > calls {
				t.Errorf("%s %d: got %v %s, cachegrind saw %v", row[0], n, got, name, want)
			}
		}
	}
}

func machine(t *testing.T, name string) *cpu.Machine {
	t.Helper()
	m, err := cpu.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func metric(t *testing.T, r *cpu.Report, name string) float64 {
	t.Helper()
	v, ok := r.Metric(name)
	if !ok {
		t.Fatalf("the report of %s has no counter %s", r.Function, name)
	}
	return v
}
