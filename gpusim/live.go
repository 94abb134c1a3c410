package gpusim

// This file follows the registers of a thread along a kernel.

import (
	"cmp"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile/regalloc"
	"gpucourse/gpusim/internal/ir"
)

// Live is how many registers a thread uses along a kernel.
type Live struct {
	Kernel, Device string
	Registers      int // that the kernel was given; order and alignment make them more than ever hold values
	Limit          int // that it was allowed
	Points         []LivePoint
	Lines          []LiveLine // in order of file and line
}

// LivePoint is the registers in use around one instruction.
type LivePoint struct {
	Line      int    // of the source
	Instr     string // as Kernel.String prints it
	Registers int
	Values    []string // the learner's names of what they hold; values without one are left out
}

// LiveLine is the instruction of a source line around which most registers are
// in use.
type LiveLine struct {
	File   string
	Source string
	LivePoint
}

// Live compiles a kernel for a launch and returns the registers in use around
// each of its instructions. Of c it looks at Banks, Cache, MaxRegisters and
// Passes.
func (d *Device) Live(kernel any, c Config) (Live, error) {
	spec, k, err := d.codeFor(kernel, &c)
	if err != nil {
		return Live{}, err
	}
	l := Live{Kernel: k.Name(), Device: spec.Name, Registers: k.registers, Limit: k.ir.Usage.Limit}
	lines := map[diag.Pos]*LiveLine{}
	for _, u := range regalloc.Uses(k.ir, regalloc.TargetOf(spec, k.ir, c.MaxRegisters)) {
		pos := k.ir.Frame(u.In.Pos).Pos
		p := LivePoint{Line: pos.Line, Instr: k.ir.InstrString(u.In), Registers: u.Words, Values: names(k.ir, u.Held)}
		l.Points = append(l.Points, p)
		at := diag.Pos{File: pos.File, Line: pos.Line}
		if known := lines[at]; known == nil || known.Registers < p.Registers {
			lines[at] = &LiveLine{File: pos.File, Source: strings.TrimRight(k.unit.Line(pos), "\n"), LivePoint: p}
		}
	}
	for _, line := range lines {
		l.Lines = append(l.Lines, *line)
	}
	slices.SortFunc(l.Lines, func(x, y LiveLine) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
	return l, nil
}

// Resources compiles a kernel for a launch and returns what it takes of the
// device. Of c it looks at Banks, Cache, MaxRegisters and Passes.
func (d *Device) Resources(kernel any, c Config) (Resources, error) {
	spec, k, err := d.codeFor(kernel, &c)
	if err != nil {
		return Resources{}, err
	}
	return ResourcesOf(spec, k.ir), nil
}

// codeFor returns a kernel compiled for a launch, and the device as it sets it.
func (d *Device) codeFor(kernel any, c *Config) (*Spec, *Kernel, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, nil, err
	}
	spec, err := d.Set(c.settings())
	if err != nil {
		return nil, nil, err
	}
	k, err = k.compiledFor(target{spec, c.MaxRegisters, c.Passes})
	return spec, k, err
}

// names returns the learner's names of values, each once, in the order of
// their registers.
func names(k *ir.Kernel, regs []ir.Reg) []string {
	var list []string
	for _, r := range regs {
		if n := k.Regs[r].Name; n != "" && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
