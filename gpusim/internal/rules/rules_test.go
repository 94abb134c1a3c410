package rules_test

// This file asks the rules about kernels with and without a fault.

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/internal/rules"
	"gpucourse/gpusim/report"
	_ "gpucourse/internal/collect"
)

// pair is a kernel with a fault, and one without it, whose name ends with Mended.
type pair struct {
	rule        string
	kernel      string // in testdata/pairs.cu
	at          string // the text of the line where the fault is; empty: it is of the launch
	grid, block gpusim.Dim3
	args        func() map[string]any  // slices are uploaded
	mended      map[string]any         // what is different for the kernel without the fault
	other       func(c *gpusim.Config) // what is different in its launch
	device      string                 // empty: H200
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
	{rule: "Uncoalesced global accesses", kernel: "fields", at: "out[i] = 2 * in[8 * i];", grid: rows, block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": make([]float32, 8*million), "n": million}
	}, mended: map[string]any{"in": make([]float32, million)}},
	{rule: "Uncoalesced global accesses", kernel: "columns", at: "out[x * n + y] = in[y * n + x];", grid: tile, block: tile, args: floats},
	{rule: "Uncoalesced global accesses", kernel: "rows", at: "__pipeline_memcpy_async(&tile[4 * t]", grid: tiles, block: gpusim.Dim(256), args: floats},
	{rule: "Shared memory bank conflicts", kernel: "banks", at: "sum += tile[threadIdx.x][i]", grid: tiles, block: tile, args: floats},
	{rule: "Shared memory bank conflicts", kernel: "bankStores", at: "tile[threadIdx.x][(threadIdx.y + i) % 32] = v + i;", grid: tiles, block: tile, args: floats},
	{rule: "Local memory", kernel: "lookup", at: "a[", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": ramp(million), "n": million}
	}},
	{rule: "Data loaded again", kernel: "product", at: "sum += in[y * n + k] * in[k * n + x];", grid: gpusim.Dim(8, 8), block: tile, args: func() map[string]any {
		return map[string]any{"out": make([]float32, 1<<16), "in": make([]float32, 1<<16), "n": 256}
	}},
	{rule: "Loads of one address", kernel: "weights", at: "sum += w[k] * v;", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": make([]float32, million), "w": make([]float32, 64)}
	}},
	{rule: "Few loads in flight", kernel: "chase", at: "i = in[i];", grid: gpusim.Dim(132), block: gpusim.Dim(64), args: func() map[string]any {
		return map[string]any{"out": make([]int32, million), "in": ramp(million)}
	}},
	{rule: "Atomics on one address", kernel: "count", at: "atomicAdd(out, in[i]);", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, 1), "in": make([]float32, million)}
	}},
	{rule: "Atomics in one slice of L2", kernel: "bins", at: "atomicAdd(&out[in[i] & 63], 1);", grid: gpusim.Dim(264), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]int32, 64), "in": ramp(1 << 18), "n": 1 << 18}
	}},
	{rule: "Constants at many addresses", kernel: "table", at: "colours[", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": ramp(million)}
	}},
	{rule: "Shared atomic conflicts", kernel: "votes", at: "atomicAdd(&bins[", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]int32, 64), "in": ramp(million)}
	}},
	{rule: "Barrier stalls", kernel: "steps", grid: gpusim.Dim(512), block: gpusim.Dim(1024), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": make([]float32, million)}
	}},
	{rule: "Thread divergence", kernel: "branches", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million)}
	}},
	{rule: "64-bit floats", kernel: "doubles", at: "v = v * 1.0001", device: "RTX 4090", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million)}
	}},
	{rule: "Special functions", kernel: "sines", at: "sinf(", grid: gpusim.Dim(1024), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million)}
	}},
	{rule: "Narrow global accesses", kernel: "words", at: "sum += in[", grid: gpusim.Dim(132 * 4), block: gpusim.Dim(512), args: floats},
	{rule: "Scattered local accesses", kernel: "own", at: "a[", grid: gpusim.Dim(512), block: gpusim.Dim(256), args: func() map[string]any {
		return map[string]any{"out": make([]float32, million), "in": ramp(million)}
	}},
	{rule: "Instruction cache misses", kernel: "unrolled", grid: gpusim.Dim(132), block: gpusim.Dim(256), args: loopArgs},
	{rule: "Small grid", kernel: "loop", grid: gpusim.Dim(16), block: gpusim.Dim(256), args: loopArgs, other: func(c *gpusim.Config) { c.Grid = gpusim.Dim(132 * 4) }},
	{rule: "Tail effect", kernel: "heavy", grid: gpusim.Dim(132*8 + 16), block: gpusim.Dim(256), args: loopArgs, other: func(c *gpusim.Config) { c.Grid = gpusim.Dim(132 * 8) }},
	{rule: "Theoretical occupancy", kernel: "greedy", grid: gpusim.Dim(132 * 16), block: gpusim.Dim(128), args: floats},
	{rule: "Achieved occupancy", kernel: "uneven", grid: gpusim.Dim(132 * 8 * 2), block: gpusim.Dim(256), args: loopArgs},
	{rule: "Block size", kernel: "heavy", grid: gpusim.Dim(2112), block: gpusim.Dim(33), args: loopArgs, other: func(c *gpusim.Config) { c.Block = gpusim.Dim(64); c.Grid = gpusim.Dim(1089) }},
}

// loopArgs are the arguments of kernels that compute without reading much.
func loopArgs() map[string]any { return map[string]any{"out": make([]float32, million), "n": 1 << 16} }

// ask launches a kernel of testdata/pairs.cu.
func ask(t *testing.T, p *pair, kernel string, config gpusim.Config, changes map[string]any) *report.Report {
	t.Helper()
	dev, err := gpusim.Open(cmp.Or(p.device, "H200"))
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
	config.Rules = true
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
			config := gpusim.Config{Grid: p.grid, Block: p.block}
			with := ask(t, p, p.kernel, config, nil)
			if p.other != nil {
				p.other(&config)
			}
			without := ask(t, p, p.kernel+"Mended", config, p.mended)
			gained := with.Time.Cycles / without.Time.Cycles
			found, ok := ruleOf(with, p.rule)
			if !ok {
				t.Fatalf("no rule %q, but\n%v", p.rule, with.Rules)
			}
			t.Logf("%-28s estimated %5.2f, simulated %5.2f\n%v", p.rule, found.Speedup, gained, found)
			if found.Pos.Line == 0 && p.at != "" {
				t.Errorf("the rule has no line")
			}
			if line := sourceOf(with, found); !strings.Contains(line, p.at) {
				t.Errorf("the rule is at %q, want a line with %q", line, p.at)
			}
			if _, ok := ruleOf(without, p.rule); ok {
				t.Errorf("without the fault: %v", without.Rules)
			}
		})
	}
}

// TestRemedyOfCopies: what is said of copies names the other cause of excessive sectors, a padded tile.
func TestRemedyOfCopies(t *testing.T) {
	for kernel, want := range map[string]bool{"rows": true, "columns": false} {
		p := &pairs[slices.IndexFunc(pairs, func(p pair) bool { return p.kernel == kernel })]
		found, _ := ruleOf(ask(t, p, kernel, gpusim.Config{Grid: p.grid, Block: p.block}, nil), p.rule)
		if got := strings.Contains(found.String(), "begin at a multiple of 32 bytes"); got != want {
			t.Errorf("%s: got %v", kernel, found)
		}
	}
}

// TestEachRuleHasAPair: so each is tried, and the glossary knows what it is about.
func TestEachRuleHasAPair(t *testing.T) {
	for name, term := range rules.Terms() {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return p.rule == name }) {
			t.Errorf("no pair for %q", name)
		}
		if found := glossary.Lookup(term); len(found) == 0 || found[0].Name != term {
			t.Errorf("%s: the glossary has no term %q", name, term)
		}
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
	rep := ask(t, &pairs[0], pairs[0].kernel, gpusim.Config{Grid: pairs[0].grid, Block: pairs[0].block, Options: gpusim.Options{NoTime: true}}, nil)
	found, ok := ruleOf(rep, pairs[0].rule)
	if !ok || found.Speedup != 0 || found.Basis != "" {
		t.Errorf("got %v", rep.Rules)
	}
}
