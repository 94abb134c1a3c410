package validation

// This file runs the cases of h100/modern: kernels with asynchronous copies, clusters, products of matrices and hints to the
// caches, as nvcc compiles them, in the program that ran on an H100.

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/program"
	"gpucourse/gpusim/internal/toolchain"
)

const modernFolder = "h100/modern/"

// modernCase is a case, the first launch of its first kernel, and what was measured.
type modernCase struct {
	name, checksum, kernel, grid, block string
	metrics                             map[string]float64
}

// readModern reads the table of cases.
func readModern(t *testing.T) (list []modernCase) {
	t.Helper()
	file, err := os.Open(modernFolder + "cases.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		c := modernCase{row[0], row[1], row[2], row[3], row[4], map[string]float64{}}
		for i := 5; i < len(row); i++ {
			if v, err := strconv.ParseFloat(row[i], 64); err == nil { // an empty cell did not apply
				c.metrics[rows[0][i]] = v
			}
		}
		list = append(list, c)
	}
	return list
}

// modernKind says how a counter is compared.
type modernKind int

const (
	equalCounter   modernKind = iota
	nearCounter               // traffic of caches and DRAM: as cached
	passCounter               // passes over the banks: a few in a thousand are arbitration
	machineCounter            // of machine instructions
	timeCounter               // not compared here
)

var modernKinds = []struct {
	counter *regexp.Regexp
	kind    modernKind
}{
	{regexp.MustCompile(`^(gpu__time|sm__cycles|sm__warps_active)`), timeCounter},
	{regexp.MustCompile(`^(smsp__inst_|smsp__thread_inst|smsp__sass_branch|idc__|sm__inst_executed_pipe_uniform)`), machineCounter},
	{regexp.MustCompile(`^(lts__|dram__)|lookup_hit`), nearCounter},
	{regexp.MustCompile(`wavefronts|conflicts|bank_(reads|writes)`), passCounter},
}

func modernKindOf(counter string) modernKind {
	for _, k := range modernKinds {
		if k.counter.MatchString(counter) {
			return k.kind
		}
	}
	return equalCounter
}

// modernAlike reports whether a counter is as measured.
func modernAlike(c *modernCase, counter string, got float64) bool {
	const arbitration = 0.005
	want := c.metrics[counter]
	switch modernKindOf(counter) {
	case nearCounter:
		return !comparison{measured: want, simulated: got, tier: cached}.differs()
	case passCounter:
		return math.Abs(got-want) <= arbitration*max(want, c.metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"])
	}
	return got == want
}

// modernRun is what the cases gave.
type modernRun struct {
	cycles          []timing
	compared, alike [timeCounter]int
	same            map[string]int // by counter: the cases in which it is as measured
	differ          map[string]string
}

// Limits of the agreement of all cases, in percent, and of the rank correlation. A third of the error of cycles is that of six
// launches of attention, whose loads of matrices have no offsets here, and two whose additions of four words are four.
const (
	modernMean, modernRank = 15, 0.97
	modernEqual            = 93 // of the counters that must be equal
)

// TestModernCases runs all cases, and prints a table of their cycles and one of their counters.
//
//	go test ./gpusim/validation -every -run ModernCases$ -v -timeout 3h
//	go test ./gpusim/validation -run ModernCases$ -v -only '^copy_'
func TestModernCases(t *testing.T) {
	if !*every && *only == "" {
		t.Skip("112 cases take half an hour: -every")
	}
	nvcc := toolchain.Find("nvcc")
	if !nvcc.Found() {
		t.Skip("nvcc is not installed; .ci/run installs it")
	}
	compiler, err := program.NewNVCC(nvcc)
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Build(t.Context(), &program.Source{Files: []string{modernFolder + "modern_visible.cu"}, Input: toolchain.Input{Major: 9}, Compiler: compiler})
	if err != nil {
		t.Fatal(err)
	}
	run := modernRun{same: map[string]int{}, differ: map[string]string{}}
	for _, c := range readModern(t) {
		if regexp.MustCompile(*only).MatchString(c.name) {
			if r := launchModern(t, p, &c); r != nil {
				run.add(t, &c, r)
			}
		}
	}
	t.Log("\n" + run.text())
	mean, rank := agreement(run.cycles)
	if equal := 100 * float64(run.alike[equalCounter]) / float64(run.compared[equalCounter]); *only == "" && (percent(mean) > modernMean || rank < modernRank || equal < modernEqual) {
		t.Errorf("error of cycles %.1f %%, rank correlation %.3f, %.1f %% of counters equal; want %d, %v and %d", percent(mean), rank, equal, modernMean, modernRank, modernEqual)
	}
}

// launchModern runs a case, whose result must be as the device's, and returns the report of its kernel.
func launchModern(t *testing.T, p *program.Program, c *modernCase) *gpusim.Report {
	t.Helper()
	const patience, budget = 20 * time.Minute, 400e9
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, said bytes.Buffer
	name := func(kernel string) string { return strings.ReplaceAll(kernel, " ", "") }
	result, status, err := program.Run(ctx, p, []string{"check", c.name}, nil, &out, &said, cudart.Options{
		Devices: []string{"H100"}, Budget: budget, Times: func(kernel string) bool { return name(kernel) == c.kernel },
	})
	if err != nil || status != 0 {
		t.Errorf("%s: status %d, %v\n%s%s", c.name, status, err, out.String(), said.String())
		return nil
	}
	if fields := strings.Split(strings.SplitN(out.String(), "\n", 2)[0], "|"); len(fields) != 6 || fields[0] != c.name || fields[2] != "ok" || fields[5] != c.checksum {
		t.Errorf("%s: its output is %q, want ok and the checksum %s", c.name, out.String(), c.checksum)
	}
	shape := func(d gpusim.Dim3) string { return fmt.Sprintf("%dx%dx%d", d.X, d.Y, d.Z) }
	for _, l := range result.Launches {
		if name(l.Kernel) == c.kernel && shape(l.Grid) == c.grid && shape(l.Block) == c.block {
			return l.Timed
		}
	}
	t.Errorf("%s: no launch of %s", c.name, c.kernel)
	return nil
}

// add compares a case.
func (run *modernRun) add(t *testing.T, c *modernCase, r *gpusim.Report) {
	x := timing{c.name, c.metrics[elapsed], r.Time.Cycles, r.Time.Limit()}
	run.cycles = append(run.cycles, x)
	var off []string
	for counter, want := range c.metrics {
		kind := modernKindOf(counter)
		if kind == timeCounter {
			continue
		}
		run.compared[kind]++
		got, _ := r.Metric(counter)
		if modernAlike(c, counter, got) {
			run.alike[kind]++
			run.same[counter]++
			continue
		}
		off = append(off, fmt.Sprintf("%s %.0f, measured %.0f", counter, got, want))
		run.differ[counter] = fmt.Sprintf("%s %.0f, measured %.0f", c.name, got, want)
	}
	slices.Sort(off)
	t.Logf("%s: %.3f of the cycles\n\t%s", c.name, x.ratio(), strings.Join(off, "\n\t"))
}

// text is the table of cycles and of counters.
func (run *modernRun) text() string {
	var b strings.Builder
	mean, rank := agreement(run.cycles)
	fmt.Fprintf(&b, "%d cases: geometric mean of the error of cycles %.1f %%, rank correlation %.3f\n", len(run.cycles), percent(mean), rank)
	all, alike := 0, 0
	for kind, what := range []string{"counters that must be equal", "of caches and DRAM, within 5 % from 1 MiB on", "of passes over the banks, within 0.5 %", "of machine instructions"} {
		fmt.Fprintf(&b, "%5d of %5d %s\n", run.alike[kind], run.compared[kind], what)
		all, alike = all+run.compared[kind], alike+run.alike[kind]
	}
	fmt.Fprintf(&b, "%5d of %5d, %.1f %% of all\n\n%-36s %10s %10s %6s\n", alike, all, 100*float64(alike)/float64(all), "case", "measured", "simulated", "ratio")
	list := slices.SortedFunc(slices.Values(run.cycles), func(x, y timing) int { return int(1e6 * (x.ratio() - y.ratio())) })
	for _, x := range list {
		fmt.Fprintf(&b, "%-36s %10.0f %10.0f %6.2f\n", x.name, x.measured, x.simulated, x.ratio())
	}
	fmt.Fprintf(&b, "\ncases as measured, counter, a case in which it differs\n")
	for counter, of := range run.differ {
		run.differ[counter] = fmt.Sprintf("%4d  %-72s %s\n", run.same[counter], counter, of)
	}
	lines := make([]string, 0, len(run.differ))
	for _, line := range run.differ {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
	return b.String()
}
