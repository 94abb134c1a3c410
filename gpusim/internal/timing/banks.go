package timing

// This file is the banks of a scheduler's registers: an instruction whose registers lie
// in one bank, or in one that is busy, keeps the scheduler waiting.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// fetch is what an instruction reads of each bank: from when on, for how long, and for
// how long the bank may be busy still when it begins.
type fetch struct {
	any                bool
	from, takes, slack [arch.MostBanks]int16
}

// far is later than any instruction waits for a bank.
const far = 1 << 14

// fetch lets an instruction that is issued at a cycle begin as soon as it can read its
// registers in time, which it returns, and keeps their banks busy. Where it follows
// another of its warp, that one may have kept some.
func (m *sm) fetch(w *warp, s *scheduler, o *op, now int64, follows bool) int64 {
	f := &o.fetch
	if follows {
		f = &o.follow
	}
	if !f.any {
		return now
	}
	at := max(now, s.banks[0]-int64(f.slack[0]), s.banks[1]-int64(f.slack[1]))
	s.banks[0] = max(s.banks[0], at+int64(f.from[0])) + int64(f.takes[0])
	s.banks[1] = max(s.banks[1], at+int64(f.from[1])) + int64(f.takes[1])
	if at > now {
		s.freeze(now+m.t.issue, at-now)
		m.charge(w, at, trace.Dispatch)
	}
	return at
}

// fetches says what instructions read of the banks.
func fetches(s *arch.Spec, ops []op, instrs []*ir.Instr) {
	if s.Clock.RegisterBanks == 0 {
		return
	}
	var before *ir.Instr // in the basic block
	for pc, in := range instrs {
		o, times := &ops[pc], max(1, s.Clock.Ops[classOf(in)].Reads)
		o.fetch = fetchOf(&s.Clock, o.unit, in.Places, times)
		if o.follow = o.fetch; times == 1 {
			o.follow = fetchOf(&s.Clock, o.unit, without(in, before), times)
		}
		if before = in; in.Op.Facts().Term {
			before = nil
		}
	}
}

// fetchOf is the reading of some places, so many times, for a unit.
func fetchOf(c *arch.Clock, u arch.Unit, places []ir.Place, times int) (f fetch) {
	words, late := wordsIn(places, c.RegisterBanks), readLate(c, u)
	most := max(c.ReadCycles, slices.Max(words[:]))
	for b, n := range words {
		f.from[b], f.slack[b] = -far, far
		if n > 0 {
			f.any = true
			f.from[b], f.slack[b] = int16(late), int16(late+most-n)
			f.takes[b] = int16(n + (times-1)*c.ReadCycles)
		}
	}
	return f
}

// readLate is by how much instructions of a unit read later than others.
func readLate(c *arch.Clock, u arch.Unit) int {
	if u == arch.UnitFMA || u == arch.UnitDouble {
		return 0
	}
	return c.ReadLate
}

// wordsIn counts the registers of places that lie in each of so many banks.
func wordsIn(places []ir.Place, n int) (words [arch.MostBanks]int) {
	for i, p := range places {
		if !slices.Contains(places[:i], p) {
			for w := range p.Words {
				words[int(p.First+w)%n]++
			}
		}
	}
	return words
}

// factors is how many operands of an instruction, the first ones, can change places.
const factors = 2

// without is the places of in less those that the instruction before keeps: what both
// read at the same place, if they are no accesses.
func without(in, before *ir.Instr) []ir.Place {
	if before == nil || in.Op.Facts().Memory || before.Op.Facts().Memory || len(in.Places) == 0 {
		return in.Places
	}
	places := slices.Clone(in.Places)
	for i, o := range in.Src {
		same := before.Src[min(i, len(before.Src)):min(i+1, len(before.Src))]
		if i < factors {
			same = before.Src[:min(factors, len(before.Src))]
		}
		if o.IsReg && slices.Contains(same, o) && !slices.Contains(before.Dst, o.Reg) {
			places[i] = ir.Place{}
		}
	}
	return places
}
