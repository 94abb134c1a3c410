package gpusim

// This file allocates memory of the host that kernels reach by themselves.

import (
	"fmt"
	"reflect"

	"gpucourse/gpusim/internal/diag"
)

// MallocMapped allocates zeroed memory of the host for n elements, which kernels
// read and write over PCIe without a copy ("zero-copy"). It takes none of the
// device's memory, and Slice is the host's own view of it.
// CUDA: cudaHostAlloc with cudaHostAllocMapped, cudaHostGetDevicePointer.
func MallocMapped[T any](d *Device, n int) (*Buffer[T], error) {
	t := reflect.TypeFor[T]()
	what := fmt.Sprintf("MallocMapped of %d %s", n, t)
	if reason, hint := unfit(t); reason != "" {
		return nil, elementError(fmt.Sprintf("%s cannot be in memory that a device reads: %s", t, reason), hint)
	}
	if n < 0 {
		return nil, diag.Diagnostic{Code: diag.NegativeSize, Message: what + ": the size is negative", Hint: "ask for 0 or more elements"}
	}
	alloc := d.memory.AllocMapped(n*int(t.Size()), d.spec.Global.AllocAlign, what)
	return &Buffer[T]{&Array{block: &block{device: d, alloc: alloc, what: what}, length: n, size: int(t.Size()), elem: t}}, nil
}
