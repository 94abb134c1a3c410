package ptx

// This file lowers cache operators, eviction priorities and policies.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// A policy is a word of 64 bits (cuda::access_property): one bit says that it is one, three choose
// the priorities, which the words number as package trace does, and four how many of sixteen lines
// have the first.
const (
	policyMark      = 1 << 60
	noPolicy        = policyMark | (sixteen-1)<<sixteenthsShift // every access leaves the priority of its line
	primaryShift    = 57
	primaryMask     = 3
	secondaryFirst  = 1 << 56
	sixteenthsShift = 52
	sixteen         = 16
)

// policyOf reads the word of a policy.
func policyOf(word uint64) trace.Policy {
	if word&policyMark == 0 {
		return trace.Policy{}
	}
	p := trace.Policy{Primary: trace.Priority(word >> primaryShift & primaryMask)}
	if n := word >> sixteenthsShift & (sixteen - 1); n < sixteen-1 {
		p.Sixteenths = uint8(n + 1)
		if word&secondaryFirst != 0 {
			p.Secondary = trace.EvictFirst
		}
	}
	return p
}

// createPolicy builds createpolicy: its word.
func createPolicy(l *lowerer, m *match) {
	word := uint64(policyMark)
	for p := trace.EvictUnchanged; p <= trace.EvictNormal; p++ {
		if m.named["P"] == "L2::"+p.String() {
			word |= uint64(p) << primaryShift
		}
	}
	if m.named["Q"] == "L2::"+trace.EvictFirst.String() {
		word |= secondaryFirst
	}
	share := uint64(sixteen - 1)
	if len(m.Operands) > 1 {
		if v := l.operand(m.Operands[1], types["f32"]); !v.IsReg {
			share = uint64(min(sixteen, max(1, math.Ceil(sixteen*float64(math.Float32frombits(uint32(v.Imm))))))) - 1
		}
	}
	word |= share << sixteenthsShift
	if r, ok := l.at.scope.find(m.Operands[0].Name).(*register); ok {
		if r.policy != 0 && r.policy != word {
			word = noPolicy
		}
		r.policy = word
	}
	l.def(0, ir.I(word))
}

// policyOperand returns the policy in the last operand of an access: a number, what createpolicy made,
// or none where only the running kernel knows it.
func (l *lowerer) policyOperand(m *match) trace.Policy {
	o := m.Operands[len(m.Operands)-1]
	if v := l.operand(o, types["b64"]); !v.IsReg {
		return policyOf(v.Imm)
	}
	if r, ok := l.at.scope.find(o.Name).(*register); ok {
		return policyOf(r.policy)
	}
	return trace.Policy{}
}

// hint returns what an access says about caches: its operator and its policy. A policy that only the
// running kernel knows is none.
func (l *lowerer) hint(m *match, s ir.Space) (h ir.Hint) {
	if s != ir.Global {
		return h
	}
	load := m.form.op == "ld"
	switch {
	case m.has("cg") && load:
		h.L1 = trace.L1Bypass
	case m.has("lu"), m.has("L1::no_allocate") && load:
		h.L1, h.Once = trace.L1Found, true
	case m.has("cs"), m.has("L1::evict_first"), m.has("L1::no_allocate"):
		h.Once = true
	case m.has("cta") && (m.has("relaxed") || m.has("acquire") || m.has("release")):
		h.L1 = trace.L1Always
	}
	if m.has("L2::cache_hint") {
		h.Policy = l.policyOperand(m)
	}
	return h
}
