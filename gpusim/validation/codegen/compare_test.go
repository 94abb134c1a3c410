package main

// This file compares kernels that two compilers made, property by property.

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

var every = flag.Bool("every", false, "compare all stored kernels instead of some")

const (
	near  = 2   // registers
	alike = 0.1 // of instructions

	worst = 40 // rows of the largest differences that -v shows
)

// device is what nvcc compiled for.
var device = func() *arch.Spec {
	s, err := arch.Find("H100")
	if err != nil {
		panic(err)
	}
	return s
}()

// compared is one kernel of both compilers.
type compared struct {
	fact
	ours fact
}

// agreement is how often the compilers agree in a property: shares of kernels, or of innermost loops.
type agreement struct{ agree, of float64 }

func (a *agreement) add(agree bool) {
	a.of++
	if agree {
		a.agree++
	}
}

// The properties.
const (
	sameRegisters = "registers equal"
	nearRegisters = "registers within 2"
	sameStack     = "stack frame or none"
	sameLoops     = "number of innermost loops"
	sameUnroll    = "unroll factor, by the bytes of an iteration"
	sameAccesses  = "loads and stores of an iteration, by space and width"
	nearLength    = "length of an iteration within 10 %"
	nearExecuted  = "weighted instructions of the kernel within 10 %"
)

var propertyNames = []string{sameRegisters, nearRegisters, sameStack, sameLoops, sameUnroll, sameAccesses, nearLength, nearExecuted}

// agreements has all properties of a list of kernels.
func agreements(list []compared) map[string]*agreement {
	all := map[string]*agreement{}
	for _, p := range propertyNames {
		all[p] = &agreement{}
	}
	for _, c := range list {
		all[sameRegisters].add(c.difference() == 0)
		all[nearRegisters].add(c.difference() <= near)
		all[sameStack].add((c.Stack > 0) == (c.ours.Stack > 0))
		all[nearExecuted].add(within(c.Executed, c.ours.Executed, alike))
		all[sameLoops].add(len(c.Loops) == len(c.ours.Loops))
		for _, p := range c.pairs() {
			all[sameUnroll].add(p.whole() && p.sameWork())
			all[sameAccesses].add(p.whole() && p.theirs.Accesses.String() == p.ours.Accesses.String())
			all[nearLength].add(p.whole() && within(p.theirs.Instructions, p.ours.Instructions, alike))
		}
	}
	return all
}

func within(want, got int, share float64) bool {
	return math.Abs(float64(want-got)) <= share*float64(want)
}

// difference is by how many registers the compilers differ.
func (c compared) difference() int {
	return max(c.Registers-c.ours.Registers, c.ours.Registers-c.Registers)
}

// pair is an innermost loop of both compilers; what one of them does not have is nil.
type pair struct{ theirs, ours *loop }

func (p pair) whole() bool { return p.theirs != nil && p.ours != nil }

// sameWork reports whether an iteration of both loops loads and stores about as much, or is about as long where it
// accesses no memory.
func (p pair) sameWork() bool {
	want, got := p.theirs.Accesses.bytes(), p.ours.Accesses.bytes()
	if want == 0 || got == 0 {
		return want == got && within(p.theirs.Instructions, p.ours.Instructions, 0.4)
	}
	return within(want, got, 0.25)
}

// pairs pairs loops with the same accesses, and the others in the order of the code.
func (c compared) pairs() (list []pair) {
	taken := map[*loop]bool{}
	find := func(theirs *loop, same bool) {
		for i := range c.ours.Loops {
			l := &c.ours.Loops[i]
			if !taken[l] && (!same || l.Accesses.String() == theirs.Accesses.String()) {
				taken[l], taken[theirs] = true, true
				list = append(list, pair{theirs, l})
				return
			}
		}
	}
	for _, same := range []bool{true, false} {
		for i := range c.Loops {
			if !taken[&c.Loops[i]] {
				find(&c.Loops[i], same)
			}
		}
	}
	for i := range c.Loops {
		if !taken[&c.Loops[i]] {
			list = append(list, pair{&c.Loops[i], nil})
		}
	}
	for i := range c.ours.Loops {
		if !taken[&c.ours.Loops[i]] {
			list = append(list, pair{nil, &c.ours.Loops[i]})
		}
	}
	return list
}

// check prints the agreement of a list and the rows with the largest difference, and fails where a limit is missed.
func check(t *testing.T, list []compared, limits map[string]float64) {
	t.Helper()
	slices.SortStableFunc(list, func(a, b compared) int { return cmp.Compare(b.distance(), a.distance()) })
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"file", "kernel", "registers", "ours", "stack", "ours", "weighted", "ours", "loops: instructions/accesses", "ours"})
	for i, c := range list {
		if i < worst || *every {
			rows.AppendRow(table.Row{c.File, source.KernelName(c.Kernel), c.Registers, c.ours.Registers, c.Stack, c.ours.Stack, c.Executed, c.ours.Executed,
				strings.ReplaceAll(written(c.Loops), " ", "\n"), strings.ReplaceAll(written(c.ours.Loops), " ", "\n")})
		}
	}
	if len(list) < 100 {
		t.Fatalf("%d kernels, want 100", len(list))
	}
	all, text := agreements(list), ""
	for _, p := range propertyNames {
		share := all[p].agree / all[p].of
		text += fmt.Sprintf("%5.1f %% of %4.0f  %s\n", 100*share, all[p].of, p)
		if share < limits[p] {
			t.Errorf("%s: %.3f, want %g", p, share, limits[p])
		}
	}
	t.Logf("\n%s\n%d kernels\n%s", rows.Render(), len(list), text)
}

// distance orders kernels by how much the compilers differ.
func (c compared) distance() float64 {
	d := math.Abs(math.Log(float64(c.Executed) / float64(max(1, c.ours.Executed))))
	for _, p := range c.pairs() {
		if !p.whole() || !p.sameWork() {
			d++
		}
	}
	return d
}

// compareAll compiles one of several stored kernels, or all. open returns the unit of a file and how it calls a kernel.
func compareAll(t *testing.T, oneOf int, open func(archive *txtar.Archive, file string) (source.Unit, error), name func(string) string) (list []compared) {
	t.Helper()
	archive, facts, err := stored("testdata")
	if err != nil {
		t.Fatal(err)
	}
	units := map[string]source.Unit{}
	for i, f := range facts {
		if i%oneOf != 0 && !*every {
			continue
		}
		unit, known := units[f.File]
		if !known {
			if unit, err = open(archive, f.File); err != nil {
				t.Logf("%s: %v", f.File, err)
			}
			units[f.File] = unit
		}
		if unit == nil {
			continue
		}
		k, err := compile.Kernel(unit, name(f.Kernel), compile.Options{Spec: device})
		if err != nil { // such as clock64 and assembler, which the own front end refuses
			continue
		}
		list = append(list, compared{f, measure(device, k)})
	}
	return list
}

// member returns a file of the archive, or nil.
func member(archive *txtar.Archive, name string) []byte {
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return archive.Files[i].Data
}
