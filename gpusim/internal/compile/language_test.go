package compile_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation"
	"gpucourse/gpusim/validation/cases"
)

const (
	blockThreads = 64
	threads      = 2 * blockThreads
)

// random returns n random values of a number or struct type.
func random[T any](n int) []T {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]T, n)
	for i := range out {
		fill(r, reflect.ValueOf(&out[i]).Elem())
	}
	return out
}

func fill(r *rand.Rand, v reflect.Value) {
	switch {
	case v.CanInt():
		reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().SetInt(int64(r.IntN(250) - 100))
	case v.CanUint():
		reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().SetUint(uint64(r.Uint32() >> r.IntN(32)))
	case v.CanFloat():
		reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().SetFloat(math.Floor(r.Float64()*4000)/16 - 100)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	}
}

func f32(n int) []float32 { return random[float32](n) }
func i32(n int) []int32   { return random[int32](n) }

// specials64 returns floats of every kind: zeros, subnormal and huge numbers, halves,
// infinities and NaN, and random bits.
func specials64() []float64 {
	r := rand.New(rand.NewPCG(5, 6))
	list := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -2.75, 1e300, -1e-300, 5e-324, -3e-310, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-1022, 123456789.75}
	for len(list) < threads {
		list = append(list, math.Float64frombits(r.Uint64()))
	}
	return list
}

func specials32() []float32 {
	r := rand.New(rand.NewPCG(7, 8))
	list := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, -2.75, 1e38, -1e-38, 1e-45, -3e-42, math.MaxFloat32, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0x1p-126, 12345.75}
	for len(list) < threads {
		list = append(list, math.Float32frombits(r.Uint32()))
	}
	return list
}

func square16(seed int) matrix {
	return matrix{8, 16, f32(threads + seed)[seed:]}
}

var language = map[string]struct {
	kernel any
	args   func() []any
}{
	"struct parameters": {structParams, func() []any { return []any{square16(0), matrix{8, 16, f32(128)}, matrix{8, 8, f32(64)}} }},
	"helpers":           {helpers, func() []any { return []any{i32(threads), i32(threads)} }},
	"narrow ints": {narrowInts, func() []any {
		return []any{i32(threads), random[int8](threads), random[uint8](threads), random[int16](threads), random[uint16](threads)}
	}},
	"wide ints": {wideInts, func() []any {
		return []any{make([]int64, threads), random[int64](threads), random[uint64](threads), int64(1) << 33}
	}},
	"shifts": {shifts, func() []any { return []any{make([]uint32, threads), random[uint32](threads)} }},
	"conversions": {conversions, func() []any {
		return []any{make([]float64, threads), f32(threads), random[float64](threads), i32(threads)}
	}},
	"logic":   {logic, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"control": {control, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"arrays":  {arrays, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"structs": {structs, func() []any { return []any{make([]particle, threads), random[particle](threads), float32(0.5)} }},
	"vectors": {vectors, func() []any {
		return []any{make([]gpu.Float4, threads), random[gpu.Float4](threads), random[gpu.Double2](threads), random[gpu.Uchar4](threads)}
	}},
	"slices":         {resliced, func() []any { return []any{make([]float32, threads), f32(threads + 5), 5} }},
	"shared":         {shared, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"shared structs": {sharedStructs, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"closures":       {closures, func() []any { return []any{make([]float32, threads), f32(threads), float32(1.5)} }},
	"math": {mathFunctions, func() []any {
		return []any{make([]float64, threads), f32(threads), random[float64](threads), random[uint32](threads)}
	}},
	"float parts": {floatParts, func() []any {
		return []any{make([]uint64, 8*threads), make([]uint32, 8*threads), specials64(), specials32(), random[int32](threads)}
	}},
	"bits":          {bitFunctions, func() []any { return []any{make([]uint64, threads), random[uint32](threads)} }},
	"atomics":       {atomics, func() []any { return []any{make([]int32, 7), make([]float32, 1), make([]uint32, 2), i32(threads)} }},
	"warps":         {warps, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"matches":       {matches, func() []any { return []any{make([]uint32, threads), i32(threads)} }},
	"barrier votes": {barrierVotes, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"reductions":    {reductions, func() []any { return []any{make([]uint32, threads), i32(threads)} }},
	"asynchronous copies": {asyncCopies, func() []any {
		return []any{make([]float32, threads), f32(threads), random[gpu.Float4](threads), specials64()}
	}},
	"shared barriers": {sharedBarriers, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"matrix products": {matrixProducts, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"read-only": {readOnly, func() []any {
		return []any{make([]float32, threads), gpu.ReadOnly[float32](f32(threads)), gpu.Pitched[float32]{Data: f32(128), Width: 10, Height: 8, Stride: 16}}
	}},
	"cache operators": {cached, func() []any { return []any{make([]float32, 4*threads), f32(threads + 4)} }},
	"nested parameters": {nestedParams, func() []any {
		return []any{tree{square16(0), square16(3), [2]float32{2, 3}, true}, uint8(1)}
	}},
	"swaps":            {swaps, func() []any { return []any{f32(threads), f32(threads), 3} }},
	"ring":             {fibonacci, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"constant rounds":  {constantRounds, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"loop addresses":   {loopAddresses, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"kept addresses":   {keptAddresses, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"loop variables":   {loopVariables, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"kept variables":   {keptVariables, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"pointers":         {pointers, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"methods":          {methods, func() []any { return []any{make([]float32, threads), f32(threads)} }},
	"matrices":         {matrices, func() []any { return []any{make([]cell, threads), random[cell](threads), uint8(1)} }},
	"shared in helper": {helperShared, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"stacks":           {stacks, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"particles":        {particles, func() []any { return []any{random[particle](threads * 3), 3} }},
	"parameter arrays": {paramArray, func() []any { return []any{f32(threads), [3][2]float32{{1, 2}, {3, 4}, {5, 6}}, [2]bool{false, true}} }},
	"oddities": {oddities, func() []any {
		return []any{make([]float32, threads), f32(threads + 32), random[pixel](threads), uint(3)}
	}},
	"recursion":        {recursion, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"mutual recursion": {mutual, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"calls": {called, func() []any {
		return []any{make([]float64, threads), f32(threads), square16(0), random[particle](threads)}
	}},
	"call frames":       {frames, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"sorted stacks":     {sorted, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"barriers in calls": {calledShared, func() []any { return []any{make([]int32, threads), i32(threads)} }},
	"named results":     {namedResults, func() []any { return []any{make([]int32, threads), i32(threads + 4)} }},
}

// device returns a device with warps of 32 lanes.
func device(t *testing.T) *arch.Spec {
	t.Helper()
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestLanguage runs every kernel natively and compiled: with all passes that keep
// results bit for bit, and with only the required passes. The outputs must agree.
func TestLanguage(t *testing.T) {
	few := pass.Without()
	for i := 0; i < len(few); i++ {
		if !few[i].Always {
			few = append(few[:i], few[i+1:]...)
			i--
		}
	}
	spec := device(t)
	for name, c := range language {
		t.Run(name, func(t *testing.T) {
			want := c.args()
			if err := cases.Native(c.kernel, gpu.Dim3{X: threads / blockThreads, Y: 1, Z: 1}, gpu.Dim3{X: blockThreads, Y: 1, Z: 1}, 4*blockThreads, want); err != nil {
				t.Fatal(err)
			}
			for label, passes := range map[string][]pass.Pass{"few passes": few, "all passes": pass.Without("fuse")} {
				t.Run(label, func(t *testing.T) {
					got := c.args()
					runCompiled(t, spec, c.kernel, passes, got)
					for i := range got {
						if d := difference(got[i], want[i]); d != "" {
							t.Errorf("argument %d: %s", i, d)
						}
					}
				})
			}
		})
	}
}

func runCompiled(t *testing.T, spec *arch.Spec, kernel any, passes []pass.Pass, args []any) {
	t.Helper()
	u, name, err := source.LoadFunc(kernel)
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, name, compile.Options{Passes: passes, After: func(pass string, k *ir.Kernel) {
		if err := ir.Verify(k); err != nil {
			t.Fatalf("after %s: %v\n%s", pass, err, k)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(k); err != nil {
		t.Fatalf("at the end: %v\n%s", err, k)
	}
	l := validation.Launch{Shape: launch.Shape{
		Spec: spec, Grid: arch.Dim3{X: threads / blockThreads, Y: 1, Z: 1}, Block: arch.Dim3{X: blockThreads, Y: 1, Z: 1}, Dynamic: 4 * blockThreads,
	}, Args: flat(args)}
	if err := l.Run(k); err != nil {
		t.Fatalf("%v\n%s", err, k)
	}
}

// flat returns the numbers and slices inside arguments, as the parameter block
// has them.
func flat(args []any) (leaves []any) {
	for _, a := range args {
		v := reflect.New(reflect.TypeOf(a)).Elem()
		v.Set(reflect.ValueOf(a))
		leaves = append(leaves, leavesOf(v)...)
	}
	return leaves
}

func leavesOf(v reflect.Value) (leaves []any) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves = append(leaves, leavesOf(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			leaves = append(leaves, leavesOf(v.Index(i))...)
		}
	default:
		leaves = []any{reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().Interface()}
	}
	return leaves
}

// difference compares the slices inside arguments.
func difference(got, want any) string {
	g, w := flat([]any{got}), flat([]any{want})
	for i := range g {
		if reflect.TypeOf(g[i]).Kind() == reflect.Slice {
			if d := cases.Diff(g[i], w[i]); d != "" {
				return d
			}
		}
	}
	return ""
}
