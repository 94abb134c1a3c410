package sm

// This file is how instructions come to an SM that does not have them.

import "gpucourse/gpusim/arch"

// codeLayout is where the instructions of a kernel lie in lines of code. The zero value: SMs
// have them.
type codeLayout struct {
	cold  *arch.ColdClock
	lines int
}

// codeCache is the lines of code that an SM has.
type codeCache struct {
	cold  *arch.ColdClock
	ready []int64 // by line: when it is there; 0: nobody has asked; nil: all are
	begun bool    // the first line has been asked for
	late  int64   // cycles by which that comes later than to the first SM
}

// layCode lays instructions out in memory, one after another.
func layCode(s *arch.Spec, ops []op) codeLayout {
	k := &s.Clock.Cold
	if k.CodeLine == 0 {
		return codeLayout{}
	}
	at := 0
	for pc := range ops {
		ops[pc].codeLine = int32(at / k.CodeLine)
		at += int(ops[pc].slots) * k.InstructionBytes
	}
	return codeLayout{k, at/k.CodeLine + 1}
}

// cache returns the cache of an SM that has no code. A part late of the SMs gets its first
// lines before it.
func (l codeLayout) cache(late float64) codeCache {
	if l.lines == 0 {
		return codeCache{}
	}
	return codeCache{cold: l.cold, ready: make([]int64, l.lines), late: int64(float64(l.cold.CodeLate) * late)}
}

// fetch returns when an instruction that is needed at a cycle can issue.
func (x *codeCache) fetch(o *op, now int64) int64 {
	if x.ready == nil {
		return now
	}
	if x.ready[o.codeLine] == 0 {
		x.load(int(o.codeLine), now)
	}
	return max(now, x.ready[o.codeLine])
}

// load brings a line of code, and those behind it.
func (x *codeCache) load(line int, now int64) {
	k := x.cold
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
