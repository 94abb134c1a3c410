// Package validation tests the whole simulator: it compares counters and cycles with those
// of an H200, and results with a native run.
//
// The measurements are in h200, the measured kernels in kernels and unseenkernels, random
// kernels in fuzz. DEVIATIONS.md lists the counters that differ from the measured ones, and
// the cases whose cycles differ most, with the reasons. Tests fail when the lists are too
// short and when they are too long.
//
//	go test ./gpusim/validation -run H200Counters -v        every counter, measured and simulated
//	go test ./gpusim/validation -run H200Cycles -v          every case's cycles, also of launches nobody looked at
//	go test ./gpusim/validation -run RandomKernels -random 10m -seed 1000000
//	go test ./gpusim/validation -run TestViews -every       10 000 random kernels that see memory at several widths
//	go test ./gpusim/validation -run H200C -update          DEVIATIONS.md anew
//	go test ./gpusim/validation -every                      with all cases natively, from CUDA C and on an H100, all lost barriers, all devices' copies
//
// The package's own code launches IR below the host API, with any choice of passes.
package validation

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"

	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// Cases returns the measured launches: those of h200/cases/visible.cu, then those of
// h200/cases/unseen_kernels.cu.
func Cases() []cases.Case { return slices.Concat(kernels.Cases(), unseenkernels.Cases()) }

// stackBytes is the stack per thread, enough for the calls of all tests.
const stackBytes = 1 << 14

// Launch is one launch of compiled code on host data.
type Launch struct {
	launch.Shape
	Args []any // slices and numbers, one per parameter
	// Symbols has pointers to the values of gpu.Constant and gpu.Global variables, by
	// package-qualified name.
	Symbols map[string]any
	Budget  uint64 // warp instructions after which the launch is stopped
	// Observe makes an observer of all accesses; may be nil.
	Observe func(*simt.Program) trace.Observer
}

// Run executes a kernel that is not in SSA form. Afterwards slices among the arguments hold
// what the kernel wrote.
func (l Launch) Run(k *ir.Kernel) error {
	b := &binder{
		kernel: k, spec: l.Spec, memory: simt.NewMemory(&l.Spec.Alloc, l.Spec.Global.Bytes), symbols: l.Symbols,
		params: make([]byte, k.ParamBytes), windows: make([]simt.Window, len(k.Vars)), placed: map[*byte]*simt.Allocation{},
	}
	if err := b.bind(l.Args); err != nil {
		return err
	}
	p := simt.Decode(k, l.Spec)
	sim := simt.Launch{
		Shape: l.Shape.Of(k), Stack: stackBytes,
		Params: b.params, Const: b.constants(), Windows: b.windows, Memory: b.memory,
		Limits: simt.Limits{Instructions: l.Budget},
	}
	if l.Observe != nil {
		sim.NewObserver = func() trace.Observer { return l.Observe(p) }
	}
	_, err := p.Run(context.Background(), sim)
	for _, back := range b.copies {
		back()
	}
	return err
}

// binder copies the arguments of a launch to the device and back.
type binder struct {
	kernel  *ir.Kernel
	spec    *arch.Spec
	memory  *simt.Memory
	symbols map[string]any
	params  []byte
	windows []simt.Window
	copies  []func()                   // device to host
	placed  map[*byte]*simt.Allocation // by the host's first byte
}

// bind sets each flattened parameter: the address and the length of a slice, the address of
// a global variable, or a number.
func (b *binder) bind(args []any) error {
	args = cases.Leaves(args)
	next, name := -1, ""
	for _, p := range b.kernel.Params {
		if v := b.kernel.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			if err := b.upload(p, b.symbol(v)); err != nil {
				return err
			}
			continue
		}
		if base := strings.TrimSuffix(p.Name, ".len"); base != name {
			next, name = next+1, base
		}
		if next >= len(args) {
			return fmt.Errorf("kernel %s has more parameters than the %d arguments", b.kernel.Name, len(args))
		}
		v := reflect.ValueOf(args[next])
		switch {
		case p.Var != 0:
			if err := b.upload(p, sliceBytes(v)); err != nil {
				return err
			}
		case v.Kind() == reflect.Slice:
			b.put(p, uint64(v.Len()))
		default:
			b.put(p, bits(v))
		}
	}
	return nil
}

// constants returns the contents of constant memory.
func (b *binder) constants() []byte {
	var memory []byte
	for i := range b.kernel.Vars {
		v := &b.kernel.Vars[i]
		if v.Kind != ir.ConstVar {
			continue
		}
		if end := v.Offset + v.Bytes; end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[v.Offset:], b.symbol(v))
	}
	return memory
}

// symbol returns the bytes of a variable's value, zeros when none is given.
func (b *binder) symbol(v *ir.Var) []byte {
	p, ok := b.symbols[v.Symbol]
	if !ok {
		return make([]byte, v.Bytes)
	}
	return unsafe.Slice((*byte)(reflect.ValueOf(p).UnsafePointer()), v.Bytes)
}

func sliceBytes(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// put writes the low bytes of a parameter's value.
func (b *binder) put(p ir.Parameter, v uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], v)
	copy(b.params[p.Offset:p.Offset+p.Type.Bytes()], word[:])
}

// upload copies an array of the host to the device. If two parameters share an array of the
// host, they share its copy.
func (b *binder) upload(p ir.Parameter, host []byte) error {
	a := b.placed[unsafe.SliceData(host)]
	if a == nil {
		var err error
		if a, err = b.memory.Alloc(len(host), b.spec.Global.AllocAlign, p.Name); err != nil {
			return err
		}
		copy(a.Data, host)
		b.copies = append(b.copies, func() { a.ReadAt(host, 0) })
		b.placed[unsafe.SliceData(host)] = a
	}
	b.put(p, a.Base)
	b.windows[p.Var-1] = simt.Window{Lo: a.Base, Hi: a.End()}
	return nil
}

// bits returns the bits of a number in a parameter, sign-extended.
func bits(v reflect.Value) uint64 {
	switch {
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	case v.Kind() == reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case v.Kind() == reflect.Float64:
		return math.Float64bits(v.Float())
	case v.Kind() == reflect.Bool && v.Bool():
		return 1
	default:
		return 0
	}
}
