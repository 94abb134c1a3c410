package inspect

// This file explains why a variable is in local memory.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
)

// localReason is a variable in local memory and the reason why no pass could keep
// it in registers.
type localReason struct {
	of  *ir.Var
	at  ir.PosID // the access that is the reason; 0 when there is no single one
	why string
}

// localReasons returns the variables of a compiled kernel that are in local memory.
func localReasons(k *ir.Kernel) []localReason {
	var list []localReason
	t := newTracer(k)
	for i := range k.Vars {
		switch v := &k.Vars[i]; v.Kind {
		case ir.LocalVar:
			list = append(list, t.explain(v, ir.VarID(i+1)))
		case ir.ReductionVar:
			list = append(list, localReason{of: v, why: "lanes with a large argument, " + pass.LargeAngle(v) + ", reduce the argument in local memory"})
		case ir.ArgumentVar:
			list = append(list, localReason{of: v, why: "printf finds its arguments in local memory"})
		}
	}
	return list
}

// tracer follows values back to their sources.
type tracer struct {
	k     *ir.Kernel
	defs  [][]*ir.Instr // by register
	loops []*ir.Loop
	in    map[*ir.Instr]ir.BlockID
}

func newTracer(k *ir.Kernel) *tracer {
	t := &tracer{k: k, defs: make([][]*ir.Instr, len(k.Regs)), loops: k.Loops(k.Dominators()), in: map[*ir.Instr]ir.BlockID{}}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			t.in[in] = b.ID
			for _, r := range in.Dst {
				t.defs[r] = append(t.defs[r], in)
			}
		}
	}
	return t
}

func (t *tracer) explain(v *ir.Var, id ir.VarID) localReason {
	var other, address *ir.Instr
	for _, b := range t.k.Blocks {
		for _, in := range b.Instrs {
			if in.Root == id && in.Op == ir.AddrOf {
				address = in
			}
			if in.Root != id || in.Op == ir.AddrOf {
				continue
			}
			if in.Src[0].IsReg {
				return localReason{v, in.Pos, t.index(in.Src[0].Reg)}
			}
			if in.Volatile {
				other = in
			}
		}
	}
	if other != nil {
		return localReason{v, other.Pos, "it is accessed as volatile"}
	}
	if address != nil {
		return localReason{v, address.Pos, "its address is passed to code that does not use it as " + v.Name}
	}
	return localReason{of: v, why: "an access to it is not aligned, or goes through a pointer whose target is unknown"}
}

// index explains why the address in r is not constant: it names the variable in the
// index and the sources of its value.
func (t *tracer) index(r ir.Reg) string {
	s := t.search(nil)
	s.visit(r)
	name := "its index"
	if s.name != "" {
		name = "index " + s.name
	}
	if len(s.causes) == 0 {
		return name + " is not constant"
	}
	return name + " is not constant: " + strings.Join(s.causes, "; ")
}

// search collects the sources of one address.
type search struct {
	*tracer
	seen   map[ir.Reg]bool
	open   []*ir.Loop // loops whose bounds are being explained, so that the search ends
	name   string     // the first variable found
	causes []string
}

func (t *tracer) search(open []*ir.Loop) *search {
	return &search{tracer: t, seen: map[ir.Reg]bool{}, open: open}
}

func (s *search) because(cause string) {
	if !slices.Contains(s.causes, cause) {
		s.causes = append(s.causes, cause)
	}
}

func (s *search) visit(r ir.Reg) {
	if s.seen[r] {
		return
	}
	s.seen[r] = true
	if s.name == "" {
		s.name = s.k.Regs[r].Name
	}
	if loop := s.counter(r); loop != nil {
		if !slices.Contains(s.open, loop) {
			s.because(s.bound(loop))
		}
		return
	}
	for _, in := range s.defs[r] {
		if cause := s.source(in); cause != "" {
			s.because(cause)
			continue
		}
		in.EachUse(s.visit)
	}
}

// specialNames are the special registers as the source writes them.
var specialNames = map[ir.Mod]string{
	ir.TidX: "gpu.ThreadIdx.X", ir.TidY: "gpu.ThreadIdx.Y", ir.TidZ: "gpu.ThreadIdx.Z",
	ir.CtaidX: "gpu.BlockIdx.X", ir.CtaidY: "gpu.BlockIdx.Y", ir.CtaidZ: "gpu.BlockIdx.Z",
	ir.NtidX: "gpu.BlockDim.X", ir.NtidY: "gpu.BlockDim.Y", ir.NtidZ: "gpu.BlockDim.Z",
	ir.NctaidX: "gpu.GridDim.X", ir.NctaidY: "gpu.GridDim.Y", ir.NctaidZ: "gpu.GridDim.Z",
	ir.LaneID: "gpu.LaneID()", ir.WarpID: "gpu.WarpID()", ir.WarpSize: "gpu.WarpSize",
	ir.DynSharedBytes: "the dynamic shared memory",
}

// source explains an instruction whose value comes from outside the computation; ""
// for arithmetic.
func (s *search) source(in *ir.Instr) string {
	switch {
	case in.Op == ir.Special:
		return "it depends on " + specialNames[in.Mod]
	case in.Op == ir.Ld && in.Space == ir.Param:
		return s.parameter(in) + " is a parameter"
	case in.Op == ir.Ld && in.Root != 0:
		return "it is loaded from " + s.k.Var(in.Root).Name
	case in.Op == ir.Ld:
		return fmt.Sprintf("it is loaded from %v memory", in.Space)
	case in.Op == ir.Args:
		return "it is an argument of the function"
	case in.Op.Facts().Effect:
		return fmt.Sprintf("it is the result of %s", in.Op.Facts().Name)
	}
	return ""
}

func (t *tracer) parameter(in *ir.Instr) string {
	at := int(in.Off)
	if !in.Src[0].IsReg {
		at += int(in.Src[0].Imm)
	}
	for _, p := range t.k.Params {
		if p.Offset == at {
			return p.Name
		}
	}
	return "it"
}

// counter returns the innermost loop that changes r, or nil.
func (t *tracer) counter(r ir.Reg) *ir.Loop {
	if len(t.defs[r]) < 2 {
		return nil
	}
	for _, l := range slices.Backward(t.loops) {
		if slices.ContainsFunc(t.defs[r], func(in *ir.Instr) bool { return l.Has(t.in[in]) }) {
			return l
		}
	}
	return nil
}

// bound explains why a loop was not unrolled: its bound is not constant, or its trip
// count is too large.
func (s *search) bound(l *ir.Loop) string {
	for _, id := range l.Blocks {
		term := s.k.Blocks[id].Term()
		if term.Op != ir.CBra || l.Has(term.Targets[0]) == l.Has(term.Targets[1]) {
			continue
		}
		for _, test := range s.defs[term.Src[0].Reg] {
			if cause := s.limit(test, l); cause != "" {
				return cause
			}
		}
	}
	return "its loop is not unrolled"
}

// limit explains the comparison that ends a loop. For a bound that is the counter of
// another loop it explains that loop.
func (s *search) limit(test *ir.Instr, l *ir.Loop) string {
	if test.Op != ir.Setp {
		return ""
	}
	for _, o := range test.Src {
		if !o.IsReg || s.counter(o.Reg) == l {
			continue
		}
		inner := s.search(append(slices.Clone(s.open), l))
		inner.visit(o.Reg)
		switch causes := strings.Join(inner.causes, " and "); {
		case causes == "":
			continue
		case strings.HasPrefix(causes, tooOften), strings.HasPrefix(causes, loopBound):
			return causes
		default:
			return loopBound + strings.TrimPrefix(causes, "it ")
		}
	}
	return tooOften
}

// The explanations of loops.
const (
	loopBound = "loop bound "
	tooOften  = "its loop runs too often to be unrolled"
)
