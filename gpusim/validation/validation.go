// Package validation holds the tests that hold the whole house to the truth:
// counters against a profiler's on real hardware, results against a native run.
//
// What was measured lies in h200, the kernels it was measured on in kernels,
// random kernels in fuzz. DEVIATIONS.md lists the measured counters that the
// simulator does not give, with the reason; the list is a table that a test
// checks from both sides.
//
// The package's own code is a launch of bare IR, below the host API: it can
// leave out passes, which the host cannot.
package validation

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
)

// Launch is one launch of compiled code on host data.
type Launch struct {
	Spec        *arch.Spec
	Grid, Block gpu.Dim3
	Shared      int   // dynamic, bytes
	Args        []any // slices and numbers, one a parameter
}

// budget bounds a launch in warp instructions: no kernel of the tests needs more.
const budget = 1 << 32

// Run executes a kernel that has left SSA form. Slices among the arguments hold
// what the device's arrays hold when the kernel has ended.
func (l Launch) Run(k *ir.Kernel) error {
	b := &binder{memory: simt.NewMemory(l.Spec.Global.Bytes), spec: l.Spec, params: make([]byte, k.ParamBytes), windows: make([]simt.Window, len(k.Vars))}
	if err := b.bind(k, l.Args); err != nil {
		return err
	}
	_, err := simt.Decode(k, l.Spec).Run(context.Background(), simt.Launch{
		Grid: arch.Dim3(l.Grid), Block: arch.Dim3(l.Block), DynamicShared: l.Shared,
		Params: b.params, Windows: b.windows, Memory: b.memory,
		Limits: simt.Limits{Instructions: budget},
	})
	for _, back := range b.copies {
		back()
	}
	return err
}

// binder uploads arguments.
type binder struct {
	memory  *simt.Memory
	spec    *arch.Spec
	params  []byte
	windows []simt.Window
	copies  []func() // device to host
}

// bind gives each flattened parameter its value: a slice has two, its address
// and its length.
func (b *binder) bind(k *ir.Kernel, args []any) error {
	next, name := -1, ""
	for _, p := range k.Params {
		if base := strings.TrimSuffix(p.Name, ".len"); base != name {
			next, name = next+1, base
		}
		if next >= len(args) {
			return fmt.Errorf("kernel %s has more parameters than the %d arguments", k.Name, len(args))
		}
		v := reflect.ValueOf(args[next])
		switch {
		case p.Var != 0:
			if err := b.upload(p, v); err != nil {
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

// put writes the low bytes of a parameter's value.
func (b *binder) put(p ir.Parameter, v uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], v)
	copy(b.params[p.Offset:p.Offset+p.Type.Bytes()], word[:])
}

// upload allocates a slice on the device.
func (b *binder) upload(p ir.Parameter, v reflect.Value) error {
	host := unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
	a, err := b.memory.Alloc(len(host), b.spec.Global.AllocAlign, p.Name)
	if err != nil {
		return err
	}
	copy(a.Data, host)
	b.copies = append(b.copies, func() { copy(host, a.Data) })
	b.put(p, a.Base)
	b.windows[p.Var-1] = simt.Window{Lo: a.Base, Hi: a.End()}
	return nil
}

// bits returns a number as a parameter holds it, sign-extended.
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
