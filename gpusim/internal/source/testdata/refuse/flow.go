// Package refuse: what only the flow of values shows to be wrong.
package refuse

import "gpucourse/gpusim/gpu"

var (
	Coef gpu.Constant[[4]float32]
	Out  gpu.Global[[]float32]
)

func K1(x []float32, in gpu.ReadOnly[float32], n int) {
	Coef.V[n] = 1 // want "Coef is in constant memory.*gpu.Global"
	in[0] = x[0]  // want "in is gpu.ReadOnly"
	in[n:][2]++   // want "in is gpu.ReadOnly"
	bump(&in[3])
	gpu.AtomicAdd(&Coef.V[0], 1) // want "Coef is in constant memory"
}

func bump(p *float32) {
	*p += 1 // want "in is gpu.ReadOnly"
}

func K2(x []float32, n int) {
	tile := gpu.Shared[[8]float32]()
	var a [8]float32
	s := tile[:]
	for k := range n {
		s[k] = x[k]
		s = a[:] // want "s points to .* memory here and to .* memory elsewhere"
	}
	Out.V = tile[:] // want "the address of shared memory is stored in global memory"
	slices := [2][]float32{x, x[n:]}
	slices[n%2][0] = 1      // want "indexed with a value known only at run time"
	gpu.AtomicAdd(&a[0], 1) // want "gpu.AtomicAdd on the local variable a"
	gpu.BlockIdx.X = 3      // want "cannot be assigned"
	x[0] = a[0]
}

func K3(x []int32, n int) {
	f := half // want "which function is called depends on a condition"
	if n > 0 {
		f = double
	}
	x[1] = f(x[1])
	gpu.Printf("%d %d\n", n)                             // want "2 verbs for 1 argument"
	gpu.Printf("%v\n", [2]int{})                         // want "argument 1 is not a number"
	x[2] = gpu.ShflDownSync(gpu.FullMask, x[1], 1, 8, 4) // want "gpu.ShflDownSync takes one width at most"
}

func half(n int32) int32   { return n / 2 }
func double(n int32) int32 { return n * 2 }

func KKept(out []int32) {
	var keep *int32
	for i := range 3 {
		v := int32(i) + out[9] // want "the address of v is kept, and the next iteration of the loop has another v \\(declare it before the loop, or keep its value\\)"
		if i == 1 {
			keep = &v
		}
		v++
	}
	out[0] = *keep
}
