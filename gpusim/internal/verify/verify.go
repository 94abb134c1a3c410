// Package verify keeps launches as a folder of CUDA C programs, which a machine with a
// GPU builds and runs, and compares what it found with the simulator.
//
// A folder holds, for each launch, its program NAME.cu and NAME.json with what the
// simulator found: a digest of each written array, and the counters. expected.txt has
// the digests of all launches for run.sh. The script builds the programs, runs them and
// writes results.txt and, with ncu, ncu.csv. Read reads all of these back.
package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
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

// Add writes a launch into a folder. written is the contents of the arrays after the
// launch, data the files that the launch reads, by name.
func Add(dir string, p *cudac.Program, l *cudac.Launch, r *report.Report, written, data map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	e := expected(l, p, r, written)
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

func expected(l *cudac.Launch, p *cudac.Program, r *report.Report, written map[string][]byte) Expected {
	e := Expected{Name: l.Name, Command: l.Command, Device: r.Spec.Name, Outputs: map[string]string{}, Metrics: map[string]float64{}, Free: p.Free}
	for name, a := range l.Arrays {
		if a.Output {
			e.Outputs[name] = digest(a, written[name])
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

// digest returns the SHA-256 of an array. Bytes between the numbers of an element count
// as zeros, and all NaNs are one.
func digest(a cudac.Array, data []byte) string {
	data = slices.Clone(data)
	size := len(data) / max(1, a.Length)
	used := make([]bool, size)
	for _, s := range a.Scalars {
		for i := range s.Bytes {
			used[s.Offset+i] = true
		}
	}
	for at := 0; at+size <= len(data) && size > 0; at += size {
		for i, u := range used {
			if !u {
				data[at+i] = 0
			}
		}
		for _, s := range a.Scalars {
			if s.Float {
				oneNaN(data[at+s.Offset:][:s.Bytes])
			}
		}
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// oneNaN replaces a NaN by the one of all digests.
func oneNaN(number []byte) {
	if len(number) == 4 {
		if x := math.Float32frombits(binary.LittleEndian.Uint32(number)); x != x {
			binary.LittleEndian.PutUint32(number, 0x7fc00000)
		}
		return
	}
	if x := math.Float64frombits(binary.LittleEndian.Uint64(number)); x != x {
		binary.LittleEndian.PutUint64(number, 0x7ff8000000000000)
	}
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
