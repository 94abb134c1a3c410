package simt

// This file prints.

import (
	"bytes"
	"fmt"
	"io"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/printf"
	"gpucourse/gpusim/trace"
)

// printedBytes bounds the text that a launch prints: a device keeps as much of it, unless its
// program asks for more (cudaLimitPrintfFifoSize).
const printedBytes = 1 << 20

// execPrintf prints, one lane after another.
func execPrintf(w *warp, in *inst) {
	m := w.guarded(in)
	run := w.worker.run
	if run.l.Stdout == nil || run.printed > printedBytes {
		return
	}
	regs, chosen := w.worker.p.Kernel.Regs, in.ir.Text == "" && len(in.ir.Src) > 0
	for rest := m; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		args := make([]any, len(in.ir.Src))
		for i, o := range in.ir.Src {
			args[i] = w.goValue(regs[o.Reg].Type, &w.regs[o.Reg], lane)
		}
		format, ok := in.ir.Text, true
		if chosen {
			format, args, ok = w.chosenFormat(in, lane, args)
		}
		if !ok || !w.texts(in, lane, format, args) {
			return
		}
		run.print(format, args)
	}
}

// chosenFormat reads a format whose address is the first argument, and takes its arguments from the others, which are words of memory. ok is false after a fault.
func (w *warp) chosenFormat(in *inst, lane int, words []any) (format string, args []any, ok bool) {
	text, ok := w.text(in, lane, words[0].(uint64))
	if !ok {
		return "", nil, false
	}
	memory := printf.Memory(words[1:])
	format, bad := printf.Kernel(text)
	if bad != "" {
		w.fault(in.ir, diag.PrintfFormat, "print with another verb", "printf: %s in the format %q is not for kernels; %s", bad, text, w.describeLane(lane))
		return "", nil, false
	}
	verbs, _ := printf.Verbs(format)
	for i, at := range printf.Places(verbs) {
		if at+verbs[i].Bytes > len(memory) {
			w.fault(in.ir, diag.PrintfFormat, "give one argument for each verb", "printf: the format %q has %s, more than the call has arguments; %s", text, diag.Count(len(verbs), "verbs"), w.describeLane(lane))
			return "", nil, false
		}
		args = append(args, verbs[i].Value(memory[at:]))
	}
	return format, args, true
}

// texts reads the arguments of %s in a format of C, which are addresses. It returns false after a fault.
func (w *warp) texts(in *inst, lane int, format string, args []any) (ok bool) {
	if !w.worker.p.Kernel.CFormats {
		return true
	}
	verbs, _ := printf.Verbs(format)
	for i := range min(len(args), len(verbs)) {
		if address, text := args[i].(uint64); text && verbs[i].Char == 's' {
			if args[i], ok = w.text(in, lane, address); !ok {
				return false
			}
		}
	}
	return true
}

// print writes the text of a lane, and says once where it is too much. A launch that prints has
// one worker.
func (r *run) print(format string, args []any) {
	if r.printed > printedBytes {
		return
	}
	text := ""
	if r.p.Kernel.CFormats {
		text = printf.C(format, args...)
	} else {
		text = printf.Go(format, args...)
	}
	n, _ := io.WriteString(r.l.Stdout, text)
	if r.printed += n; r.printed > printedBytes {
		fmt.Fprintf(r.l.Stdout, "\n%s printed more than %d bytes, which is all that a device keeps of a launch: the rest is left out\n", r.p.Kernel.Name, printedBytes)
	}
}

// goValue returns a lane's value as a Go value of its type.
func (w *warp) goValue(t ir.Type, v *register, lane int) any {
	if t == ir.Pred {
		return trace.Mask(v.base).Has(lane)
	}
	s := w.expand(v)
	switch t {
	case ir.S32:
		return lanesOf[int32](s)[lane]
	case ir.U64:
		return lanesOf[uint64](s)[lane]
	case ir.S64:
		return lanesOf[int64](s)[lane]
	case ir.F32:
		return lanesOf[float32](s)[lane]
	case ir.F64:
		return lanesOf[float64](s)[lane]
	}
	return lanesOf[uint32](s)[lane]
}

// nullText is what printf prints of a null pointer.
const nullText = "(null)"

// text returns the text at a generic address of a lane, up to its zero. ok is false after a fault.
func (w *warp) text(in *inst, lane int, generic uint64) (text string, ok bool) {
	if generic == 0 {
		return nullText, true
	}
	space, at := ir.SpaceOf(generic)
	g := &w.mem.regions[len(w.worker.p.Kernel.Vars)+int(space)]
	if g.search {
		g = w.findAllocation(at)
	}
	if g != nil && at-g.lo < g.size {
		if g.filling != nil {
			g.filling.need(at-g.lo, g.size-(at-g.lo))
		}
		data := unsafe.Slice((*byte)(g.p), int(g.size)+lane*g.stride)[lane*g.stride:]
		if before, _, ok := bytes.Cut(data[at-g.lo:], []byte{0}); ok {
			return string(before), true
		}
	}
	w.fault(in.ir, diag.WildAddress, "check the pointer, and end the text with a zero",
		"printing the text at address %#x, which does not end inside allocated memory; %s", generic, w.describeLane(lane))
	return "", false
}
