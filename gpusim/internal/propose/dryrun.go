package propose

// This file finds the lengths of arrays: the kernel runs, and an array in which an index is out
// of range grows.

import (
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
// is spent. It reports whether an array would be too large for that, as one of n² elements.
func (g *guess) grow() (tooLarge bool) {
	for range mostRuns {
		err := g.dryRun()
		if err == nil {
			return false
		}
		p, index := g.faulty(err)
		switch {
		case p == nil:
			return false
		case index >= mostElements || index <= -mostElements: // n*n wraps
			return true
		case index < 0:
			return false
		}
		p.length = roundUp(max(index+1, p.length+p.length/2))
	}
	return false
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
		m := outside.FindStringSubmatch(d.Message)
		if d.Code != diag.IndexOutOfRange || m == nil {
			continue
		}
		index, failed := strconv.Atoi(m[2])
		for i := range g.params {
			if p := &g.params[i]; p.Name == m[1] && p.guessed && failed == nil {
				return p, index
			}
		}
	}
	return nil, 0
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
		values[p.Name] = a
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
