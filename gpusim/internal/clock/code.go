package clock

// This file is the way of instructions to the SMs when a launch finds them cold:
// it has them brought next to the SMs, from where they come line by line.

// codeCache knows which lines of code an SM has.
type codeCache struct {
	ready []int64 // by line: when it is there; 0: nobody has asked
	begun bool    // the first line has been asked for
	late  int64   // cycles by which that comes later than to the first SM
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
		c.codeLines = at/k.CodeLine + 1
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

// load brings a line of code, and those behind it.
func (x *codeCache) load(c *chip, line int, now int64) {
	k := &c.Spec.Clock.Cold
	ready, lines := now+int64(k.CodeMiss), 1+k.CodeAhead/k.CodeLine
	if !x.begun {
		ready, lines = now+int64(k.CodeCold)+x.late, k.CodeFirst/k.CodeLine
		x.begun = true
	}
	for i := line; i < min(line+lines, len(x.ready)); i++ {
		if x.ready[i] == 0 {
			x.ready[i] = ready
		}
	}
}
