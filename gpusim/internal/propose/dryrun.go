package propose

// This file finds the lengths of arrays, and shapes that a kernel can run with: the kernel runs, and an
// array in which an index is out of range grows, or a block that is too large shrinks.

import (
	"errors"
	"io"
	"regexp"
	"strconv"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// The budget of dry runs.
const (
	mostRuns         = 24
	mostElements     = 1 << 22    // of an array
	mostInstructions = 10_000_000 // of warps, in one run
)

// outside matches the message of an index out of range.
var outside = regexp.MustCompile(`(?:reading|writing|updating) ([^:]+): index (-?\d+) is out of range, it has (\d+) element`)

// grow runs the kernel with longer and longer arrays until every index is inside, or the budget
// is spent. It reports whether the launch is too large for that: it does not end, or an array has n²
// elements.
func (g *guess) grow() (tooLarge bool) {
	for range mostRuns {
		err := g.dryRun()
		if err == nil {
			return false
		}
		p, index := g.faulty(err)
		switch {
		case errors.Is(err, diag.InstructionBudget):
			return true
		case p == nil && !g.reshape(err):
			return false
		case p == nil: // run it in the new shape
			continue
		case index >= mostElements || index <= -mostElements: // n*n wraps
			return true
		case index < 0:
			return false
		}
		p.length = roundUp(max(index+1, p.length+p.length/2))
	}
	return false
}

// reshape changes a shape that is guessed so that a fault does not come again: dynamic shared memory grows to
// the index, and a block shrinks that has more threads than a static shared array has elements, than the
// mask of a shuffle has lanes, or than the kernel's launch bounds allow. The threads of the grid stay. It
// reports false where nothing can be changed.
func (g *guess) reshape(err error) bool {
	if !g.free {
		return false
	}
	for _, d := range diag.ListOf(err) {
		name, index, ok := indexOf(&d)
		elem, shared := g.uses.shared[name]
		switch most := g.device.Shared.PerBlockOptin; {
		case ok && elem > 0 && index >= 0:
			g.shared = min(roundUp(max((index+1)*elem, 2*g.shared)), max(most, g.shared))
			return (index+1)*elem <= g.shared
		case ok && shared || d.Code == diag.WarpMask || d.Code == diag.BeyondBounds:
			return g.halveBlock()
		}
	}
	return false
}

// halveBlock halves the longest side of a block, and doubles the grid along it.
func (g *guess) halveBlock() bool {
	longest := 0
	for i, n := range g.block {
		if n > g.block[longest] {
			longest = i
		}
	}
	if g.block[longest] == 1 {
		return false
	}
	g.block[longest] /= 2
	g.grid[longest] *= 2
	return true
}

// roundUp rounds a large length to the next power of two.
func roundUp(n int) int {
	length := 1
	for length < n {
		length *= 2
	}
	return length
}

// faulty returns the array in which an index is out of range, and the index.
func (g *guess) faulty(err error) (*param, int) {
	for _, d := range diag.ListOf(err) {
		name, index, ok := indexOf(&d)
		for i := range g.params {
			if p := &g.params[i]; ok && p.Name == name && p.guessed {
				return p, index
			}
		}
	}
	return nil, 0
}

// indexOf returns the array and the index of a message about an index that is out of range.
func indexOf(d *diag.Diagnostic) (array string, index int, ok bool) {
	m := outside.FindStringSubmatch(d.Message)
	if d.Code != diag.IndexOutOfRange || m == nil {
		return "", 0, false
	}
	index, err := strconv.Atoi(m[2])
	return m[1], index, err == nil
}

// dryRun executes the kernel without time and caches, one block after another so that the first
// fault is always the same. Arrays hold zeros.
func (g *guess) dryRun() error {
	dev, err := gpusim.Open(g.device.Name)
	if err != nil {
		return err
	}
	values := gpusim.Named{}
	for i := range g.params {
		p := &g.params[i]
		if p.Unread {
			continue
		}
		if !p.Slice {
			values[p.Name] = p.number()
			continue
		}
		a, err := dev.MallocArray(p.length, p.Elem.Bytes)
		if err != nil {
			return err
		}
		values[p.Name] = a.From(p.first)
	}
	config := gpusim.Config{Grid: dim3(g.grid), Block: dim3(g.block), Shared: g.shared, MaxShared: g.shared, Instructions: mostInstructions, Stdout: io.Discard}
	config.NoTime, config.NoCaches, config.Workers = true, true, 1
	_, err = dev.Launch(g.kernel, config, values)
	return err
}

func dim3(n [3]int) gpusim.Dim3 { return gpusim.Dim3{X: n[0], Y: n[1], Z: n[2]} }

// number is the value of a scalar.
func (p *param) number() any {
	if b, err := strconv.ParseBool(p.value); err == nil && p.Type == "bool" {
		return b
	}
	if n, err := strconv.ParseInt(p.value, 0, 64); err == nil {
		return n
	}
	f, _ := strconv.ParseFloat(p.value, 64)
	return f
}
