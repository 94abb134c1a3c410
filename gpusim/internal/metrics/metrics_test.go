package metrics

// This file checks reports of a launch made by hand, against goldens, the JSON
// schema and each other.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// device is a small machine of round numbers.
var device = &arch.Spec{
	Name: "Round", CC: arch.CC{Major: 9}, Evidence: arch.Toy, SMs: 10, WarpSize: 32, ClockMHz: 1000,
	Limits: arch.Limits{ThreadsPerBlock: 1024, ThreadsPerSM: 2048, WarpsPerSM: 64, BlocksPerSM: 32},
	Regs:   arch.RegisterFile{PerSM: 65536, PerBlock: 65536, PerThreadMax: 255, AllocUnit: 256, SubPartitions: 4},
	Shared: arch.SharedMemory{Banks: 32, BankBytes: 4, PerSM: 65536, Reserved: 1024, AllocUnit: 128},
	Global: arch.GlobalMemory{Coalesce: arch.CoalesceSector, SectorBytes: 32, L2Bytes: 1 << 20},
	Caches: arch.Caches{L1: arch.Cache{Bytes: 1 << 14, LineBytes: 128}, L2: arch.Cache{Bytes: 1 << 20, LineBytes: 128}},
	Rates:  arch.Rates{IssuePerCycle: 4, L1WavefrontCycles: 1, L1BytesPerCycle: 64, L2BytesPerSecond: 200e9, DRAMBytesPerSecond: 100e9, LaunchCycles: 1000},
}

var source = []string{"", "func K(out, in []float32) {", "\ttile[y][x] = in[i]", "\tgpu.SyncThreads()", "\tout[j] = tile[x][y]", "}"}

// transpose is one warp instruction of each kind on three lines, run by 40 warps.
func transpose() *Launch {
	k := &ir.Kernel{
		Name: "K", SharedBytes: 4096, ParamBytes: 24, Usage: &ir.Usage{Registers: 12},
		Frames: []ir.Frame{{}, {Pos: diag.Pos{File: "k.go", Line: 2, Col: 3}}, {Pos: diag.Pos{File: "k.go", Line: 3}}, {Pos: diag.Pos{File: "k.go", Line: 4}}},
	}
	const n = 40
	return &Launch{
		Shape: launch.Shape{Spec: device, Grid: arch.Dim3{X: 5, Y: 2, Z: 1}, Block: arch.Dim3{X: 32, Y: 4, Z: 1}}.Of(k), Kernel: k,
		Instrs: []*ir.Instr{
			{Op: ir.Ld, Space: ir.Global, Pos: 1}, {Op: ir.St, Space: ir.Shared, Pos: 1}, {Op: ir.Bar, Pos: 2},
			{Op: ir.Ld, Space: ir.Shared, Pos: 3}, {Op: ir.St, Space: ir.Global, Pos: 3}, {Op: ir.Exit},
		},
		Counts: []Counts{
			{Warps: n, Threads: 32 * n, AccessCounts: trace.AccessCounts{Accesses: n, Requests: n, Sectors: 4 * n, Bytes: 128 * n}},
			{Warps: n, Threads: 32 * n, AccessCounts: trace.AccessCounts{Accesses: n, Wavefronts: n, Bytes: 128 * n}},
			{Warps: n, Threads: 32 * n},
			{Warps: n, Threads: 32 * n, AccessCounts: trace.AccessCounts{Accesses: n, Wavefronts: 32 * n, Conflicts: 31 * n, Bytes: 128 * n}},
			{Warps: n, Threads: 16 * n, AccessCounts: trace.AccessCounts{Accesses: n, Requests: n, Sectors: 4 * n, Bytes: 64 * n}},
			{Warps: n, Threads: 32 * n},
		},
		Caches: &trace.CacheResult{
			ByPC: []trace.CacheCounts{
				{L1Hits: n, L1Misses: 3 * n, L2Reads: 3 * n, L2ReadHits: n, DRAMReads: 2 * n},
				{}, {}, {},
				{L2Writes: 4 * n, L2WriteHits: 4 * n}, {},
			},
			Rest: trace.CacheCounts{DRAMWrites: n},
		},
		Outputs:    []report.Output{{Name: "out", SHA256: strings.Repeat("0123456789abcdef", 4)}},
		SourceLine: func(p diag.Pos) string { return source[p.Line] },
	}
}

func TestGolden(t *testing.T) {
	r := Report(transpose())
	for name, got := range map[string]string{"transpose.txt": r.String(), "transpose.json": string(r.JSON())} {
		golden.Check(t, "testdata/"+name, got)
	}
}

func TestMetric(t *testing.T) {
	r := Report(transpose())
	tests := map[string]float64{
		"inst_executed": 240, "thread_inst_executed": 7040, "warp_execution_efficiency": 91.6667,
		"gld_transactions": 160, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 160,
		"gld_transactions_per_request": 4, "gld_efficiency": 100, "gst_efficiency": 50,
		"shared_load_transactions": 1280, "shared_ld_bank_conflict": 1240, "shared_load_transactions_per_request": 32,
		"shared_efficiency": 6.0606, "launch__waves_per_multiprocessor": 0.0833, "launch__occupancy_limit_shared_mem": 12,
		"sm__maximum_warps_per_active_cycle_pct": 75, "inst_per_warp": 6,
		"lts__t_sectors_srcunit_tex_op_read.sum": 120, "l2_tex_read_hit_rate": 33.3333, "lts__t_sectors_srcunit_tex_lookup_hit.sum": 200,
		"dram_read_transactions": 80, "dram_write_transactions": 40, "dram__bytes_read.sum": 2560,
	}
	for name, want := range tests {
		if got, ok := r.Metric(name); !ok || got != want {
			t.Errorf("Metric(%q): got %v, %v; want %v", name, got, ok, want)
		}
	}
	for _, name := range []string{"local_hit_rate", "local_load_transactions_per_request", ""} {
		if got, ok := r.Metric(name); ok {
			t.Errorf("Metric(%q): got %v, want none", name, got)
		}
	}
}

// TestEmpty: a launch without memory instructions has no ratios over them.
func TestEmpty(t *testing.T) {
	run := transpose()
	run.Counts = make([]Counts, len(run.Instrs))
	r := Report(run)
	for _, v := range r.Metrics {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			t.Errorf("%s: got %v, want no value", v.Metric.Name, v.Value)
		}
	}
	if v, ok := r.Metric("gld_efficiency"); ok {
		t.Errorf("gld_efficiency of no loads: got %v, want none", v)
	}
	validate(t, r.JSON())
}

// TestLinesAddUp: over the lines, each sum is the launch's, for metrics that
// count: only instructions without a line are missing, and what belongs to none.
func TestLinesAddUp(t *testing.T) {
	run := transpose()
	run.Caches.Rest = trace.CacheCounts{}
	run.Kernel.Frames[0].Pos = diag.Pos{File: "k.go", Line: 5}
	r := Report(run)
	for _, v := range r.Metrics {
		if !v.Metric.ByLine || !strings.HasSuffix(v.Metric.Name, ".sum") {
			continue
		}
		sum := 0.0
		for _, l := range r.Lines {
			x, _ := l.Metrics.Get(v.Metric.Name)
			sum += x
		}
		if sum != v.Value {
			t.Errorf("%s: lines add up to %v, the launch has %v", v.Metric.Name, sum, v.Value)
		}
	}
}

// TestTime: a report without time has none in any form, and one of a warm
// launch less from memory.
func TestTime(t *testing.T) {
	run := transpose()
	run.NoTime = true
	r := Report(run)
	if text := r.String(); strings.Contains(text, "time") || bytes.Contains(r.JSON(), []byte(`"time"`)) {
		t.Errorf("a report without time speaks of it: %s", text)
	}
	validate(t, r.JSON())
}

// TestMemoryBound: time is bounded by what crossed between the caches; of a
// launch that was not played only what it stored is known to cross to L2.
func TestMemoryBound(t *testing.T) {
	run := transpose()
	const sectors, bytes = 1 << 17, 4 << 20
	run.Caches.ByPC[0] = trace.CacheCounts{L2Reads: sectors, DRAMReads: sectors}
	run.Caches.Rest = trace.CacheCounts{DRAMWrites: sectors}
	roof := Report(run).Time.Roofs[0]
	if want := 2 * bytes / 100.0; roof.Resource != "DRAM" || roof.Cycles != want {
		t.Errorf("played: got %v cycles for %s, want %v for DRAM", roof.Cycles, roof.Resource, want)
	}
	run = transpose()
	run.Caches = nil
	for _, roof := range Report(run).Time.Roofs {
		if want := 160 * 32 / 200.0; roof.Resource == "DRAM" || roof.Resource == "L2" && roof.Cycles != want {
			t.Errorf("not played: got %v cycles for %s, want %v for L2 and nothing for DRAM", roof.Cycles, roof.Resource, want)
		}
	}
}

// TestNotPlayed: a launch that was not played on caches has no rows of them.
func TestNotPlayed(t *testing.T) {
	run := transpose()
	run.Caches = nil
	for _, v := range Report(run).Metrics {
		if v.Metric.Group == groupCaches {
			t.Errorf("%s: got %v, want no value", v.Metric.Name, v.Value)
		}
	}
}

func TestSchema(t *testing.T) {
	validate(t, Report(transpose()).JSON())
	validate(t, report.DiagnosticsJSON("Round", "K", diag.List{{Code: "X", Message: "m", Pos: diag.Pos{File: "k.go", Line: 2}}}))
	validate(t, report.CheckedJSON("Round", "K", "racecheck", nil))
	validate(t, report.CheckedJSON("Round", "K", "racecheck", diag.List{{Code: diag.FencedRace, Message: "m"}}))
}

// TestSchemaRefuses: the schema notices a document that lost or gained a field.
func TestSchemaRefuses(t *testing.T) {
	good := string(Report(transpose()).JSON())
	for _, bad := range []string{
		strings.Replace(good, `"kernel"`, `"kernels"`, 1),
		strings.Replace(good, `"cycles"`, `"cycle"`, 1),
		strings.Replace(good, `"blocks": 12`, `"blocks": -1`, 1),
		`{"device": "Round", "kernel": "K", "diagnostics": []}`,
	} {
		if bad == good || schema(t).Validate(parse(t, []byte(bad))) == nil {
			t.Errorf("the schema accepts %.80q…", bad)
		}
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report", parse(t, report.Schema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("report")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func validate(t *testing.T, text []byte) {
	t.Helper()
	if err := schema(t).Validate(parse(t, text)); err != nil {
		t.Errorf("%v\nof %s", err, text)
	}
}

// TestTable: every row is complete and its names are spelled as the profilers'.
func TestTable(t *testing.T) {
	nsight := regexp.MustCompile(`^(smsp|sm|gpc|l1tex|lts|dram|pcie|launch|gpu)__[a-z0-9_]+(\.[a-z_]+)*$`)
	nvprof := regexp.MustCompile(`^[a-z_]+$`)
	for _, m := range formulas {
		if !nsight.MatchString(m.Name) && !nvprof.MatchString(m.Name) {
			t.Errorf("%s: not a name of Nsight Compute or nvprof", m.Name)
		}
		if m.Group == "" || m.Unit == "" || !strings.HasSuffix(m.Meaning, ".") || (m.counts == nil) == (m.launch == nil) {
			t.Errorf("%s: the row is not complete: %+v", m.Name, m)
		}
	}
}

// TestProfiled: every counter the hardware was read for has a row, or stands
// here because nothing computes it.
func TestProfiled(t *testing.T) {
	absent := regexp.MustCompile(`^(idc__|smsp__sass_branch)`)
	names, err := os.ReadFile("testdata/counters.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(names)) {
		if (Table.Lookup(name) == nil) != absent.MatchString(name) {
			t.Errorf("%s: has a row: %v; listed as absent: %v", name, Table.Lookup(name) != nil, absent.MatchString(name))
		}
	}
}

// TestTransactions: a device that moves segments counts them; one that moves
// sectors has no other count.
func TestTransactions(t *testing.T) {
	run, spec := transpose(), *device
	spec.Global.Coalesce = arch.CoalesceSegment
	run.Spec = &spec
	run.Counts[0].Transactions = 80
	r := Report(run)
	for name, want := range map[string]float64{"gld_transactions": 80, "gld_transactions_per_request": 2, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 160} {
		if got, ok := r.Metric(name); !ok || got != want {
			t.Errorf("Metric(%q): got %v, %v; want %v", name, got, ok, want)
		}
	}
	if bytes.Contains(r.JSON(), []byte(`"gld_transactions": "`)) {
		t.Error("gld_transactions has a value of its own and is an alias too")
	}
	validate(t, r.JSON())
}

func TestGrouped(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 12: "12", 1234: "1 234", 1234567.5: "1 234 567.5", 0.126: "0.13", -1234: "-1 234", 100: "100", 100000: "100 000"} {
		if got := report.Number(v); got != want {
			t.Errorf("Number(%v): got %q, want %q", v, got, want)
		}
	}
}

func TestJSONOrder(t *testing.T) {
	var doc struct{ Metrics json.RawMessage }
	if err := json.Unmarshal(Report(transpose()).JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, m := range Table {
		at := bytes.Index(doc.Metrics, fmt.Appendf(nil, "%q", m.Name))
		if at < 0 {
			continue
		}
		if at < last {
			t.Errorf("%s: out of the table's order", m.Name)
		}
		last = at
	}
}
