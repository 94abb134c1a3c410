package contexts

// This file drives random sequences of calls against a second model, written
// in terms of the words of CUDA's reference instead of pointers: contexts are
// numbers, stacks are slices of numbers, counts are a map.

import (
	"testing"

	"pgregory.net/rapid"
)

// model is what should happen. Context n has count[n]; it is dead when the
// count is 0. Primary contexts are −1 − device, with liveness of their own.
type model struct {
	stacks  [][]int
	count   map[int]int
	primary map[int]bool // alive
	next    int
}

const devicesInTest, threadsInTest = 2, 3

func newModel() *model {
	return &model{stacks: make([][]int, threadsInTest), count: map[int]int{}, primary: map[int]bool{}, next: 1}
}

func (m *model) top(t int) (int, bool) {
	s := m.stacks[t]
	if len(s) == 0 {
		return 0, false
	}
	return s[len(s)-1], true
}

func (m *model) dead(c int) bool {
	if c < 0 {
		return !m.primary[c]
	}
	return m.count[c] == 0
}

func (m *model) drop(t int) { m.stacks[t] = m.stacks[t][:len(m.stacks[t])-1] }

// use is the answer of a call that needs a context.
func (m *model) use(t int) Result {
	c, ok := m.top(t)
	if !ok {
		return InvalidContext
	}
	if m.dead(c) {
		return ContextDestroyed
	}
	return Success
}

func (m *model) detach(t, c int) Result {
	if top, ok := m.top(t); !ok || top != c {
		return InvalidContext
	}
	if r := m.use(t); r != Success {
		return r
	}
	m.count[c]--
	if m.count[c] == 0 {
		m.primary[c] = false
		m.drop(t)
	}
	return Success
}

func (m *model) destroy(t, c int) Result {
	if c < 0 || m.dead(c) {
		return InvalidContext
	}
	m.count[c] = 0
	if top, ok := m.top(t); ok && top == c {
		m.drop(t)
	}
	return Success
}

func (m *model) release(c int) Result {
	if m.count[c] == 0 {
		return InvalidContext
	}
	if m.count[c]--; m.count[c] == 0 {
		m.primary[c] = false
	}
	return Success
}

// pair is the machine and the model, with the handles of both.
type pair struct {
	*rapid.T
	sys     *System
	threads []*Thread
	handles map[int]*Context
	m       *model
}

func TestRandomCallsAgreeWithTheModel(t *testing.T) {
	sequences := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 100 { // rapid makes a hundred checks: ten thousand sequences
			sequences++
			p := &pair{T: t, sys: NewSystem(devicesInTest), handles: map[int]*Context{}, m: newModel()}
			for range threadsInTest {
				p.threads = append(p.threads, p.sys.Thread(""))
			}
			for d := range devicesInTest {
				p.handles[-1-d] = p.sys.primary[d]
			}
			for range rapid.IntRange(1, 25).Draw(t, "calls") {
				p.call()
				p.same()
			}
		}
	})
	t.Logf("%d sequences", sequences)
}

// call makes one random call on both and compares the answers.
func (p *pair) call() {
	t := rapid.IntRange(0, threadsInTest-1).Draw(p.T, "thread")
	c := rapid.IntRange(-devicesInTest, max(p.m.next-1, 0)).Draw(p.T, "context")
	if c == 0 {
		c = -1
	}
	d := rapid.IntRange(0, devicesInTest-1).Draw(p.T, "device")
	th, m := p.threads[t], p.m
	var got, want Result
	op := rapid.SampledFrom([]string{"create", "push", "pop", "set", "clear", "attach", "detach", "destroy", "retain", "release", "reset", "use"}).Draw(p.T, "call")
	switch op {
	case "create":
		p.handles[m.next], got = th.Create(d)
		m.stacks[t], m.count[m.next], want = append(m.stacks[t], m.next), 1, Success
		m.next++
	case "push":
		got, want = th.Push(p.handles[c]), Success
		m.stacks[t] = append(m.stacks[t], c)
	case "pop":
		_, got = th.Pop()
		want = InvalidContext
		if len(m.stacks[t]) > 0 {
			m.drop(t)
			want = Success
		}
	case "set", "clear":
		if len(m.stacks[t]) > 0 {
			m.drop(t)
		}
		want = Success
		if op == "clear" {
			got = th.Set(nil)
			break
		}
		got = th.Set(p.handles[c])
		m.stacks[t] = append(m.stacks[t], c)
	case "attach":
		_, got = th.Attach(0)
		if want = m.use(t); want == Success {
			top, _ := m.top(t)
			m.count[top]++
		}
	case "detach":
		got, want = th.Detach(p.handles[c]), m.detach(t, c)
	case "destroy":
		got, want = th.Destroy(p.handles[c]), m.destroy(t, c)
	case "retain":
		_, got = p.sys.PrimaryRetain(d)
		m.count[-1-d]++
		m.primary[-1-d], want = true, Success
	case "release":
		got, want = p.sys.PrimaryRelease(d), m.release(-1-d)
	case "reset":
		got, want = p.sys.PrimaryReset(d), Success
		m.primary[-1-d] = false
	case "use":
		got, want = th.Synchronize(), m.use(t)
	}
	if got != want {
		p.Fatalf("%s on thread %d, context %d, device %d: got %s, want %s", op, t, c, d, got, want)
	}
}

// same compares stacks, counts and liveness.
func (p *pair) same() {
	for t, th := range p.threads {
		stack := th.Stack()
		if len(stack) != len(p.m.stacks[t]) {
			p.Fatalf("thread %d: got %d contexts on the stack, want %v", t, len(stack), p.m.stacks[t])
		}
		for i, c := range p.m.stacks[t] {
			if stack[i] != p.handles[c] {
				p.Fatalf("thread %d, place %d: got context %d, want %d", t, i, stack[i].Number(), c)
			}
		}
	}
	for c, h := range p.handles {
		if h.Usage() != p.m.count[c] || h.Alive() == p.m.dead(c) {
			p.Fatalf("context %d: got count %d, alive %v, want %d, %v", c, h.Usage(), h.Alive(), p.m.count[c], !p.m.dead(c))
		}
	}
}
