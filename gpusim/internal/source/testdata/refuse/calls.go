package p

import "gpucourse/gpusim/gpu"

type view struct{ rows []float32 }

func KCalls(x, y []float32, n int32) {
	tile := gpu.Shared[[32]float32]()
	x[0] = *address(n)
	x[1] = twice(n, down) // want "f is a function: one that is not inlined cannot take"
	v := view{x}
	x[2] = v.first(n)
	x[3] = sum(&x[0], n)
	x[4] = sum(&tile[0], n) // want "p points to shared memory here and to global memory elsewhere"
	if n > 0 {
		KCalls(y, x, n-1) // want "KCalls calls itself: a kernel can only be launched"
	}
	var f func(n int32) float32
	f = func(n int32) float32 { return f(n - 1) } // want "kept in memory"
	_ = f                                         // want "read from memory"
}

//gpu:noinline
func address(n int32) *float32 {
	v := float32(n)
	return &v // want "address returns the address of a local variable"
}

func down(n int32) float32 { return float32(n - 1) }

//gpu:noinline
func twice(n int32, f func(int32) float32) float32 { return f(n) + f(n+1) } // want "not known at compile time"

func (v *view) first(n int32) float32 {
	if n == 0 {
		return v.rows[0] // want "slices"
	}
	return v.first(n - 1)
}

func sum(p *float32, n int32) float32 {
	if n == 0 {
		return *p
	}
	return *p + sum(p, n-1)
}
