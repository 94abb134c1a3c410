package simt

// This file runs kernels written as IR text on arrays written as Go slices.

import (
	"context"
	le "encoding/binary"
	"testing"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
)

// ownBlocks gives each allocation the bytes it asks for and no more.
var ownBlocks = &arch.Allocator{BlockBytes: 1}

// rig is a kernel with a device and arguments.
type rig struct {
	t      testing.TB
	spec   *arch.Spec
	p      *Program
	memory *Memory
	launch Launch
	arrays []*Allocation
}

// newRig decodes a kernel; its parameters come from with.
func newRig(t testing.TB, text string) *rig {
	t.Helper()
	k, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("Parse: %v\n%s", err, text)
	}
	if err := ir.Verify(k); err != nil {
		t.Fatalf("Verify: %v", err)
	}
	return newRigOf(t, k, &arch.Spec{WarpSize: arch.MaxLanes})
}

func newRigOf(t testing.TB, k *ir.Kernel, spec *arch.Spec) *rig {
	r := &rig{t: t, spec: spec, p: Decode(k, spec), memory: NewMemory(ownBlocks, 1<<32)}
	r.launch = Launch{
		Shape:  launch.Shape{Spec: spec, Grid: arch.Dim3{X: 1, Y: 1, Z: 1}, Block: arch.Dim3{X: 32, Y: 1, Z: 1}}.Of(k),
		Memory: r.memory, Windows: make([]Window, len(k.Vars)), Workers: 1,
	}
	return r
}

// with gives the parameters in order: slices become arrays of device memory,
// whose lengths follow when the kernel asks for them; integers are 32 bits.
func (r *rig) with(args ...any) *rig {
	r.t.Helper()
	k := r.p.Kernel
	r.launch.Params = make([]byte, (len(k.Params)+1)*8)
	next := 0
	for _, p := range k.Params[:len(args)] {
		var bits uint64
		switch a := args[next].(type) {
		case int:
			bits = uint64(uint32(a))
		case uint64:
			bits = a
		default:
			bits = r.array(p, a)
		}
		next++
		le.LittleEndian.PutUint64(r.launch.Params[p.Offset:], bits) // in order: what spills over comes later
	}
	return r
}

func (r *rig) array(p ir.Parameter, data any) uint64 {
	r.t.Helper()
	bytes := le.LittleEndian
	raw, err := le.Append(nil, bytes, data)
	if err != nil {
		r.t.Fatalf("argument %s: %v", p.Name, err)
	}
	a, err := r.memory.Alloc(len(raw), 256, p.Name)
	if err != nil {
		r.t.Fatal(err)
	}
	copy(a.Data, raw)
	r.arrays = append(r.arrays, a)
	if p.Var != 0 {
		r.launch.Windows[p.Var-1] = Window{a.Base, a.End()}
	}
	return a.Base
}

// grid sets the extents of the launch.
func (r *rig) grid(grid, block arch.Dim3) *rig {
	r.launch.Grid, r.launch.Block = grid, block
	return r
}

func (r *rig) run() (*Result, error) { return r.p.Run(context.Background(), r.launch) }

// must runs and fails the test on an error.
func (r *rig) must() *Result {
	r.t.Helper()
	res, err := r.run()
	if err != nil {
		r.t.Fatalf("%s: %v", r.p.Kernel.Name, err)
	}
	return res
}

// view returns an array's contents as elements of T.
func view[T any](a *Allocation) []T {
	var v T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(a.Data))), len(a.Data)/int(unsafe.Sizeof(v)))
}

func dim3(x, y, z int) arch.Dim3 { return arch.Dim3{X: x, Y: y, Z: z} }

// ramp returns 0, 1, … as float32.
func ramp(n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(i % 251)
	}
	return v
}
