//go:build !linux && !darwin

package simt

// Sparse is false: an allocation takes memory of the host in whole.
const Sparse = false

// reserve allocates memory in Go's heap: here the host is not asked for address space.
func reserve(bytes int) (*reservation, error) {
	return &reservation{data: alignedBytes(bytes)[:bytes]}, nil
}

func (r *reservation) clear() bool { return false }
func (r *reservation) unmap()      {}
