// Package refuse: host packages and variables in a kernel.
package refuse

import (
	"fmt"
	"math"
	"os"
	"sync/atomic"

	"example.com/plot"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/helpers"
)

var (
	table   = load()
	scale   float32
	counter int32
	Coef    gpu.Constant[[4]float32]
	Sum     gpu.Global[float32]
	Empty                            = gpu.Global[[2]float32]{}
	Full                             = gpu.Constant[float32]{V: 3}       // want "the value of Full stays with the host: on a device a gpu.Constant begins as zeros.*dev.Symbol"
	Typed   gpu.Constant[[2]float32] = gpu.Constant[[2]float32]{V: list} // want "the value of Typed stays with the host"
)

func load() map[string]float32 { return plot.Load(os.Args[1]) } // want "no maps" "plot.Load belongs to the host" "os.Args belongs to the host"

func K1(x []float32) {
	i := gpu.ThreadIdx.X
	fmt.Println("i is", i)        // want "fmt.Println belongs to the host.*gpu.Printf.*HostPackage"
	atomic.AddInt32(&counter, 1)  // want "atomic.AddInt32.*gpu.AtomicAdd" "counter is a variable of the host"
	x[i] = table["a"] * scale     // want "table is a variable of the host" "scale is a variable of the host" "no strings"
	x[i] += float32(math.J1(2))   // want "kernels cannot use math.J1.*only part"
	x[i] += float32(math.Sqtr(2)) // want "kernels cannot use math.Sqtr.*did you mean Sqrt"
	x[i] += gpu.Sqtr(x[i])        // want "undefined: gpu.Sqtr.*did you mean Sqrt.*Undefined"
	plot.Line(x)                  // want "plot.Line belongs to the host"
	helper(x, i)
}

// helper's mistakes are reported with those of K1.
func helper(x []float32, i int) {
	os.Exit(1)    // want "os.Exit belongs to the host"
	x[i] = lenght // want "undefined: lenght"
}

// K2 uses symbols, which is right, and a host function by mistake.
func K2(x []float32) {
	x[0] = Coef.V[1] + Sum.V
	load()
}

// K3 uses variables that have values on the host.
func K3(x []float32) {
	x[0] = Empty.V[0] + Full.V + Typed.V[1]
	x[1] = bits.Reverse(1)     // want "undefined: bits .import .math/bits..*Undefined"
	x[2] = float32(math.J0(2)) // want "kernels cannot use math.J0 .the device has only part"
}

// Bare has no type argument, which is the only mistake that is told about it.
var Bare = gpu.Constant{} // want "gpu.Constant lacks its type arguments .write them in brackets: gpu.Constant\\[\\[16\\]float32\\]"

type box[T any] struct{ a T }

func K4(x []float32) {
	var b box // want "box lacks its type arguments"
	x[0] = Bare.V[0] + b.a
	tile := gpu.Shared()          // want "the type argument T of gpu.Shared does not follow .*gpu.Shared\\[\\[16\\]float32\\]"
	x[1] = tile[0] + y            // want "undefined: y .Undefined"
	x[2] = helpers.Scale(x[2])    // want "helpers.Scale is in another package: only the package of the kernel.*copy Scale and what it uses"
	x[3] = float32(math.Log11(2)) // want "did you mean Log10"
}

// Host code is never looked at.
func main() {
	undefined.Thing(K1, K2, nosuch)
}
