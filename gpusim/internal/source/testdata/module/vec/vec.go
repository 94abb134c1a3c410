// Package vec has helpers.
package vec

import (
	"fmt"
	"math"

	"example.com/mod/inner"
	"gpucourse/gpusim/gpu"
)

// Scale is a constant.
const Scale = 3

// Vec is a type with methods.
type Vec struct{ X, Y float32 }

func (v Vec) Dot(w Vec) float32 { return v.X*w.X + v.Y*w.Y }

func (v *Vec) Add(w Vec) { v.X += w.X; v.Y += w.Y }

// Max is generic.
func Max[T int32 | float32](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func lift(x float32) float32 {
	return inner.Twice(x) + 1
}

// Lift uses another function.
func Lift(x float32) float32 { return lift(x) + float32(math.Sqrt(4)) }

func Index() int { return gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X }

func At(x []float32, i int) float32 {
	return x[i+1]
}

func Print(x float32) { fmt.Println(x) }

var Coef gpu.Constant[[4]float32]

func UseCoef() float32 { return Coef.V[1] }
