package trace

// This file says why warps did not issue, in Nsight Compute's words.

// StallReason is why a warp did not issue an instruction in a cycle.
type StallReason uint8

// The reasons, as Nsight Compute names them. LongScoreboard waits for L1, L2 or DRAM, ShortScoreboard
// for shared memory, shuffles and special functions, Wait for an instruction of fixed latency.
const (
	Wait StallReason = iota
	LongScoreboard
	ShortScoreboard
	Barrier
	NotSelected
	MathThrottle
	LGThrottle   // the queue for local and global memory is full
	MIOThrottle  // the queue for shared memory and shuffles is full
	TEXThrottle  // the queue for textures is full
	ConstantMiss // imc_miss
	NoInstruction
	Branch // branch_resolving
	Membar
	Drain    // stores have not left the SM when the warp ends
	Dispatch // dispatch_stall: the register banks were busy
	NumStallReasons
)

var stallReasons = [NumStallReasons]struct{ name, meaning string }{
	Wait:            {"wait", "the result of an instruction before it was not there yet"},
	LongScoreboard:  {"long_scoreboard", "a value was on its way from L1, L2 or memory"},
	ShortScoreboard: {"short_scoreboard", "a value was on its way from shared memory, a shuffle or a function unit"},
	Barrier:         {"barrier", "other warps of the block had not come to the barrier"},
	NotSelected:     {"not_selected", "the scheduler issued another warp's instruction"},
	MathThrottle:    {"math_pipe_throttle", "the execution unit was busy"},
	LGThrottle:      {"lg_throttle", "the queue of accesses to local and global memory was full"},
	MIOThrottle:     {"mio_throttle", "the queue of accesses to shared memory was full"},
	TEXThrottle:     {"tex_throttle", "the queue of texture reads was full"},
	ConstantMiss:    {"imc_miss", "a constant or parameter was not in the constant cache"},
	NoInstruction:   {"no_instruction", "the instruction was not in the instruction cache"},
	Branch:          {"branch_resolving", "a branch was under way"},
	Membar:          {"membar", "a memory fence was under way"},
	Drain:           {"drain", "stores were under way when the warp ended"},
	Dispatch:        {"dispatch_stall", "the banks of the registers that it reads were busy"},
}

// String returns Nsight Compute's name.
func (r StallReason) String() string { return stallReasons[r].name }

// Meaning says what the warp waited for.
func (r StallReason) Meaning() string { return stallReasons[r].meaning }

// InstrCycles is what one instruction cost, summed over all warps.
type InstrCycles struct {
	Issued uint64                  // warp instructions
	Stalls [NumStallReasons]uint64 // cycles that warps waited before they issued it
}

// Plus adds d to c.
func (c *InstrCycles) Plus(d *InstrCycles) {
	c.Issued += d.Issued
	for r := range c.Stalls {
		c.Stalls[r] += d.Stalls[r]
	}
}

// Minus subtracts d from c.
func (c *InstrCycles) Minus(d *InstrCycles) {
	c.Issued -= d.Issued
	for r := range c.Stalls {
		c.Stalls[r] -= d.Stalls[r]
	}
}

// Scale multiplies all counts and rounds down.
func (c *InstrCycles) Scale(by float64) {
	c.Issued = uint64(float64(c.Issued) * by)
	for r := range c.Stalls {
		c.Stalls[r] = uint64(float64(c.Stalls[r]) * by)
	}
}

// Stalled is the cycles that warps waited, for any reason.
func (c *InstrCycles) Stalled() (n uint64) {
	for _, cycles := range c.Stalls {
		n += cycles
	}
	return n
}
