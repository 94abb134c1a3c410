// Package litmus lists every outcome that the memory consistency model of PTX allows
// for a launch of few threads and few accesses, as litmus tests do.
//
// It works in three steps. First each thread runs alone, and a load may return any
// value that some thread can write there (thread.go): this gives the thread's paths.
// Then one path per thread is chosen, and each read chooses the write that it reads
// from (search.go). Last, the candidate execution is kept if orders of its fences and
// of its writes exist that break no axiom of the model (axioms.go). The outcome is
// the final contents of global memory.
//
// State: an event is one access, fence, or side of a barrier. A relation is a bit
// matrix of events, so an execution has at most 64 of them. A place is one element
// of shared or global memory.
//
// The model is section 8 of NVIDIA's PTX ISA, for devices of cc 7.0 and later. Its
// words stand for these of the kernel language:
//
//   - a plain load or store is weak;
//   - LoadVolatile and StoreVolatile are relaxed at system scope (8.4.2);
//   - atomics are relaxed at device scope, and one whose result is unused is a
//     reduction, which is no acquire pattern (8.8);
//   - Threadfence, ThreadfenceBlock and ThreadfenceSystem are fence.sc of device,
//     block and system scope, as membar is since cc 7.0 (PTX ISA 9.7.13, membar);
//   - SyncThreads synchronizes the threads of a block, SyncWarp the lanes of its warp.
//
// The kernel is compiled without optimisation, so every access of the source is an
// access of the model.
//
// A second, independent way runs the threads in turns, one access at a time
// (turns.go). It says which outcomes need no weak order, and tests compare both.
//
// Not modelled: accesses that overlap in part (the axioms do not apply to them),
// textures, shuffles, votes, functions that are called and not inlined; shared memory
// starts as zeros. A spin loop whose iterations change nothing counts once.
package litmus

import (
	"encoding/binary"
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
)

// The limits of an exploration.
const (
	maxThreads    = 8
	maxEvents     = 24      // of one thread
	maxAllEvents  = 64      // of an execution: the bits of a row of a relation
	maxSteps      = 10_000  // instructions of one path
	maxPaths      = 1 << 14 // of one thread
	maxCandidates = 1 << 24 // combinations of paths, partial ones too
)

// firstMajor is the first compute capability, x.0, that the model applies to (8.1).
const firstMajor = 7

// Launch is the launch whose outcomes are listed.
type Launch struct {
	launch.Shape
	Kernel        *ir.Kernel    // compiled without optimisation
	Params, Const []byte        // the parameter block and constant memory
	Windows       []simt.Window // by VarID−1
	Memory        *simt.Memory  // its contents are those before the launch
	Line          func(diag.Pos) string
}

// place is one element of memory that threads share. Its address is an offset in
// shared memory.
type place struct {
	space ir.Space
	block int // of shared memory; 0 for global memory
	addr  uint64
	bytes int
}

// overlaps reports whether two places have bytes in common.
func (p place) overlaps(q place) bool {
	return p.space == q.space && p.block == q.block && p.addr < q.addr+uint64(q.bytes) && q.addr < p.addr+uint64(p.bytes)
}

// Explore lists the outcomes. The error is a diag.Diagnostic.
func Explore(l *Launch) (*report.Outcomes, error) {
	x := &explorer{Launch: l, names: map[place]string{}, types: map[place]ir.Type{}}
	if err := x.accepts(); err != nil {
		return nil, err
	}
	paths, err := x.paths()
	if err != nil {
		return nil, err
	}
	s := &search{explorer: x, paths: paths, found: map[string]*outcome{}}
	if err := s.run(); err != nil {
		return nil, err
	}
	turns, err := x.turns()
	if err != nil {
		return nil, err
	}
	for k := range turns {
		if s.found[k] == nil {
			panic("BUG: threads in turns reach an outcome that the memory model forbids: " + k)
		}
	}
	return x.report(s, turns), nil
}

// explorer is what all steps know of the launch.
type explorer struct {
	*Launch
	unused  map[*ir.Instr]bool // atomics whose result no instruction reads
	names   map[place]string   // "out[1]"
	types   map[place]ir.Type
	targets []place // of global memory that some path writes, in address order
}

// refuse returns the error of a launch that cannot be explored.
func (x *explorer) refuse(in *ir.Instr, hint, format string, args ...any) error {
	d := diag.Diagnostic{Pos: x.Kernel.Pos, Code: diag.NotExplored, Message: fmt.Sprintf(format, args...), Hint: hint}
	if in != nil && in.Pos != 0 {
		d.Pos = x.Kernel.Frame(in.Pos).Pos
	}
	d.Source = x.Line(d.Pos)
	return d
}

// refused names the operations whose effect on memory or lanes the model does not
// describe.
var refused = map[ir.Op]string{
	ir.Shfl: "a shuffle", ir.Vote: "a vote", ir.Match: "a match", ir.Redux: "a reduction of the warp", ir.BarRed: "a barrier that combines values", ir.ActiveMask: "gpu.ActiveMask", ir.Tex: "a texture read",
	ir.Call: "a function that is not inlined",
}

// undescribed returns the words for an operation that the model does not describe, "" for others.
// Of the operations that wait for other threads it describes the barriers alone.
func undescribed(op ir.Op) string {
	facts := op.Facts()
	if what, ok := refused[op]; ok || !facts.Waits || op == ir.Bar || op == ir.BarWarp {
		return what
	}
	return "the instruction " + facts.Name
}

// accepts checks that the launch can be explored.
func (x *explorer) accepts() error {
	if x.Spec.CC.Major < firstMajor {
		return x.refuse(nil, "choose a device of compute capability 7.0 or higher", "the memory model of PTX describes no device before compute capability 7.0, and %s has %v", x.Spec.Name, x.Spec.CC)
	}
	if n := x.threads(); n > maxThreads {
		return x.refuse(nil, "launch two to four threads", "the launch has %d threads, and all outcomes can be listed for %d at most", n, maxThreads)
	}
	uses := x.Kernel.DefUse().Uses
	x.unused = map[*ir.Instr]bool{}
	for _, b := range x.Kernel.Blocks {
		for _, in := range b.Instrs {
			if what := undescribed(in.Op); what != "" {
				return x.refuse(in, "list the outcomes of a kernel without it", "%s uses %s, which the memory model does not describe", x.Kernel.Name, what)
			}
			x.unused[in] = in.Op == ir.Atom && (len(in.Dst) == 0 || len(uses[in.Dst[0]]) == 0)
		}
	}
	return nil
}

// threads returns the number of threads of the launch.
func (x *explorer) threads() int { return x.Grid.Count() * x.Block.Count() }

// initial returns what is in a place before the launch.
func (x *explorer) initial(p place) uint64 {
	if p.space != ir.Global {
		return 0
	}
	a := x.Memory.Find(p.addr)
	var word [8]byte
	copy(word[:], a.Data[p.addr-a.Base:][:p.bytes])
	return binary.LittleEndian.Uint64(word[:])
}

// name records what the source calls a place that an instruction accesses.
func (x *explorer) name(p place, in *ir.Instr) {
	if _, known := x.names[p]; known {
		return
	}
	x.types[p] = in.Type
	x.names[p] = fmt.Sprintf("address 0x%x", p.addr)
	if in.Root == 0 {
		return
	}
	v, first := x.Kernel.Var(in.Root), uint64(0)
	if p.space == ir.Global {
		first = x.Windows[in.Root-1].Lo
	} else {
		first = uint64(v.Offset)
	}
	x.names[p] = v.Name
	if v.Elem.Bytes > 0 && (len(v.Dims) > 0 || v.Kind == ir.ParamSlice || v.Kind == ir.DynamicShared) {
		x.names[p] += bracketed(v.Index(int64(p.addr-first) / int64(v.Elem.Bytes)))
	}
}

// bracketed puts an index in brackets that has none.
func bracketed(index string) string {
	if index[0] == '[' {
		return index
	}
	return "[" + index + "]"
}

// text writes a value of a place.
func (x *explorer) text(p place, bits uint64) string {
	switch t := x.types[p]; {
	case t.Float():
		return fmt.Sprint(t.FloatOf(bits))
	case t.Signed():
		return fmt.Sprint(int64(t.Extend(bits)))
	default:
		return fmt.Sprint(t.Extend(bits))
	}
}
