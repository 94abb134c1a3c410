package ir

// This file says where generic addresses lie, as PTX has them.

// Windows are the first generic addresses of spaces, in the order in which a kernel tests an address.
// They lie above all allocations, and their low halves are zero. Global addresses are generic as they
// are.
var Windows = []struct {
	Space Space
	First uint64
}{
	{Shared, 1 << 56}, {Local, 2 << 56}, {Const, 3 << 56}, {Param, 4 << 56},
}

// FirstGeneric returns the first generic address of a space; 0 for global memory.
func FirstGeneric(s Space) uint64 {
	for _, w := range Windows {
		if w.Space == s {
			return w.First
		}
	}
	return 0
}

// SpaceOf returns the space of a generic address, and the address in it.
func SpaceOf(generic uint64) (s Space, address uint64) {
	low := generic & U32.Mask()
	for _, w := range Windows {
		if generic-low == w.First {
			return w.Space, low
		}
	}
	return Global, generic
}

// An address of shared memory that names another block of the cluster has the block's rank plus 1 above ClusterShift.
const (
	ClusterShift = 24
	ClusterMask  = 1<<ClusterShift - 1
)
