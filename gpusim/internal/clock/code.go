package clock

// This file is the way of instructions to the SMs when a launch finds them cold.

// codeCache knows which lines of code an SM has.
type codeCache struct {
	ready []int64 // by line: when it is there; 0: nobody has asked
}

// layCode lays the instructions out in memory.
func (c *chip) layCode() {
	k := &c.Spec.Clock.Cold
	c.codeAt = make([]int32, len(c.ops))
	at := 0
	for pc := range c.ops {
		c.codeAt[pc] = int32(at)
		at += int(c.ops[pc].slots) * k.InstructionBytes
	}
	if k.CodeLine > 0 {
		c.codeSeen = make([]int64, at/k.CodeLine+1)
	}
}

// fetch returns when an instruction that is needed at a cycle can issue.
func (x *codeCache) fetch(c *chip, pc int32, now int64) int64 {
	if len(x.ready) == 0 {
		return now
	}
	line := int(c.codeAt[pc]) / c.Spec.Clock.Cold.CodeLine
	if x.ready[line] == 0 {
		x.load(c, line, now)
	}
	return max(now, x.ready[line])
}

// load brings a line of code, and those fetched ahead.
func (x *codeCache) load(c *chip, line int, now int64) {
	k := &c.Spec.Clock.Cold
	for i := line; i < len(x.ready) && i <= line+k.CodeAhead/k.CodeLine; i++ {
		if x.ready[i] != 0 {
			continue
		}
		ready := now + int64(k.CodeCold)
		if c.codeSeen[i] == 0 || ready < c.codeSeen[i] {
			c.codeSeen[i] = ready
		}
		x.ready[i] = ready
	}
}
