package evidence

import (
	"maps"
	"strings"
	"testing"

	"gpucourse/gpusim/plan"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

const report = plan.Report("K")

// of returns a report with metrics, and one line on which warps spend all their time.
func of(metrics map[string]float64) *Report {
	all := map[string]float64{rubric.LatencyPerInst: 10, StallMetric("long_scoreboard"): 6, StallMetric("wait"): 3, StallMetric("barrier"): 0.2}
	maps.Copy(all, metrics)
	get := func(name string) (float64, bool) {
		v, ok := all[name]
		return v, ok
	}
	lines := []simulator.Line{{At: verdict.Position{Text: "y = x[i]"}, Metric: func(string) (float64, bool) { return 1, true }}}
	return &Report{"K", get, lines}
}

// busy is a report of a kernel that is limited by DRAM, lazy one of a kernel whose warps wait.
var (
	busy = of(map[string]float64{units["DRAM"]: 82, units["L2"]: 40, units["L1"]: 20, units["issue"]: 10, "dram__bytes_read.sum": 4096})
	lazy = of(map[string]float64{units["DRAM"]: 12, units["L2"]: 8, units["L1"]: 20, units["issue"]: 10, "dram__bytes_read.sum": 4096})
)

// pieces of explanations.
var (
	byDRAM   = report.LimitedBy("DRAM")
	dram     = report.Counter(units["DRAM"], 82)
	l2       = report.Counter(units["L2"], 40)
	bytes    = report.Counter("dram__bytes_read.sum", 4096)
	waits    = report.Stall("long_scoreboard", 60)
	line     = report.Line("y = x[i]", 100)
	byWaits  = report.LimitedBy("latency")
	lazyL1   = report.Counter(units["L1"], 20)
	lazyDRAM = report.Counter(units["DRAM"], 12)
)

// TestJudge judges explanations: what is false in them, and how many pieces are idle, missing or late.
func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		report              *Report
		pieces              []plan.Call
		wrong               string
		idle, missing, late int
	}{
		"whole":                 {busy, []plan.Call{byDRAM, dram, waits, line, bytes, l2}, "", 0, 0, 0},
		"of a lazy kernel":      {lazy, []plan.Call{byWaits, lazyL1, lazyDRAM, waits, report.Stall("wait", 30), line}, "", 0, 0, 0},
		"nothing":               {busy, nil, "does not begin with a claim", 0, 0, 0},
		"no claim first":        {busy, []plan.Call{dram, byDRAM}, "does not begin with a claim", 0, 0, 0},
		"two claims":            {busy, []plan.Call{byDRAM, byDRAM}, "a second claim", 0, 0, 0},
		"unknown claim":         {busy, []plan.Call{report.LimitedBy("disk")}, "no limit", 0, 0, 0},
		"false claim":           {busy, []plan.Call{report.LimitedBy("L1")}, "does not say that the limit is L1", 0, 0, 0},
		"busy, not latency":     {busy, []plan.Call{byWaits}, "does not say that the limit is latency", 0, 0, 0},
		"idle, not DRAM":        {lazy, []plan.Call{byDRAM}, "does not say that the limit is DRAM", 0, 0, 0},
		"false value":           {busy, []plan.Call{byDRAM, report.Counter(units["DRAM"], 90)}, "another value than 90", 0, 0, 0},
		"false amount":          {busy, []plan.Call{byDRAM, report.Counter("dram__bytes_read.sum", 4500)}, "another value", 0, 0, 0},
		"unknown counter":       {busy, []plan.Call{byDRAM, report.Counter("bytes", 1)}, `no counter "bytes"`, 0, 0, 0},
		"unknown line":          {busy, []plan.Call{byDRAM, report.Line("z = 0", 100)}, `no line "z = 0"`, 0, 0, 0},
		"another kernel":        {busy, []plan.Call{byDRAM, plan.Report("L").Counter(units["DRAM"], 82)}, "from the report of L", 0, 0, 0},
		"everything":            {busy, []plan.Call{byDRAM, dram, dram, dram, waits, waits, line, line, l2, l2}, "choose", 0, 0, 0},
		"claim alone":           {busy, []plan.Call{byDRAM}, "0 pieces of evidence are too few", 0, 0, 0},
		"only true":             {busy, []plan.Call{byDRAM, dram, waits, line, report.Counter(rubric.LatencyPerInst, 10), l2}, "", 1, 0, 0},
		"a stall of work":       {busy, []plan.Call{byDRAM, dram, report.Stall("wait", 30), waits, line, l2}, "", 1, 0, 0},
		"a small stall":         {lazy, []plan.Call{byWaits, lazyL1, lazyDRAM, waits, report.Stall("barrier", 2), line}, "", 1, 0, 0},
		"the line first":        {busy, []plan.Call{byDRAM, line, dram, waits, l2}, "", 0, 0, 1},
		"the smaller first":     {lazy, []plan.Call{byWaits, lazyDRAM, lazyL1, waits, line}, "", 0, 0, 1},
		"nothing is ruled out":  {busy, []plan.Call{byDRAM, dram, waits, line}, "", 0, 1, 0},
		"one unit of a waiting": {lazy, []plan.Call{byWaits, lazyL1, waits, line}, "", 0, 1, 0},
	} {
		j := Judge(c.pieces, c.report)
		switch {
		case c.wrong != "" && (j.False == nil || !strings.Contains(j.False.Why, c.wrong)):
			t.Errorf("%s: got %+v, want %q", name, j.False, c.wrong)
		case c.wrong == "" && (j.False != nil || len(j.Idle) != c.idle || len(j.Missing) != c.missing || len(j.Late) != c.late):
			t.Errorf("%s: got %+v, false %+v, want %d idle, %d missing, %d late", name, j, j.False, c.idle, c.missing, c.late)
		}
	}
}

// TestMenuIsTrue: what the menu lists is found true.
func TestMenuIsTrue(t *testing.T) {
	menu := Menu(busy)
	for _, want := range []string{
		"\treport.Counter(\"dram__bytes_read.sum\", 4096),\n", "\treport.Stall(\"long_scoreboard\", 60),\n", "\treport.Line(\"y = x[i]\", 100),\n",
	} {
		if !strings.Contains(menu, want) {
			t.Errorf("got\n%s\nwant it to hold %s", menu, want)
		}
	}
	for v, want := range map[float64]float64{0: 0, 0.012345: 0.0123, 9.996: 10, 26.44: 26.4, 1234.5: 1235, -3.14159: -3.14} {
		if got := Rounded(v); got != want {
			t.Errorf("%v: got %v, want %v", v, got, want)
		}
	}
}

// TestReadCounters reads the forms in which counters come.
func TestReadCounters(t *testing.T) {
	for name, text := range map[string]string{
		"rows":    "==PROF== Connected\n\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\"0\",\"K(int)\",\"a__b.sum\",\"Kbyte\",\"1,234.5\"\n\"1\",\"Other\",\"a__b.sum\",\"byte\",\"7\"\n",
		"columns": "out of the program\n\"ID\",\"Kernel Name\",\"a__b.sum\"\n\"\",\"\",\"byte\"\n\"0\",\"K\",\"1,234,500\"\n",
		"pairs":   "a__b.sum,1234500\n",
		"JSON":    `{"a__b.sum": 1234500}`,
	} {
		got, err := ReadCounters([]byte(text), "K")
		if err != nil || got["a__b.sum"] != 1234500 || len(got) != 1 {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{
		"empty": "", "another kernel": "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\"0\",\"L\",\"a\",\"byte\",\"1\"\n", "words": "not a table\n", "JSON": "{",
	} {
		if got, err := ReadCounters([]byte(text), "K"); err == nil {
			t.Errorf("%s: got %v, want an error", name, got)
		}
	}
}

// TestCompare says of each counter who is off.
func TestCompare(t *testing.T) {
	r := of(map[string]float64{rubric.CyclesElapsed: 1000, rubric.LoadRequests: 64, rubric.SectorsLoaded: 256})
	text := Compare([]plan.Call{
		report.Counter(rubric.CyclesElapsed, 1500), report.Counter(rubric.LoadRequests, 64), report.Counter(rubric.SectorsLoaded, 100), report.Counter("dram__bytes_read.sum", 1),
	}, r, map[string]float64{rubric.CyclesElapsed: 2000, rubric.LoadRequests: 64, rubric.SectorsLoaded: 256})
	for _, want := range []string{
		"the prediction is -25 % and the simulator -50 % off", rubric.SectorsLoaded + ": the prediction is -61 % off, the simulator is within a tenth", "dram__bytes_read.sum was not measured",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant it to hold %q", text, want)
		}
	}
	if strings.Contains(text, rubric.LoadRequests+":") {
		t.Errorf("got\n%s\nand the prediction of load requests is right", text)
	}
}

// TestIncomplete: a prediction names cycles and four other counters, each once.
func TestIncomplete(t *testing.T) {
	var five []plan.Call
	for _, metric := range Predictable[:leastPredicted] {
		five = append(five, report.Counter(metric, 1))
	}
	if f := Incomplete(five, "K"); f != nil {
		t.Errorf("got %+v of a complete prediction", f)
	}
	for want, pieces := range map[string][]plan.Call{
		"want at least 5": five[:4], "how many cycles": append(five[1:5:5], report.Counter(Predictable[6], 1)), "predicted twice": {five[0], five[0]},
		"nothing else": {waits}, "not among": {report.Counter("bytes", 1)}, "0 cycles": append(five[1:5:5], report.Counter(rubric.CyclesElapsed, 0)),
	} {
		if f := Incomplete(pieces, "K"); f == nil || !strings.Contains(f.Why, want) {
			t.Errorf("%s: got %+v", want, f)
		}
	}
}
