package driver

// This file remembers the calls on contexts.

import (
	"slices"

	"gpucourse/gpusim/internal/contexts"
)

// Call is a call on contexts, and the stacks of all threads after it.
type Call struct {
	Thread string // that called
	Call   string // "CtxCreate(0)"
	Result string // CUDA's name: "CUDA_SUCCESS"
	Stacks []Stack
	// Floating are the contexts that can be used and are on no stack.
	Floating []ContextState
}

// Stack is the contexts on the stack of a thread, the current one last.
type Stack struct {
	Thread   string
	Contexts []ContextState
}

// ContextState is a context at the time of a call.
type ContextState struct {
	Name  string
	Alive bool
	Usage int // users of a created context, clients that retain a primary one
}

// maxHistory is how many calls a host remembers.
const maxHistory = 1000

// History returns the last thousand calls on contexts, in their order.
func (h *Host) History() []Call { return slices.Clone(h.history) }

// record remembers a call.
func (h *Host) record(thread, call string, result contexts.Result) {
	m := Call{Thread: thread, Call: call, Result: string(result)}
	stacked := map[*Context]bool{}
	for _, t := range h.system.Threads() {
		s := Stack{Thread: t.Name}
		for _, handle := range t.Stack() {
			c := h.context(handle)
			stacked[c] = true
			s.Contexts = append(s.Contexts, c.state())
		}
		m.Stacks = append(m.Stacks, s)
	}
	for _, c := range h.contexts {
		if c.Alive() && !stacked[c] {
			m.Floating = append(m.Floating, c.state())
		}
	}
	h.history = append(h.history, m)
	h.history = h.history[max(0, len(h.history)-maxHistory):]
}
