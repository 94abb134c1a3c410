package gpusim

// This file runs launches under the eyes of a checker.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
)

// Racecheck is the tool that finds races: elements of shared or global memory
// that threads use in no order while one of them writes.
const Racecheck = "racecheck"

// shadowBytes is the most memory that a checker may take.
const shadowBytes = 4 << 30

// Check makes a launch and has a tool watch it. The launch is like any other, but
// slower and without caches or time. What it wrote stays.
func (d *Device) Check(tool string, kernel any, c Config, args ...any) (*report.Check, error) {
	t := check.Lookup(tool)
	if t == nil {
		return nil, diag.Diagnostic{
			Code: diag.NoSetting, Message: fmt.Sprintf("no checker is called %q", tool), Hint: "the checkers are " + check.Names(),
		}
	}
	c.InOrder, c.NoCaches, c.NoTime = true, true, true
	c.guard = &guard{tool: t}
	rep, err := d.Launch(kernel, c, args...)
	if err != nil {
		return nil, err
	}
	list, whole := c.guard.checker.Findings()
	return &report.Check{Tool: t.Name, Kernel: rep.Kernel, Device: d.Name(), Findings: list, Whole: whole}, nil
}

// guard is a tool and, once the launch is known, its checker.
type guard struct {
	tool    *check.Tool
	checker check.Checker
}

// watch returns the checker of a launch.
func (g *guard) watch(k *Kernel, p *simt.Program, s *arch.Spec, c *Config, b *bound) check.Checker {
	g.checker = g.tool.New(&check.Launch{
		Spec: s, Program: p, Grid: c.Grid, Block: c.Block, Windows: b.windows,
		Line: k.unit.Line, Bytes: shadowBytes,
	})
	return g.checker
}
