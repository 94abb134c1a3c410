package rules_test

// This file asks the rules about kernels with and without a fault.

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

// pair is a kernel with a fault, and one without it, whose name ends with Mended.
type pair struct {
	rule        string
	kernel      string // in testdata/pairs.cu
	at          string // the text of the line where the fault is
	grid, block gpusim.Dim3
	args        func() map[string]any // slices are uploaded
	mended      map[string]any        // what is different for the kernel without the fault
	device      string                // empty: H200
}

const million = 1 << 20

// floats are the arguments of kernels that read one array and write another.
func floats() map[string]any {
	return map[string]any{"out": make([]float32, million), "in": make([]float32, million), "n": 1024}
}

// ramp are integers that count up.
func ramp(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

var (
	rows  = gpusim.Dim(million / 256)
	tiles = gpusim.Dim(million / 1024)
	tile  = gpusim.Dim(32, 32)
)

var pairs = []pair{
	{rule: "Uncoalesced global loads", kernel: "fields", at: "out[i] = 2 * in[8 * i];", grid: rows, block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": make([]float32, 8*million), "n": million}
	}, mended: map[string]any{"in": make([]float32, million)}},
	{rule: "Uncoalesced global stores", kernel: "columns", at: "out[x * n + y] = in[y * n + x];", grid: tile, block: tile, args: floats},
	{rule: "Shared load bank conflicts", kernel: "banks", at: "sum += tile[threadIdx.x][i]", grid: tiles, block: tile, args: floats},
	{rule: "Shared store bank conflicts", kernel: "bankStores", at: "tile[threadIdx.x][(threadIdx.y + i) % 32] = v + i;", grid: tiles, block: tile, args: floats},
	{rule: "Local memory", kernel: "lookup", at: "a[", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": ramp(million), "n": million}
	}},
}

// ask launches a kernel of testdata/pairs.cu.
func ask(t *testing.T, p *pair, kernel string, config gpusim.Config, changes map[string]any) *report.Report {
	t.Helper()
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	m, err := gpusim.LoadFile("testdata/pairs.cu")
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel(kernel)
	if err != nil {
		t.Fatal(err)
	}
	values := p.args()
	for name, v := range changes {
		values[name] = v
	}
	named := gpusim.Named{}
	for _, parameter := range k.Parameters() {
		v := values[parameter.Name]
		if reflect.ValueOf(v).Kind() == reflect.Slice {
			if v, err = dev.UploadArray(v); err != nil {
				t.Fatal(err)
			}
		}
		named[parameter.Name] = v
	}
	config.Grid, config.Block, config.Rules = p.grid, p.block, true
	rep, err := dev.Launch(k, config, named)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestPairs: a rule holds for the kernel with the fault, at its line, and not for the other.
func TestPairs(t *testing.T) {
	for i := range pairs {
		p := &pairs[i]
		t.Run(p.kernel, func(t *testing.T) {
			t.Parallel()
			with, without := ask(t, p, p.kernel, gpusim.Config{}, nil), ask(t, p, p.kernel+"Mended", gpusim.Config{}, p.mended)
			gained := with.Time.Cycles / without.Time.Cycles
			found, ok := ruleOf(with, p.rule)
			if !ok {
				t.Fatalf("no rule %q, but\n%v", p.rule, with.Rules)
			}
			t.Logf("%-28s estimated %5.2f, simulated %5.2f\n%v", p.rule, found.Speedup, gained, found)
			if line := sourceOf(with, found); !strings.Contains(line, p.at) {
				t.Errorf("the rule is at %q, want a line with %q", line, p.at)
			}
			if _, ok := ruleOf(without, p.rule); ok {
				t.Errorf("without the fault: %v", without.Rules)
			}
		})
	}
}

func ruleOf(r *report.Report, name string) (report.Rule, bool) {
	i := slices.IndexFunc(r.Rules, func(rule report.Rule) bool { return rule.Name == name })
	if i < 0 {
		return report.Rule{}, false
	}
	return r.Rules[i], true
}

// sourceOf is the text of the line at which a rule is.
func sourceOf(r *report.Report, rule report.Rule) string {
	for _, l := range r.Lines {
		if l.Pos == rule.Pos {
			return l.Source
		}
	}
	return ""
}

// TestUntimed: without time there are rules, but no speedups.
func TestUntimed(t *testing.T) {
	rep := ask(t, &pairs[0], pairs[0].kernel, gpusim.Config{Options: gpusim.Options{NoTime: true}}, nil)
	found, ok := ruleOf(rep, pairs[0].rule)
	if !ok || found.Speedup != 0 || found.Basis != "" {
		t.Errorf("got %v", rep.Rules)
	}
}
