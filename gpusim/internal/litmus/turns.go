package litmus

// This file runs the threads in turns: one access at a time, in every order, on one
// memory. This is sequential consistency, found without the axioms.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxStates is the most states of all threads that are visited.
const maxStates = 1 << 16

// machine is threads on one memory.
type machine struct {
	x       *explorer
	threads []*thread
	state   []stop // why each thread stands still
	memory  map[place]uint64
}

// turns returns the keys of all outcomes that threads reach in turns.
func (x *explorer) turns() (map[string]bool, error) {
	m := &machine{x: x, memory: map[place]uint64{}}
	for i := range x.threads() {
		m.threads, m.state = append(m.threads, x.newThread(i)), append(m.state, passed)
	}
	outcomes, seen := map[string]bool{}, map[string]bool{}
	return outcomes, m.walk(outcomes, seen)
}

// walk lets each thread take the next turn.
func (m *machine) walk(outcomes, seen map[string]bool) error {
	k := m.fingerprint()
	if seen[k] {
		return nil
	}
	if seen[k] = true; len(seen) > maxStates {
		return m.x.refuse(nil, "use fewer threads, or fewer accesses", "the threads of %s reach more than %d states", m.x.Kernel.Name, maxStates)
	}
	if m.over() {
		outcomes[m.x.key(m.finally())] = true
		return nil
	}
	for i := range m.threads {
		if !m.ready(i) {
			continue
		}
		next, err := m.turn(i)
		if err != nil {
			return err
		}
		if err := next.walk(outcomes, seen); err != nil {
			return err
		}
	}
	return nil
}

// turn returns the machine after one event of a thread.
func (m *machine) turn(i int) (*machine, error) {
	n := &machine{x: m.x, threads: append([]*thread(nil), m.threads...), state: append([]stop(nil), m.state...), memory: maps.Clone(m.memory)}
	t := m.threads[i].clone()
	n.threads[i] = t
	t.forget()
	s, err := t.advance()
	if n.state[i] = s; err != nil {
		return nil, err
	}
	if s != wants && s != passed {
		return n, nil
	}
	e := &t.trace[len(t.trace)-1]
	if s == wants {
		t.supply(n.contents(e.at), 0)
	}
	if e.writes {
		n.memory[e.at] = e.write
	}
	return n, nil
}

// forget drops what turns do not need. It keeps the last event, which says whether
// the thread is at a barrier.
func (t *thread) forget() {
	t.trace, t.spins, t.steps, t.ctrl = t.trace[max(len(t.trace)-1, 0):], nil, 0, 0
	clear(t.stale)
	for i := range t.regs {
		t.regs[i].deps = 0
	}
}

// contents returns what is in a place.
func (m *machine) contents(p place) uint64 {
	if v, ok := m.memory[p]; ok {
		return v
	}
	return m.x.initial(p)
}

// finally returns the contents of all places that are written.
func (m *machine) finally() map[place]uint64 {
	final := map[place]uint64{}
	for _, p := range m.x.targets {
		final[p] = m.contents(p)
	}
	return final
}

// over reports whether no thread goes on.
func (m *machine) over() bool {
	for i := range m.threads {
		if m.running(i) {
			return false
		}
	}
	return true
}

// running reports whether thread i has not ended.
func (m *machine) running(i int) bool { return m.state[i] == passed || m.state[i] == wants }

// at returns the barrier at which a thread waits.
func (m *machine) at(i int) (barrier, bool) {
	trace := m.threads[i].trace
	if len(trace) == 0 || trace[len(trace)-1].kind != arrive {
		return barrier{}, false
	}
	return trace[len(trace)-1].barrier, true
}

// ready reports whether thread i can take a turn: a thread at a barrier waits until
// all others of its block, or of its warp, have arrived or ended.
func (m *machine) ready(i int) bool {
	b, waiting := m.at(i)
	if !m.running(i) || !waiting {
		return m.running(i)
	}
	for j := range m.threads {
		if !m.running(j) || !m.x.together(i, j, b.warp) {
			continue
		}
		// A thread behind the barrier has counted it.
		if n := m.threads[j].barriers[barrierIndex(b.warp)]; n > b.n {
			continue
		}
		if other, at := m.at(j); !at || other != b {
			return false
		}
	}
	return true
}

// barrierIndex is the place of a kind of barrier in thread.barriers.
func barrierIndex(warp bool) int {
	if warp {
		return 1
	}
	return 0
}

// together reports whether two threads share a block, or a warp.
func (x *explorer) together(i, j int, warp bool) bool {
	per, lanes := x.Block.Count(), x.Spec.WarpSize
	return i/per == j/per && (!warp || i%per/lanes == j%per/lanes)
}

// fingerprint identifies the state.
func (m *machine) fingerprint() string {
	var b strings.Builder
	for i, t := range m.threads {
		at, waiting := m.at(i)
		fmt.Fprint(&b, m.state[i], t.at, t.ip, t.part, t.local, t.barriers, at, waiting, " ")
		for _, r := range t.regs {
			fmt.Fprintf(&b, "%x,", r.bits)
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(m.memory), byAddress) {
		fmt.Fprint(&b, p, m.memory[p])
	}
	return b.String()
}
