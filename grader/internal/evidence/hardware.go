package evidence

// This file compares a prediction with the simulated launch and with the counters of a real GPU.

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/plan"
	"gpucourse/grader/rubric"
)

// Predictable are the counters that ncu and the simulated report both have.
var Predictable = []string{
	rubric.CyclesElapsed, rubric.WarpInstructions, rubric.LoadRequests, rubric.SectorsLoaded, rubric.StoreRequests, rubric.SectorsStored,
	rubric.SharedWavefronts, "lts__t_sectors_srcunit_tex_op_read.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
	"dram__throughput.avg.pct_of_peak_sustained_elapsed", "launch__registers_per_thread",
}

// leastPredicted is how many counters a prediction has at least.
const leastPredicted = 5

// Incomplete says what keeps a prediction from being compared; nil is nothing.
func Incomplete(pieces []plan.Call, kernel string) *Fault {
	seen := map[string]bool{}
	for i, p := range pieces {
		switch {
		case p.Name != "Counter" || string(p.Thread) != kernel:
			return &Fault{i, "a prediction holds counters of " + kernel + " and nothing else"}
		case !slices.Contains(Predictable, p.Args[0].(string)):
			return &Fault{i, fmt.Sprintf("%s is not among the counters that can be compared", p.Args[0])}
		case seen[p.Args[0].(string)]:
			return &Fault{i, fmt.Sprintf("%s is predicted twice", p.Args[0])}
		case p.Args[0] == rubric.CyclesElapsed && p.Args[1].(float64) <= 0:
			return &Fault{i, "no kernel takes 0 cycles"}
		}
		seen[p.Args[0].(string)] = true
	}
	switch {
	case len(seen) < leastPredicted:
		return &Fault{-1, fmt.Sprintf("the prediction has %s, want at least %d", diag.Count(len(seen), "counters"), leastPredicted)}
	case !seen[rubric.CyclesElapsed]:
		return &Fault{-1, "the prediction does not say how many cycles the kernel takes"}
	}
	return nil
}

// ReadCounters reads what a GPU counted of a kernel: the output of ncu --csv, with a row or a column per
// metric, a table of two columns without titles (metric and value), or a JSON object. Of several launches
// the last counts.
func ReadCounters(file []byte, kernel string) (map[string]float64, error) {
	start := strings.TrimSpace(string(file))
	if strings.HasPrefix(start, "{") {
		var counters map[string]float64
		err := json.Unmarshal([]byte(start), &counters)
		return counters, err
	}
	in := csv.NewReader(strings.NewReader(withoutChatter(start)))
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("the file is empty")
	}
	counters := map[string]float64{}
	title := rows[0]
	switch name := slices.Index(title, "Metric Name"); {
	case name >= 0:
		err = longRows(counters, rows, kernel)
	case slices.Contains(title, "Kernel Name"):
		err = wideRows(counters, rows, kernel)
	default:
		for _, row := range rows {
			if len(row) == 2 {
				add(counters, row[0], "", row[1])
			}
		}
	}
	if err == nil && len(counters) == 0 {
		err = fmt.Errorf("the file has no counters of %s", kernel)
	}
	return counters, err
}

// withoutChatter leaves out what ncu and the program print before the table.
func withoutChatter(text string) string {
	if at := strings.Index(text, `"ID",`); at > 0 {
		return text[at:]
	}
	return text
}

// longRows reads a row per metric.
func longRows(counters map[string]float64, rows [][]string, kernel string) error {
	at := map[string]int{}
	for i, title := range rows[0] {
		at[title] = i
	}
	for _, column := range []string{"Kernel Name", "Metric Unit", "Metric Value"} {
		if _, ok := at[column]; !ok {
			return fmt.Errorf("the table has no column %q", column)
		}
	}
	for _, row := range rows[1:] {
		if len(row) == len(rows[0]) && strings.Contains(row[at["Kernel Name"]], kernel) {
			add(counters, row[at["Metric Name"]], row[at["Metric Unit"]], row[at["Metric Value"]])
		}
	}
	return nil
}

// wideRows reads a column per metric, with the units in the row below the titles.
func wideRows(counters map[string]float64, rows [][]string, kernel string) error {
	if len(rows) < 3 {
		return fmt.Errorf("the table has no launch")
	}
	name := slices.Index(rows[0], "Kernel Name")
	for _, row := range rows[2:] {
		if len(row) != len(rows[0]) || !strings.Contains(row[name], kernel) {
			continue
		}
		for i, metric := range rows[0] {
			if strings.Contains(metric, "__") && i < len(rows[1]) {
				add(counters, metric, rows[1][i], row[i])
			}
		}
	}
	return nil
}

// add adds a value in its base unit: ncu writes "1,234.5", and Mbyte for many bytes.
func add(counters map[string]float64, metric, unit, value string) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(value), ",", ""), 64)
	if err != nil {
		return
	}
	for prefix, factor := range map[string]float64{"K": 1e3, "M": 1e6, "G": 1e9} {
		if strings.HasPrefix(unit, prefix+"byte") {
			v *= factor
		}
	}
	counters[strings.TrimSpace(metric)] = v
}

// Compare returns a table of what was predicted, simulated and, where counters are given, measured, and a
// sentence per counter that differs by more than a tenth.
func Compare(pieces []plan.Call, r *Report, measured map[string]float64) string {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Format = table.FormatOptions{Header: text.FormatDefault}
	title := table.Row{"counter", "predicted", "simulated"}
	if measured != nil {
		title = append(title, "measured")
	}
	w.AppendHeader(title)
	sentences := ""
	for _, p := range pieces {
		metric, predicted := p.Args[0].(string), p.Args[1].(float64)
		simulated, _ := r.Metric(metric)
		row := table.Row{metric, figure(predicted), figure(simulated)}
		if measured != nil {
			v, ok := measured[metric]
			if !ok {
				row, sentences = append(row, "–"), sentences+metric+" was not measured.\n"
			} else {
				row, sentences = append(row, figure(v)), sentences+differs(metric, predicted, simulated, v)
			}
		}
		w.AppendRow(row)
	}
	if measured != nil && sentences == "" {
		sentences = "Every prediction is within a tenth of the measurement.\n"
	}
	return w.Render() + "\n" + sentences
}

// differs says which of two values is more than a tenth away from the measured one.
func differs(metric string, predicted, simulated, measured float64) string {
	far := func(v float64) bool { return math.Abs(v-measured) > 0.1*math.Abs(measured) }
	switch {
	case far(predicted) && far(simulated):
		return fmt.Sprintf("%s: the prediction is %s and the simulator %s off: look for what neither knows, such as another compiler or clock.\n",
			metric, percent(predicted, measured), percent(simulated, measured))
	case far(predicted):
		return fmt.Sprintf("%s: the prediction is %s off, the simulator is within a tenth: correct your own count.\n", metric, percent(predicted, measured))
	case far(simulated):
		return fmt.Sprintf("%s: the simulator is %s off, and you are not.\n", metric, percent(simulated, measured))
	}
	return ""
}

// percent returns how far a value is from the measured one: "+12 %".
func percent(v, measured float64) string {
	if measured == 0 {
		return figure(v)
	}
	return fmt.Sprintf("%+.0f %%", 100*(v-measured)/measured)
}

func figure(v float64) string { return strconv.FormatFloat(Rounded(v), 'f', -1, 64) }
