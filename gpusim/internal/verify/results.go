package verify

// This file reads what a GPU found, and compares.

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Results is what a GPU found in the launches of a folder.
type Results struct {
	Device, Compiler string
	Launches         []Comparison
}

// Comparison is one launch, expected and measured.
type Comparison struct {
	Expected
	State        State
	Arrays       []string           // that differ
	Error        string             // of a launch that failed
	Microseconds float64            // with cold caches
	Measured     map[string]float64 // by the profiler's names; nil without a profile
}

// State is the outcome of a comparison.
type State string

// The states.
const (
	Equal   State = "equal"
	Differs State = "differs"
	// OrderFree: the arrays differ, and the order of threads may be the reason.
	OrderFree State = "order free"
	Failed    State = "failed"
	NotRun    State = "not run"
)

// Read reads the results of a folder. Launches that were not run are not in them.
func Read(dir string) (*Results, error) {
	list, err := launches(dir)
	if err != nil {
		return nil, err
	}
	r := &Results{}
	byName := map[string]*Comparison{}
	for _, e := range list {
		byName[e.Name] = &Comparison{Expected: e, State: NotRun}
	}
	if err := r.readResults(filepath.Join(dir, "results.txt"), byName); err != nil {
		return nil, err
	}
	if err := readProfile(filepath.Join(dir, "ncu.csv"), byName); err != nil {
		return nil, err
	}
	for _, name := range sorted(byName) {
		if l := byName[name]; l.State != NotRun {
			r.Launches = append(r.Launches, *l)
		}
	}
	return r, nil
}

// readResults reads the lines that the programs print.
func (r *Results) readResults(path string, launches map[string]*Comparison) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing: run run.sh of this folder on a machine with a GPU and nvcc, and bring the file back", path)
	} else if err != nil {
		return err
	}
	defer f.Close()
	last := &Comparison{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		name, rest2, _ := strings.Cut(rest, " ")
		l := launches[name]
		switch {
		case kind == "device":
			r.Device = rest
		case kind == "nvcc":
			r.Compiler = rest
		case kind == "error":
			last.Error = rest
		case l == nil: // output of the kernel, or a launch of another folder
		case kind == "case":
			l.State, last = Equal, l
		case kind == "failed":
			l.State = Failed
		case kind == "time":
			l.Microseconds, _ = strconv.ParseFloat(strings.TrimSuffix(rest2, " us"), 64)
		case kind == "array":
			l.compare(rest2)
		}
	}
	return nil
}

// compare reads "NAME SHA-256".
func (l *Comparison) compare(text string) {
	name, sum, _ := strings.Cut(text, " ")
	if want, ok := l.Outputs[name]; !ok || want == sum {
		return
	}
	l.Arrays = append(l.Arrays, name)
	if l.State = Differs; l.Free != "" {
		l.State = OrderFree
	}
}

// readProfile reads what ncu measured. The namespace of a kernel is the launch's name.
func readProfile(path string, launches map[string]*Comparison) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	rows := csv.NewReader(quoted(f))
	rows.FieldsPerRecord = -1
	header, err := rows.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		readRow(header, row, launches)
	}
}

// quoted leaves out the lines that are not of the table.
func quoted(r io.Reader) io.Reader {
	var b strings.Builder
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), `"`) {
			b.WriteString(lines.Text() + "\n")
		}
	}
	return strings.NewReader(b.String())
}

func readRow(header, row []string, launches map[string]*Comparison) {
	var l *Comparison
	values := map[string]float64{}
	for i, name := range header {
		if i >= len(row) {
			break
		}
		if name == "Kernel Name" {
			l = launchOf(row[i], launches)
		} else if v, err := strconv.ParseFloat(strings.ReplaceAll(row[i], ",", ""), 64); err == nil && strings.Contains(name, "__") {
			values[name] = v
		}
	}
	if l != nil && len(values) > 0 {
		l.Measured = values
	}
}

// launchOf finds the launch of a kernel: "void copy_8::Copy<float>(T1 *, int)".
func launchOf(kernel string, launches map[string]*Comparison) *Comparison {
	name, _, ok := strings.Cut(kernel, "::")
	if !ok {
		return nil
	}
	words := strings.Fields(name)
	return launches[words[len(words)-1]]
}

// maxShown is the most counters that a line of the table shows.
const maxShown = 3

// counters compares the counters of a launch, all but the time.
func (l *Comparison) counters() (equal, all int, differ []string) {
	for _, name := range Metrics() {
		got, ok := l.Measured[name]
		want, expected := l.Metrics[name]
		if !ok || !expected || name == Cycles {
			continue
		}
		if all++; got == want {
			equal++
		} else if len(differ) < maxShown {
			differ = append(differ, fmt.Sprintf("%s %.0f measured, %.0f simulated", name, got, want))
		}
	}
	return equal, all, differ
}
