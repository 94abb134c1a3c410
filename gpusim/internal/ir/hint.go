package ir

// This file is how cache hints are printed and parsed.

import (
	"slices"
	"strconv"

	"gpucourse/gpusim/trace"
)

// l1Uses are the parts of a mnemonic that say how an access uses L1.
var l1Uses = [...]string{trace.L1Default: "", trace.L1Bypass: "past_l1", trace.L1Found: "found_l1", trace.L1Always: "in_l1"}

// sixteen is in how many parts a policy divides lines.
const sixteen = 16

// policyName returns the part of a mnemonic that stands for a policy: "evict_first", or
// "evict_last_9_evict_first" where 9 of 16 lines have the first priority.
func policyName(p trace.Policy) string {
	switch {
	case p == trace.Policy{}:
		return ""
	case p.Sixteenths == 0:
		return p.Primary.String()
	}
	return p.Primary.String() + "_" + strconv.Itoa(int(p.Sixteenths)) + "_" + p.Secondary.String()
}

// policies are all policies by their names.
var policies = func() map[string]trace.Policy {
	all := map[string]trace.Policy{}
	add := func(p trace.Policy) { all[policyName(p)] = p }
	for first := trace.EvictUnchanged; first <= trace.EvictNormal; first++ {
		add(trace.Policy{Primary: first})
		for second := trace.EvictUnchanged; second <= trace.EvictNormal; second++ {
			for n := uint8(1); n < sixteen; n++ {
				add(trace.Policy{Primary: first, Secondary: second, Sixteenths: n})
			}
		}
	}
	return all
}()

// setHint reads a part of a mnemonic; it reports whether the part is one of a hint.
func (in *Instr) setHint(part string) bool {
	if use := slices.Index(l1Uses[:], part); use > 0 {
		in.Hint.L1 = trace.L1Use(use)
		return true
	}
	if part == "once" {
		in.Hint.Once = true
		return true
	}
	p, ok := policies[part]
	in.Hint.Policy = p
	return ok
}
