// Package cpu runs a Go function as one thread of a CPU and counts what its
// caches do, under the names that perf gives the counters.
//
// The function is compiled and interpreted as a kernel is, by the same compiler
// and the same executor, with one thread: nothing of it runs natively, so that
// its loads and stores are known one by one and an endless loop ends by a
// budget. Slices among the arguments are the thread's memory; what it writes
// there is in the caller's slice afterwards.
//
// The machine: a core with loads and stores, behind it caches of whole lines,
// each with sets of which the line used longest ago leaves (LRU), behind them
// memory. A line that is missed is put into every level on its way. A store to a
// line that is not there fetches it first (write-allocate); a written line goes
// to the next level when it must leave (write-back). When the function ends,
// every written line is written back as far as memory, and counted: a result
// that stays in a cache would seem to cost nothing.
//
// Time is a lower bound: the greatest of what the arithmetic, the loads, the
// stores and the traffic between any two levels take by themselves.
//
// Units: bytes, lines, cycles of the core's clock. Every run begins with empty
// caches and with its arrays one behind the other, in the order of the
// arguments, each at a multiple of Align bytes.
//
// Not modelled: latency, prefetching (it moves lines earlier, not more of them),
// address translation, the inclusion of inner caches in the last one, other
// cores, the instructions for loops and addresses. Loads are counted one per
// element; the bound lets vector instructions do them, so that no compiled
// program is faster.
package cpu

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// Machine is a CPU to run functions on. The zero value of the limits stands for
// generous ones.
type Machine struct {
	Spec         Spec
	Instructions uint64        // that a run may execute
	Deadline     time.Duration // that it may take
	// Observe makes an observer of a function that Execute calls; nil: nobody observes it.
	Observe func() trace.Observer
}

// The default limits of a run.
const (
	defaultInstructions = 300e6
	defaultDeadline     = 5 * time.Minute
	hostMemory          = 1 << 30 // bytes of arrays, at most
)

// Align is what the addresses of arrays are multiples of. It is a multiple of
// all lines, and small enough not to place all arrays into the same sets.
const Align = 256

// Open returns the CPU of the given name.
func Open(name string) (*Machine, error) {
	s, err := Find(name)
	if err != nil {
		return nil, err
	}
	return &Machine{Spec: s}, nil
}

// executor is the device that stands for a core: one of its threads is used, and
// of its figures only those that kernels are compiled with.
const executor = "H200"

// Run calls a function with arguments, numbers and slices, and reports what the
// caches did. What it wrote before an error stays written.
func (m *Machine) Run(function any, args ...any) (*Report, error) {
	f, err := load(function)
	if err != nil {
		return nil, err
	}
	w, err := m.watch(f, args)
	if err != nil {
		return nil, err
	}
	result, err := m.execute(f, w)
	if err != nil {
		return nil, err
	}
	return m.report(f, w, result), nil
}

// Execute calls a function as Run does, and counts nothing: only what it writes is of interest.
func (m *Machine) Execute(function any, args ...any) error {
	f, err := load(function)
	if err != nil {
		return err
	}
	b, err := f.bind(args)
	if err != nil {
		return err
	}
	_, err = m.thread(f, b, m.Observe)
	return err
}

// watch makes the observer of a run.
func (m *Machine) watch(f *Function, args []any) (*watch, error) {
	if err := m.Spec.Validate(); err != nil {
		return nil, err
	}
	b, err := f.bind(args)
	if err != nil {
		return nil, err
	}
	w := &watch{bound: b, caches: newCaches(&m.Spec), byPC: make([][]LevelCounts, len(f.code.Program().Instrs))}
	w.end = make([]LevelCounts, len(m.Spec.Levels))
	return w, nil
}

// execute runs the function's one thread on the caches of a run.
func (m *Machine) execute(f *Function, w *watch) (*simt.Result, error) {
	result, err := m.thread(f, w.bound, func() trace.Observer { return trace.Observer{Access: w.access} })
	if err == nil {
		w.caches.flush(w.end)
	}
	return result, err
}

// thread runs the function's one thread, observed unless observer is nil.
func (m *Machine) thread(f *Function, b *bound, observer func() trace.Observer) (*simt.Result, error) {
	budget := cmp.Or(m.Instructions, defaultInstructions)
	deadline := cmp.Or(m.Deadline, defaultDeadline)
	defer b.copyBack()
	result, err := f.code.Program().Run(context.Background(), simt.Launch{
		Shape: f.shape, Stack: stackBytes,
		Params: b.params, Windows: b.windows, Memory: b.memory,
		Limits:      simt.Limits{Instructions: budget, Deadline: time.Now().Add(deadline), Bytes: hostMemory},
		NewObserver: observer, InOrder: true,
		Stdout: io.Discard, Workers: 1,
	})
	if err != nil {
		return nil, diag.Quoted(ofOneThread(err), f.code.Unit.Line)
	}
	return result, nil
}

// ofOneThread leaves out of a message which thread it is about.
func ofOneThread(err error) error {
	const who = "thread (0,0,0) of block (0,0,0), warp 0 lane 0, in "
	var d diag.Diagnostic
	if errors.As(err, &d) {
		d.Message = strings.NewReplacer("in "+who, "in ", who, "in ", "warp instructions", "instructions").Replace(d.Message)
		return d
	}
	return err
}

// stackBytes is the memory for calls whose depth is not known.
const stackBytes = 1 << 16

// stackBase is where the thread's own arrays lie: above all others.
const stackBase = 1 << 46

// watch plays the loads and stores of the thread on the caches.
type watch struct {
	bound  *bound
	caches *caches
	byPC   [][]LevelCounts // nil where nothing was accessed
	end    []LevelCounts   // when all was written back
	walk   []Touch
	writer *sighting
}

// sighting is the last store to an address.
type sighting struct {
	addr uint64
	pc   int32
	seen bool
}

// walkLength is how many accesses a report keeps one by one.
const walkLength = 1 << 14

// access plays an access.
func (w *watch) access(a *trace.Access) {
	addr := a.Lane(a.Active.First())
	switch a.Space {
	case ir.Local:
		addr += stackBase
	case ir.Global:
	default:
		return
	}
	if w.byPC[a.PC] == nil {
		w.byPC[a.PC] = make([]LevelCounts, len(w.end))
	}
	store := a.Kind != trace.Load
	found := w.caches.access(addr, a.Bytes, store, w.byPC[a.PC])
	if len(w.walk) < walkLength {
		w.walk = append(w.walk, w.bound.touch(addr, a.Bytes, store, found))
	}
	if s := w.writer; s != nil && store && addr <= s.addr && s.addr < addr+uint64(a.Bytes) {
		s.pc, s.seen = a.PC, true
	}
}

// LastWriter runs a function and returns the line that stored last to an element of the
// slice that is argument arg, and its text; the zero Pos when none did.
func (m *Machine) LastWriter(function any, arg, index int, args ...any) (at diag.Pos, source string, err error) {
	f, err := load(function)
	if err != nil {
		return diag.Pos{}, "", err
	}
	w, err := m.watch(f, args)
	if err != nil {
		return diag.Pos{}, "", err
	}
	w.writer = &sighting{addr: w.bound.element(arg, index)}
	if _, err := m.execute(f, w); err != nil || !w.writer.seen {
		return diag.Pos{}, "", err
	}
	at = f.pos(int(w.writer.pc))
	return at, f.code.Unit.Line(at), nil
}

// errNotLoaded is of what is neither a function nor loaded by Load.
var errNotLoaded = errors.New("pass a Go function, without calling it, or one of cpu.Load")

// refuse makes a diagnostic at the function's declaration.
func (f *Function) refuse(code diag.Code, hint, message string) diag.Diagnostic {
	return f.code.Diagnose(code, hint, "%s", message)
}
