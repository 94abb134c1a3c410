package contexts

// This file holds the machine to what an H200's driver answered, call by call.

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// measured returns the lines of a file of answers that begin with prefix,
// without it.
func measured(t *testing.T, file, prefix string) []string {
	t.Helper()
	f, err := os.Open("../../validation/h200/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, ok := strings.CutPrefix(s.Text(), prefix); ok {
			lines = append(lines, rest)
		}
	}
	return lines
}

// script is calls and what they answered, in words.
type script struct {
	t     *testing.T
	lines []string
}

// says compares the next line of the measurement.
func (s *script) says(line string) {
	s.t.Helper()
	if len(s.lines) == 0 {
		s.t.Fatalf("nothing was measured after %q", line)
	}
	if s.lines[0] != line {
		s.t.Errorf("got %q, the H200 answered %q", line, s.lines[0])
	}
	s.lines = s.lines[1:]
}

func (s *script) call(what string, r Result) {
	s.t.Helper()
	s.says(what + " -> " + string(r))
}

// skip leaves out lines about what this package does not do.
func (s *script) skip(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		s.says(line)
	}
}

func number(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

// use is any call that needs a context, an allocation for one.
func use(t *Thread) Result {
	_, r := t.Use()
	return r
}

func TestContextsAsTheDriverAnswered(t *testing.T) {
	sys := NewSystem(1)
	th := sys.Thread("main")
	s := &script{t, measured(t, "host/contexts.txt", "")}
	name := func(c *Context, names map[*Context]string) string {
		switch {
		case c == nil:
			return "null"
		case names[c] == "":
			return "other"
		}
		return names[c]
	}

	s.skip("create before init -> CUDA_ERROR_NOT_INITIALIZED")
	s.says("primary active before use: " + number(sys.PrimaryActive(0)))
	s.call("primary release before retain", sys.PrimaryRelease(0))
	s.call("primary reset before retain", sys.PrimaryReset(0))
	s.call("synchronize with no context", th.Synchronize())
	s.call("push null", th.Push(nil))
	s.call("set null on an empty stack", th.Set(nil))
	s.call("destroy null", th.Destroy(nil))
	s.call("get device with no context", use(th))
	a, r := th.Create(0)
	s.call("create", r)
	got, r := th.Attach(0)
	s.call("attach current", r)
	s.says("attach gives the current one: " + number(got == a))
	_, r = th.Attach(1)
	s.call("attach with flags 1", r)
	s.call("detach current", th.Detach(a))
	s.call("alloc after attach and detach", use(th))
	b, r := th.Create(0)
	s.call("create another", r)
	s.call("detach one that is not current", th.Detach(a))
	s.call("detach the current to nothing", th.Detach(b))
	s.call("get current", Success)
	s.says("current after detach: " + name(th.Current(), map[*Context]string{a: "first", b: "second"}))
	s.call("detach it again", th.Detach(b))
	s.call("alloc in the first", use(th))
	c, r := th.Create(0)
	s.call("create a third", r)
	names := map[*Context]string{a: "first", c: "third"}
	s.call("set the first", th.Set(a))
	s.says("current after set: " + name(th.Current(), names))
	got, r = th.Pop()
	s.call("pop", r)
	s.says("popped: " + name(got, names))
	s.says("current after pop: " + name(th.Current(), names))
	s.call("set null", th.Set(nil))
	s.says("current after set null: " + name(th.Current(), names))
	s.call("set null again", th.Set(nil))
	s.call("destroy the floating third", th.Destroy(c))
	s.call("set null", th.Set(nil))
	primaryAnswers(s, sys, th)
	s.call("destroy the first", th.Destroy(a))
	s.call("free memory of a destroyed context", use(th))
	s.call("free null", use(th))
	if len(s.lines) > 0 {
		t.Errorf("not compared: %q", s.lines)
	}
}

func primaryAnswers(s *script, sys *System, th *Thread) {
	s.t.Helper()
	q, r := sys.PrimaryRetain(0)
	s.call("primary retain", r)
	again, r := sys.PrimaryRetain(0)
	s.call("primary retain again", r)
	s.says("same: " + number(q == again))
	s.says("retain makes it current: " + number(th.Current() == q))
	s.call("destroy primary", th.Destroy(q))
	s.call("push primary", th.Push(q))
	s.call("detach primary", th.Detach(q))
	_, r = th.Attach(0)
	s.call("attach primary", r)
	s.call("alloc in primary", use(th))
	s.call("primary release", sys.PrimaryRelease(0))
	s.call("alloc in primary", use(th))
	s.call("primary release", sys.PrimaryRelease(0))
	s.says("primary active after all releases: " + number(sys.PrimaryActive(0)))
	s.call("alloc in released primary", use(th))
	s.call("primary release too many", sys.PrimaryRelease(0))
	again, r = sys.PrimaryRetain(0)
	s.call("primary retain anew", r)
	s.says("same handle: " + number(q == again))
	s.call("alloc through the old current", use(th))
	s.call("primary reset", sys.PrimaryReset(0))
	s.says("primary active after reset: " + number(sys.PrimaryActive(0)))
	s.call("alloc after reset", use(th))
	s.call("free what reset freed", use(th))
	s.call("primary release after reset", sys.PrimaryRelease(0))
}

func TestContextStackAsTheDriverAnswered(t *testing.T) {
	sys := NewSystem(1)
	th := sys.Thread("main")
	s := &script{t, measured(t, "device/micro.txt", "ctx ")}
	say := func(what string, r Result) { s.t.Helper(); s.says(what + " " + string(r)) }

	s.skip("cuInit CUDA_SUCCESS")
	prim, _ := th.UseRuntime(0)
	if th.Current() == prim && prim.Primary {
		s.says("current after runtime use is the primary context")
	}
	_, r := th.Pop()
	say("pop primary", r)
	_, r = th.Pop()
	say("pop empty", r)
	if th.Current() == nil {
		s.says("current on empty stack null")
	}
	say("cuMemAlloc with no context", use(th))
	c1, r := th.Create(0)
	say("create1", r)
	s.says("current is c1: " + number(th.Current() == c1))
	say("alloc in c1", use(th))
	c2, r := th.Create(0)
	say("create2", r)
	s.says("current is c2: " + number(th.Current() == c2))
	// What allocations do is not of this package.
	s.skip("alloc in c2 CUDA_SUCCESS same address as c1's: 0",
		"memset c1's pointer while c2 is current CUDA_SUCCESS", "free c1's pointer while c2 is current CUDA_SUCCESS")
	popped, _ := th.Pop()
	// The program compared what it popped before the call that popped it.
	s.skip("pop CUDA_SUCCESS is c2: 0")
	s.says("current is c1 after pop: " + number(th.Current() == c1 && popped == c2))
	s.says("push c2 twice " + string(th.Push(c2)) + " " + string(th.Push(c2)))
	say("destroy c2 while current", th.Destroy(c2))
	if th.Current() == c2 {
		s.says("current after destroying the current: CUDA_SUCCESS c2 (stale)")
	}
	say("alloc after destroy", use(th))
	popped, r = th.Pop()
	if popped == c2 {
		s.says("pop after destroy " + string(r) + " c2")
	}
	say("destroy twice", th.Destroy(c2))
	say("push destroyed", th.Push(c2))
	s.says("primary active=" + number(sys.PrimaryActive(0)))
	again, r := sys.PrimaryRetain(0)
	s.says("retain primary " + string(r) + " same handle: " + number(again == prim))
	if len(s.lines) > 0 {
		t.Errorf("not compared: %q", s.lines)
	}
}

// What lives in a context ends with it, last in first out, once.
func TestResourcesEndWithTheirContext(t *testing.T) {
	sys := NewSystem(2)
	th := sys.Thread("main")
	c, _ := th.Create(1)
	var freed []string
	for _, name := range []string{"a", "b", "c"} {
		c.Own(name, func() { freed = append(freed, name) })
	}
	if !c.Disown("b") || c.Disown("b") {
		t.Error("b is freed once")
	}
	th.Destroy(c)
	if got := strings.Join(freed, ""); got != "ca" {
		t.Errorf("released %q, want c then a", got)
	}
	if _, r := th.Create(2); r != InvalidDevice {
		t.Errorf("a context on the third of two devices: got %s", r)
	}
}
