// Package verify keeps launches as a folder of CUDA C programs, which a machine with a
// GPU builds and runs, and compares what it found with the simulator.
//
// A folder holds, for each launch, its program NAME.cu and NAME.json with what the
// simulator found: a digest of each written array, and the counters. expected.txt has
// the digests of all launches for run.sh. The script builds the programs, runs them and
// writes results.txt and, with ncu, ncu.csv. Read reads all of these back.
package verify

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/report"
)

// Cycles is the name under which the profiler reports the cycles of a launch.
const Cycles = "sm__cycles_elapsed.max"

// Expected is what the simulator found in a launch.
type Expected struct {
	Name    string             `json:"name"`
	Command string             `json:"command"`
	Device  string             `json:"device"`
	Outputs map[string]string  `json:"outputs"` // SHA-256 by array
	Metrics map[string]float64 `json:"metrics"`
	// Free says why the order of threads decides the last bits; "" when it does not.
	Free string `json:"free,omitempty"`
}

// Add writes a launch into a folder. data holds the files that the launch reads, by
// name.
func Add(dir string, p *cudac.Program, l *cudac.Launch, r *report.Report, data map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	e := expected(l, p, r)
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	files := map[string]string{l.Name + ".cu": p.InSuite(l), l.Name + ".json": string(text) + "\n"}
	for name, bytes := range data {
		files[name] = string(bytes)
	}
	return writeFiles(dir, files)
}

// Close writes the files that all launches of a folder share.
func Close(dir string) error {
	list, err := launches(dir)
	if err != nil {
		return err
	}
	files := cudac.SuiteFiles()
	text := ""
	for _, e := range list {
		for _, name := range sorted(e.Outputs) {
			text += strings.TrimSpace(fmt.Sprintf("%s %s %s %s", e.Name, name, e.Outputs[name], mark(e.Free))) + "\n"
		}
	}
	files["expected.txt"] = text
	return writeFiles(dir, files)
}

func mark(free string) string {
	if free != "" {
		return "free"
	}
	return ""
}

func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		mode := os.FileMode(0o666)
		if strings.HasSuffix(name, ".sh") {
			mode = 0o777
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			return err
		}
	}
	return nil
}

func expected(l *cudac.Launch, p *cudac.Program, r *report.Report) Expected {
	e := Expected{Name: l.Name, Command: l.Command, Device: r.Spec.Name, Outputs: map[string]string{}, Metrics: map[string]float64{}, Free: p.Free}
	for _, o := range r.Outputs {
		if _, ok := l.Arrays[o.Name]; ok {
			e.Outputs[o.Name] = o.SHA256
		}
	}
	for _, name := range Metrics() {
		if v, ok := r.Metric(name); ok {
			e.Metrics[name] = v
		}
	}
	if r.Time.Cycles > 0 {
		e.Metrics[Cycles] = r.Time.Cycles
	}
	return e
}

// Metrics lists the counters that are measured, by the profiler's names.
func Metrics() []string { return strings.Fields(cudac.SuiteFiles()["metrics.txt"]) }

// launches reads what the simulator found in the launches of a folder.
func launches(dir string) ([]Expected, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var list []Expected
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var e Expected
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, e)
	}
	return list, nil
}

func sorted[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
