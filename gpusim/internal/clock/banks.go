package clock

// This file is the banks of a scheduler's registers: an instruction whose registers lie
// in one bank, or in one that is busy, keeps the scheduler waiting.

import (
	"slices"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
)

// banks is the most that a device has.
const banks = 2

// fetch is what an instruction reads of each bank: from when on, for how long, and for
// how long the bank may be busy still when it begins.
type fetch struct {
	from, takes, slack [banks]int64
	any                bool
}

// fetch returns when an instruction that is issued at a cycle begins, as soon as it can
// read its registers in time, and keeps their banks busy. Where it follows another of
// its warp, that one may have kept some.
func (s *scheduler) fetch(o *op, now int64, follows bool) int64 {
	f := &o.fetch
	if follows {
		f = &o.follow
	}
	if !f.any {
		return now
	}
	at := max(now, s.banks[0]-f.slack[0], s.banks[1]-f.slack[1])
	s.banks[0] = max(s.banks[0], at+f.from[0]) + f.takes[0]
	s.banks[1] = max(s.banks[1], at+f.from[1]) + f.takes[1]
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
	words := wordsIn(places, c.RegisterBanks)
	late := int64(c.ReadLate)
	if u == arch.UnitFMA || u == arch.UnitDouble {
		late = 0
	}
	most := max(int64(c.ReadCycles), slices.Max(words[:]))
	for b, n := range words {
		f.from[b], f.slack[b] = -never, never
		if n > 0 {
			f.any = true
			f.from[b], f.slack[b] = late, late+most-n
			f.takes[b] = n + int64((times-1)*c.ReadCycles)
		}
	}
	return f
}

// wordsIn counts the registers of places that lie in each of so many banks.
func wordsIn(places []ir.Place, n int) (words [banks]int64) {
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
