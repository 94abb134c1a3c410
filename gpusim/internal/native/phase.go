package native

// This file is barriers in shared memory (gpu.Barrier). The state of one is a word:
//
//	bits 0–19   arrivals that the phase still waits for
//	bits 20–39  arrivals that a phase waits for
//	bits 40–62  bytes that the phase still waits for, signed
//	bit  63     the phase, which begins at 0

const (
	countBits  = 20
	bytesShift = 2 * countBits
	phaseShift = 63
	countMask  = 1<<countBits - 1
	bytesMask  = 1<<(phaseShift-bytesShift) - 1
)

// NewPhase returns the state of a barrier whose phases wait for that many arrivals.
func NewPhase(arrivals int) uint64 { return uint64(arrivals)<<countBits | uint64(arrivals) }

// PhaseOf returns 0 or 1 in turn.
func PhaseOf(state uint64) uint64 { return state >> phaseShift }

// ChangePhase returns a state after arrivals, and with more bytes to wait for.
func (t *Thread) ChangePhase(state uint64, arrivals, bytes int) uint64 {
	pending, all, phase := int(state&countMask)-arrivals, state>>countBits&countMask, PhaseOf(state)
	left := (state>>bytesShift + uint64(bytes)) & bytesMask
	if pending < 0 {
		panic("more arrivals at a barrier than its phase waits for")
	}
	if pending == 0 && left == 0 {
		pending, phase = int(all), phase^1
	}
	return uint64(pending) | all<<countBits | left<<bytesShift | phase<<phaseShift
}

// WaitUntil waits until a condition holds that other threads make true.
func (t *Thread) WaitUntil(holds func() bool) {
	if t.until = holds; !holds() {
		t.wait(atCondition)
	}
}

// releaseConditions makes the threads ready whose conditions hold. It reports whether there were any.
func (r *run) releaseConditions() bool {
	found := false
	for _, t := range r.threads {
		if t.state == atCondition && t.until() {
			t.state, found = ready, true
		}
	}
	return found
}
