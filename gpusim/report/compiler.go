package report

// This file says which real compiler made a kernel.

import "fmt"

// Compiler is a compiler, other than the simulator's own front end, that made PTX of a kernel.
type Compiler struct {
	Name    string `json:"name"`              // "nvcc 13.5.37"
	Target  string `json:"target"`            // "sm_90"
	Because string `json:"because,omitempty"` // why the simulator's own front end did not compile the kernel; "" where this compiler was asked for
	// Own is what the simulator's own allocation of registers takes, where the figures of the report
	// are those of ptxas; nil where they are its own.
	Own *Allocation `json:"own,omitempty"`
}

// Allocation is registers, and bytes per thread.
type Allocation struct {
	Registers   int `json:"registers"`
	Local       int `json:"local"`
	SpillStores int `json:"spill_stores"`
	SpillLoads  int `json:"spill_loads"`
}

// Text returns a line on the compiler, and one where the simulator's own allocation differs from
// that of ptxas, which is given. A kernel without another compiler has none.
func (c *Compiler) Text(given Allocation) (lines []string) {
	if c == nil {
		return nil
	}
	head := fmt.Sprintf("compiled by %s for %s", c.Name, c.Target)
	if c.Because != "" {
		head += ", because the simulator's own front end refuses " + c.Because
	}
	lines = append(lines, head)
	switch {
	case c.Own == nil:
		lines = append(lines, "registers and local memory are the simulator's own: ptxas was not asked")
	case *c.Own != given:
		lines = append(lines, fmt.Sprintf("registers and local memory are those of ptxas; the simulator's own: %d registers, %d bytes of local memory (spills: %d bytes stored, %d loaded)",
			c.Own.Registers, c.Own.Local, c.Own.SpillStores, c.Own.SpillLoads))
	}
	return lines
}

// Allocation returns the registers and bytes per thread.
func (r Resources) Allocation() Allocation {
	return Allocation{r.Registers, r.Local, r.SpillStores, r.SpillLoads}
}
