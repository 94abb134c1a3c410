package timing

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
	if k.CodeLine == 0 {
		return
	}
	at := 0
	for pc := range c.ops {
		c.ops[pc].codeLine = int32(at / k.CodeLine)
		at += int(c.ops[pc].slots) * k.InstructionBytes
	}
	c.codeLines = at/k.CodeLine + 1
}

// fetch returns when an instruction that is needed at a cycle can issue.
func (x *codeCache) fetch(c *chip, o *op, now int64) int64 {
	if len(x.ready) == 0 {
		return now
	}
	if x.ready[o.codeLine] == 0 {
		x.load(c, int(o.codeLine), now)
	}
	return max(now, x.ready[o.codeLine])
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
