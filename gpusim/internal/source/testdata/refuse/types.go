// Package refuse: types that the device does not have.
package refuse

import "gpucourse/gpusim/gpu"

type shape interface{ area() float32 }

type square struct{ side float32 }

func (s square) area() float32 { return s.side * s.side }

type odd struct {
	a float32
	b float64
	c float32
}

type mixed struct {
	a int8
	v gpu.Float4
}

type holder struct {
	name string // want "no strings"
	rows [][]int32
}

func K1(
	a []int, // want "parameter a holds int, which has 64 bits in Go and 32 on the device.*\\[\\]int32"
	b []uint, // want "parameter b holds uint.*\\[\\]uint32"
	c map[int]int, // want "no maps"
	d chan int, // want "no channels"
	e string, // want "no strings"
	f any, // want "no interface values"
	g *float32, // want "parameter g is a pointer.*\\[\\]float32"
	h func(int) int, // want "parameter h is a function"
	i [][]float32, // want "parameter i is a slice of \\[\\]float32"
	j []*int32, // want "parameter j is a slice of \\*int32"
	k []odd,
	l []mixed, // want "parameter l: field v of mixed lies at byte 4 in Go and at byte 16 on the device.*_ \\[3\\]int32 before it"
	m holder, // want "parameter m.rows is a slice of \\[\\]int32"
	n error, // want "no interface values"
	o []struct{ n int }, // want "parameter o.* holds int"
	p complex64, // want "no complex"
	q []int64, r [4]float32, s gpu.ReadOnly[int32],
) {
	q[0] = int64(s[0])
}

func K2(x []float32) (int, error) { // want "kernel K2 returns a value" "no interface values"
	return int(x[0]), nil
}

func K3(x []float32, n ...int) { // want "variable number of arguments"
	x[0] = 1
}

func K4(x []float32) {
	var s shape = square{x[0]} // want "no interface values"
	x[1] = s.area()
	switch v := any(x[0]).(type) { // want "no interface values"
	case float32:
		x[2] = v
	}
	const big = 1 << 35
	var n int = big                                   // want "overflows.*IntOverflow"
	x[n%10] = float32(5e9 > float64(n+3_000_000_000)) // want "overflows"
}

const many = 1 << 40

func K20(x []float32, n int) {
	var a [many]float32                     // want "the length many of an array is negative or too large.*2147483647"
	var b [1 << 31]float32                  // want "the length 1 << 31 of an array is negative or too large"
	var c [2*n + 1]float32                  // want "the length 2 \\* n \\+ 1 of an array is not constant.*make 2 \\* n \\+ 1 a const"
	var d [nothing + 1]float32              // want "undefined: nothing"
	var e [65536][65536][65536][65536]int32 // want "an array of at least [0-9]+ bytes is larger than the memory of any device"
	x[0] = a[0] + b[0] + c[0] + d[0] + float32(e[n][n][n][n])
}

func K21(x []float32) { // want "K21 is declared twice, in line 81 and in line 86.*DeclaredTwice"
	n := 1
	x[n] = 1
}

func K21(x []int32) {
	x[0] = 1
}
