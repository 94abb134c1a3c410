package cpu

// This file describes CPUs: one struct literal each.

import (
	"fmt"
	"slices"
	"strings"
)

// Spec is one CPU as one of its cores sees it. It is plain data, and a copy may
// be changed to ask what another CPU would do.
type Spec struct {
	Name      string
	ClockMHz  int
	LineBytes int     // of every cache; what moves between them
	Levels    []Level // from the core outwards

	// What a core does in a cycle at most, with its widest vector instructions.
	// FlopsPerCycle counts operations on float64.
	LoadBytesPerCycle, StoreBytesPerCycle, FlopsPerCycle float64

	MemoryBytesPerSecond float64 // between memory and the last cache, both ways together
}

// Level is one cache.
type Level struct {
	Name  string
	Bytes int
	Ways  int // lines a set
	// BytesPerCycle is what moves between this cache and the one nearer to the
	// core, both ways together. It is not used of the first, which loads and
	// stores reach.
	BytesPerCycle float64
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

// Specs are the CPUs that Open knows.
var Specs = []Spec{sandyBridge, toy}

// sandyBridge is a desktop CPU of 2011.
var sandyBridge = Spec{
	Name:      "i7-2600",
	ClockMHz:  3400, // Intel ARK, "Processor Base Frequency"
	LineBytes: 64,
	Levels: []Level{
		// Sizes and ways of L1 and L2: Intel 64 and IA-32 Architectures Optimization
		// Reference Manual (248966), "Cache Parameters" of microarchitecture code name
		// Sandy Bridge; bandwidths: the table "Lookup Order and Load Latency" there.
		{Name: "L1", Bytes: 32 * kib, Ways: 8},
		{Name: "L2", Bytes: 256 * kib, Ways: 8, BytesPerCycle: 32},
		// Size: Intel ARK, "Cache: 8 MB Intel Smart Cache"; ways: CPUID leaf 4.
		{Name: "L3", Bytes: 8 * mib, Ways: 16, BytesPerCycle: 32},
	},
	// The same manual: two loads of 16 bytes and one store of 16 bytes per cycle; one
	// 256-bit addition and one 256-bit multiplication per cycle, 4 float64 each.
	LoadBytesPerCycle: 32, StoreBytesPerCycle: 16, FlopsPerCycle: 8,
	MemoryBytesPerSecond: 21.3e9, // two channels of DDR3-1333: 2 · 8 bytes · 1333 MHz; ARK: 21 GB/s
}

// toy keeps pictures small: eight lines in four sets. No such CPU was built.
var toy = Spec{
	Name: "Toy", ClockMHz: 1000, LineBytes: 64,
	Levels:            []Level{{Name: "L1", Bytes: 512, Ways: 2}},
	LoadBytesPerCycle: 8, StoreBytesPerCycle: 8, FlopsPerCycle: 1,
	MemoryBytesPerSecond: 8e9,
}

// Find returns a copy of the description of a CPU. Case does not matter.
func Find(name string) (Spec, error) {
	names := make([]string, len(Specs))
	for i := range Specs {
		if names[i] = Specs[i].Name; strings.EqualFold(names[i], name) {
			s := Specs[i]
			s.Levels = slices.Clone(s.Levels)
			return s, nil
		}
	}
	return Spec{}, fmt.Errorf("no CPU is called %q; there are %s", name, strings.Join(names, ", "))
}

// Validate returns what is wrong with a description, or nil.
func (s *Spec) Validate() error {
	if s.LineBytes < usedParts || s.LineBytes&(s.LineBytes-1) != 0 {
		return fmt.Errorf("%s: lines of %d bytes, which is no power of two from %d on", s.Name, s.LineBytes, usedParts)
	}
	if len(s.Levels) == 0 {
		return fmt.Errorf("%s has no cache", s.Name)
	}
	for i, l := range s.Levels {
		if l.Ways < 1 || l.Bytes < l.Ways*s.LineBytes || l.Bytes%(l.Ways*s.LineBytes) != 0 {
			return fmt.Errorf("%s: %s of %d bytes cannot have sets of %d lines", s.Name, l.Name, l.Bytes, l.Ways)
		}
		if i > 0 && l.BytesPerCycle <= 0 {
			return fmt.Errorf("%s: nothing moves between %s and %s", s.Name, l.Name, s.Levels[i-1].Name)
		}
	}
	if min(s.LoadBytesPerCycle, s.StoreBytesPerCycle, s.FlopsPerCycle, s.MemoryBytesPerSecond, float64(s.ClockMHz)) <= 0 {
		return fmt.Errorf("%s: clock, rates and the bandwidth of memory must be above 0", s.Name)
	}
	return nil
}
