package simt

// This file reports faults in the learner's names, with the thread, the numbers and
// what to do.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// fault stops the warp with a diagnostic at an instruction.
func (w *warp) fault(in *ir.Instr, code diag.Code, hint, format string, args ...any) {
	w.stop(w.diagnostic(in, code, hint, fmt.Sprintf(format, args...)))
}

func (w *warp) diagnostic(in *ir.Instr, code diag.Code, hint, message string) diag.Diagnostic {
	k := w.worker.p.Kernel
	f := k.Frame(in.Pos)
	if in.Op.Facts().Args != nil || in.Space == ir.Cluster {
		f = k.Called(in.Pos)
	}
	pos := f.Pos
	if pos.Line == 0 {
		pos = k.Pos
	}
	for c := f.Caller; c != nil; c = c.Caller {
		message += fmt.Sprintf("; called at %s", c.Pos)
	}
	message += w.callChain()
	return diag.Diagnostic{Pos: pos, Code: code, Hint: hint, Message: message}
}

// thread returns threadIdx of a lane.
func (w *warp) thread(lane int) arch.Dim3 {
	b, t := w.worker.launch.Block, w.index*w.worker.p.spec.WarpSize+lane
	return arch.Dim3{X: t % b.X, Y: t / b.X % b.Y, Z: t / (b.X * b.Y)}
}

// describeLane names a lane: "thread (0,0,0) of block (4,0,0), warp 0 lane 0, in Scale".
func (w *warp) describeLane(lane int) string {
	return fmt.Sprintf("thread %s of block %s, warp %d lane %d, in %s",
		w.thread(lane).Index(), w.worker.block.Index(), w.index, lane, w.worker.p.Kernel.Name)
}

// accessVerbs is how messages name a kind of access.
var accessVerbs = [...]string{trace.Load: "reading", trace.Store: "writing", trace.Atomic: "updating"}

// outOfRange reports a lane whose access lies at offset at of region g, outside of
// it.
func (w *warp) outOfRange(in *inst, lane int, at int64, g *region) {
	v := w.worker.p.Kernel.Var(in.mem.root)
	verb := accessVerbs[in.mem.kind]
	if v == nil {
		name := in.mem.space.String() + " memory"
		if in.mem.space == ir.Global {
			name = "an allocation"
		}
		w.fault(in.ir, diag.IndexOutOfRange, "compare the index with the length of the array it is meant for",
			"%s %d bytes at byte %d of %s, which has %d bytes; %s", verb, in.mem.bytes, at, name, g.size, w.describeLane(lane))
		return
	}
	elem, unit := int64(max(v.Elem.Bytes, 1)), ""
	if elem == 1 && in.mem.bytes > 1 { // PTX declares bytes, whatever they hold
		elem, unit = int64(in.mem.bytes), fmt.Sprintf(" of %d bytes", in.mem.bytes)
	}
	n := int64(g.size) / elem
	if n == 1 && len(v.Dims) == 0 && v.Kind != ir.ParamSlice && v.Kind != ir.DynamicShared { // a struct, or one number
		w.fault(in.ir, diag.IndexOutOfRange, hintOutOfRange(v, at, n),
			"%s %d bytes at byte %d of %s, which has %d bytes; %s", verb, in.mem.bytes, at, v.Name, g.size, w.describeLane(lane))
		return
	}
	i := at / elem
	if at < 0 {
		i = (at - elem + 1) / elem
	}
	hint, wrapped := hintOutOfRange(v, i, n), ""
	if whole := i + 1<<intBits; i < 0 && whole >= 1<<(intBits-1) && whole < n {
		hint = wideIndexHint
		wrapped = fmt.Sprintf(": an int has %d bits, in which %d becomes %d", intBits, whole, i)
	}
	d := w.diagnostic(in.ir, diag.IndexOutOfRange, hint,
		fmt.Sprintf("%s %s: index %s is out of range, it has %s%s%s; %s", verb, v.Name, v.Index(i), sizeOf(v, n), unit, wrapped, w.describeLane(lane)))
	if g.size == 0 && in.mem.space == ir.Global {
		d.Cause = diag.ErrNoMemory
	}
	w.stop(d)
}

// An index that was computed in intBits bits is negative where the array has an element of the whole number.
const (
	intBits       = 32
	wideIndexHint = "compute the index in 64 bits, for example int64(row)*int64(width) + int64(x)"
)

// sizeOf says how large an object is: "1024 elements", "33 × 32 elements".
func sizeOf(v *ir.Var, n int64) string {
	if n == 1 || len(v.Dims) < 2 {
		return diag.Count(n, "elements")
	}
	parts := make([]string, len(v.Dims))
	for i, d := range v.Dims {
		parts[i] = fmt.Sprint(d)
	}
	return strings.Join(parts, " × ") + " elements"
}

// hintOutOfRange says what usually helps.
func hintOutOfRange(v *ir.Var, i, n int64) string {
	switch {
	case n == 0 && v.Kind == ir.DynamicShared:
		return "give the launch dynamic shared memory: Config.Shared, in bytes"
	case n == 0:
		return "the array passed to this launch is empty"
	case v.Kind == ir.DynamicShared:
		return "give the launch more dynamic shared memory, Config.Shared, or guard the index"
	case v.Kind != ir.ParamSlice:
		return "choose the array's size and the index to fit each other"
	case i < 0:
		return fmt.Sprintf("guard the access: if i >= 0 { … %s[i] … }", v.Name)
	}
	return fmt.Sprintf("threads beyond the data must do nothing: if i < len(%s) { … }", v.Name)
}

// unallocatedAddress reports an address in no allocation.
func (w *warp) unallocatedAddress(in *inst, lane int, addr uint64) {
	w.fault(in.ir, diag.WildAddress, "check the index that the pointer was made with",
		"%s address %#x, where no memory is allocated; %s", accessVerbs[in.mem.kind], addr, w.describeLane(lane))
}

// misaligned reports an address that is not a multiple of the access size.
func (w *warp) misaligned(in *inst, lane int, addr uint64) {
	name := in.mem.space.String() + " memory"
	if v := w.worker.p.Kernel.Var(in.mem.root); v != nil {
		name = v.Name
	}
	w.fault(in.ir, diag.Misaligned, "vector types need an index that keeps their alignment",
		"%s %d bytes of %s at address %#x, which is not a multiple of %d; %s",
		accessVerbs[in.mem.kind], in.mem.bytes, name, addr, in.mem.bytes, w.describeLane(lane))
}

func (w *warp) divideByZero(in *inst, lane int) {
	w.fault(in.ir, diag.DivideByZero, "check the divisor first", "integer division by zero; %s", w.describeLane(lane))
}

// trapHints say what to do about a kernel that stopped itself.
var trapHints = map[diag.Code]string{
	diag.AssertFailed: "look at the values in its condition: print them with gpu.Printf before the assert, in this thread",
	diag.KernelPanic:  "find out why this thread comes here: print the values that decide it with gpu.Printf, in this thread",
}

// trap reports the kernel's own panic.
func (w *warp) trap(b *decodedBlock) {
	code := b.last.TrapCode()
	w.fault(b.last, code, trapHints[code], "%s; %s", b.last.Text, w.describeLane(w.mask.First()))
}

// current returns the instruction a warp would execute next.
func (w *warp) current() *ir.Instr {
	return w.worker.p.Instrs[int(w.worker.p.blocks[w.block].first)+w.ip]
}

// budgetSpent reports that a kernel did not end.
func (w *warp) budgetSpent() diag.Diagnostic {
	return w.diagnostic(w.current(), diag.InstructionBudget, moreInstructions,
		fmt.Sprintf("%s executed %d warp instructions without ending%s; the last in %s",
			w.worker.p.Kernel.Name, w.worker.launch.Limits.Instructions, w.describeLoop(), w.describeLane(w.mask.First())))
}

// noWarpEnds reports that no warp ends.
func (w *warp) noWarpEnds() diag.Diagnostic {
	return w.diagnostic(w.current(), diag.InstructionBudget, moreInstructions,
		fmt.Sprintf("%s executed %d warp instructions without ending a warp%s; the last in %s",
			w.worker.p.Kernel.Name, w.worker.since.instructions, w.describeLoop(), w.describeLane(w.mask.First())))
}

const moreInstructions = "look for a loop that never ends; if there is none, allow the launch more instructions, with Config.Instructions or -instructions"

// describeLoop names the first line of the innermost loop in which the warp is: ", in the loop
// at line 3". Outside of loops it is "".
func (w *warp) describeLoop() string {
	l := w.loop()
	if l == nil {
		return ""
	}
	k := w.worker.p.Kernel
	at := diag.Pos{}
	for _, block := range l.Blocks {
		for _, in := range k.Blocks[block].Instrs {
			pos := k.Frame(in.Pos).Pos
			if pos.Line > 0 && (at.Line == 0 || pos.File == at.File && pos.Line < at.Line) {
				at = pos
			}
		}
	}
	if at.Line == 0 {
		return ""
	}
	if at.File != k.Frame(w.current().Pos).Pos.File {
		return ", in the loop at " + at.Where()
	}
	return fmt.Sprintf(", in the loop at line %d", at.Line)
}

// endless reports a warp that can no longer end, and why.
func (w *warp) endless(why, hint string) diag.Diagnostic {
	return w.diagnostic(w.worker.p.blocks[w.block].last, diag.InstructionBudget, hint,
		fmt.Sprintf("%s executed %d warp instructions without ending: %s; the last in %s", w.worker.p.Kernel.Name, w.executed, why, w.describeLane(w.mask.First())))
}

func (w *warp) deadlinePassed() diag.Diagnostic {
	return w.diagnostic(w.worker.p.blocks[w.block].last, diag.DeadlinePassed, "look for a loop that never ends; if there is none, use a smaller problem or a later deadline",
		fmt.Sprintf("%s did not end in time; it was at %s", w.worker.p.Kernel.Name, w.describeLane(w.mask.First())))
}

// cancelled reports where a warp was when the launch's context ended with cause.
func (w *warp) cancelled(cause error) diag.Diagnostic {
	d := w.diagnostic(w.current(), diag.Cancelled, "", w.describeLane(w.mask.First()))
	d.Cause = cause
	return d
}

func (p *Program) tooMuchState(need, limit int64) diag.Diagnostic {
	return diag.Diagnostic{
		Pos: p.Kernel.Pos, Code: diag.TooMuchState,
		Message: fmt.Sprintf("a block of %s needs %d bytes of registers, shared and local memory, %d are allowed", p.Kernel.Name, need, limit),
		Hint:    "use smaller blocks or smaller local arrays",
	}
}

// tooMuchOrder refuses a random order of more blocks than limit bytes can list.
func (p *Program) tooMuchOrder(blocks int, limit int64) diag.Diagnostic {
	return diag.Diagnostic{
		Pos: p.Kernel.Pos, Code: diag.TooMuchState,
		Message: fmt.Sprintf("a random order of the %d blocks of %s needs %d bytes, %d are allowed", blocks, p.Kernel.Name, int64(blocks)*orderBytes, limit),
		Hint:    "shuffle a smaller grid",
	}
}
