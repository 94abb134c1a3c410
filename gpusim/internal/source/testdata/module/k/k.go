// Package k has kernels that use other packages of their module.
package k

import v "example.com/mod/vec"

func K(x []float32) {
	i := v.Index()
	p := v.Vec{X: x[i], Y: 1}
	p.Add(v.Vec{X: 1, Y: 2})
	x[i] = v.Lift(p.Dot(p)) + v.Max(x[i], 2)*v.Scale
}

func Bad(x []float32) {
	v.Print(x[0])
	x[v.Index()] = v.Lifd(1) + v.UseCoef()
	_ = v.Coef.V[1]
}

func Secret(x []float32) { x[0] = v.lift(1) }
