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

// fetch is how long an instruction reads of each bank, and for how long a bank may be
// busy still when it begins.
type fetch struct {
	words, slack [banks]int64
	any          bool
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
	s.banks[0] = max(s.banks[0], at) + f.words[0]
	s.banks[1] = max(s.banks[1], at) + f.words[1]
	return at
}

// fetches says what instructions read of the banks.
func fetches(s *arch.Spec, ops []op, instrs []*ir.Instr) {
	if s.Clock.RegisterBanks == 0 {
		return
	}
	var before *ir.Instr // in the basic block
	for pc, in := range instrs {
		times := int64(max(1, s.Clock.Ops[classOf(in)].Reads))
		ops[pc].fetch = fetchOf(s, in.Places, times)
		ops[pc].follow = fetchOf(s, without(in, before), times)
		if before = in; in.Op.Facts().Term {
			before = nil
		}
	}
}

// fetchOf is the reading of some places, each so many times.
func fetchOf(s *arch.Spec, places []ir.Place, times int64) (f fetch) {
	for i, p := range places {
		if p.Words == 0 || slices.Contains(places[:i], p) {
			continue
		}
		for w := range p.Words {
			f.words[int(p.First+w)%s.Clock.RegisterBanks] += times
		}
		f.any = true
	}
	most := max(int64(s.Clock.ReadCycles), slices.Max(f.words[:]))
	for b, words := range f.words {
		if f.slack[b] = most - words; words == 0 {
			f.slack[b] = never
		}
	}
	return f
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
