package sm

// This file is instruction fetch in a launch whose SMs lack the code.

import "gpucourse/gpusim/arch"

// layOut assigns instructions to lines of code and returns the number of lines.
func layOut(k *arch.ColdClock, ops []op) (lines int) {
	if k.CodeLine == 0 {
		return 0
	}
	at := 0
	for pc := range ops {
		ops[pc].codeLine = int32(at / k.CodeLine)
		at += int(ops[pc].Slots) * k.InstructionBytes
	}
	return at/k.CodeLine + 1
}

// codeCache is the instruction cache of an SM.
type codeCache struct {
	cold  *arch.ColdClock
	ready []int64 // by line: the cycle at which it is there; 0: not requested; nil: all are there
	begun bool    // the first line has been requested
	late  int64   // extra cycles of the first line
}

// newCodeCache returns the cache of an SM that lacks the code. It gets its first line later
// than the given part of the SMs.
func newCodeCache(p *Program, part float64) codeCache {
	if p.lines == 0 {
		return codeCache{}
	}
	k := &p.Spec.Clock.Cold
	return codeCache{cold: k, ready: make([]int64, p.lines), late: int64(float64(k.CodeLate) * part)}
}

// fetch returns the cycle at which an instruction that is needed now can issue.
func (x *codeCache) fetch(o *op, now int64) int64 {
	if x.ready == nil {
		return now
	}
	if x.ready[o.codeLine] == 0 {
		x.load(int(o.codeLine), now)
	}
	return max(now, x.ready[o.codeLine])
}

// load requests a line of code and the lines that are prefetched with it.
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
