// Package refuse: statements and calls that a kernel may not use.
package refuse

import "gpucourse/gpusim/gpu"

func K1(x []float32, n int) {
	go gpu.SyncThreads()    // want "starts no goroutines"
	defer gpu.SyncThreads() // want "defer"
	c := make(chan int)     // want "chan"
	c <- 1                  // want "no channels"
	select {                // want "select"
	case v := <-c:
		n = v
	}
	close(c)               // want "close"
	m := map[int]float32{} // want "no maps"
	for k, v := range m {  // want "no maps"
		x[k] = v
	}
	y := make([]float32, n) // want "make: a kernel cannot allocate"
	y = append(y, 1)        // want "append: a kernel cannot grow slices"
	copy(y, x)              // want "copy"
	x[0] = float32(cap(x))  // want "cap"
	delete(m, 1)            // want "delete"
	println(n)              // want "println belongs to the host.*gpu.Printf"
	s := "text"             // want "no strings"
	for i := range s {      // want "no strings"
		x[i] = 1
	}
	if n < 0 {
		panic("negative") // want "panic: a kernel cannot panic"
	}
	z := complex(x[0], 1) // want "z is complex" "complex: "
	x[0] = real(z)        // want "real"
again:
	n--
	if n > 0 {
		goto again // want "goto"
	}
	gpu.Printf("%d\n", n)
	gpu.Printf(s, n) // want "format is not a constant"
}
