package arch

// This file says which operations a device has at all.

// Feature is an operation that devices have from some compute capability on.
type Feature uint8

// The features, in the order in which they came.
const (
	NoFeature        Feature = iota // what every device has
	GlobalAtomics                   // atomics on 32-bit words in global memory
	SharedAtomics                   // atomics on 32-bit words in shared memory
	GlobalAtomics64                 // atomics on 64-bit words in global memory
	Votes                           // any and all
	Float64                         // arithmetic on 64-bit floats
	SharedAtomics64                 // atomics on 64-bit words in shared memory
	AtomicAddFloat32                // sums of 32-bit floats by atomics
	Ballot                          // a vote's bits
	SystemFence                     // fences that the host and other devices see
	CountingBarriers                // barriers that combine a predicate
	Recursion                       // functions that call themselves
	DevicePrintf                    // formatted output
	Shuffle                         // values from other lanes
	AtomicExtremes64                // minimum, maximum and bit operations on 64-bit words
	ReadOnlyLoads                   // global loads by way of the read-only cache; before, they go the way of all loads
	AtomicAddFloat64                // sums of 64-bit floats by atomics
	Matches                         // lanes that hold the same value
	MatrixLoads                     // matrices from shared memory into the registers of a warp
	Reductions                      // sums and the like over the lanes of a warp
	MatrixProducts                  // products of matrices in the registers of a warp
	AsyncCopies                     // copies from global to shared memory without registers
	SharedBarriers                  // barriers in shared memory
	BulkCopies                      // copies that one thread begins for many, and barriers that count their bytes
	GroupProducts                   // products of matrices of four warps
	ClusterLaunches                 // blocks that run together and reach each other's shared memory
	NumFeatures
)

// FeatureInfo is what a feature is called, the first compute capability that has
// it, and what to write where there is none.
type FeatureInfo struct {
	Name   string // "need" goes on from it: plural
	From   CC
	Remedy string
}

// features follows the guide's table of feature support (4.2, F.1; 8.0, G.1) and
// its sections on the functions: B.11 for 64-bit extremes and sums, B.10 for
// __ldg, and C/C++ language support for recursion.
var features = [NumFeatures]FeatureInfo{
	NoFeature:        {From: CC{1, 0}},
	GlobalAtomics:    {"atomics on global memory", CC{1, 1}, "let every thread or block write a place of its own, and add these up in a second launch"},
	SharedAtomics:    {"atomics on shared memory", CC{1, 2}, "let every thread write a place of its own, and add these up behind gpu.SyncThreads"},
	GlobalAtomics64:  {"atomics on 64-bit words", CC{1, 2}, "use 32-bit words"},
	Votes:            {"votes of a warp", CC{1, 2}, "write the predicates to shared memory"},
	Float64:          {"64-bit floats", CC{1, 3}, "use float32; nvcc would, with a warning"},
	SharedAtomics64:  {"atomics on 64-bit words in shared memory", CC{2, 0}, "use 32-bit words, or global memory"},
	AtomicAddFloat32: {"atomic sums of floats", CC{2, 0}, "add up in shared memory, with gpu.SyncThreads between the steps"},
	Ballot:           {"ballots", CC{2, 0}, "write the predicates to shared memory"},
	SystemFence:      {"fences for the host and other devices", CC{2, 0}, "end the launch instead"},
	CountingBarriers: {"barriers that combine values", CC{2, 0}, "add up in shared memory, with gpu.SyncThreads before and after"},
	Recursion:        {"functions that call themselves", CC{2, 0}, "write a loop, with a local array as its stack"},
	DevicePrintf:     {"output from kernels", CC{2, 0}, "write to a buffer and print it on the host"},
	Shuffle:          {"shuffles", CC{3, 0}, "exchange the values through shared memory"},
	AtomicExtremes64: {"atomic minima, maxima and bit operations on 64-bit words", CC{3, 5}, "use 32-bit words, or gpu.AtomicCAS in a loop"},
	ReadOnlyLoads:    {"loads by way of the read-only cache", CC{3, 5}, "use a texture"},
	AtomicAddFloat64: {"atomic sums of 64-bit floats", CC{6, 0}, "use float32, or add up in shared memory"},
	Matches:          {"matches of a warp", CC{7, 0}, "take a ballot per value"},
	Reductions:       {"reductions of a warp", CC{8, 0}, "add up with gpu.ShflXorSync in log2(gpu.WarpSize) steps"},
	SharedBarriers:   {"barriers in shared memory", CC{8, 0}, "use gpu.SyncThreads"},
	BulkCopies:       {"bulk copies", CC{9, 0}, "copy with gpu.CopyAsync, an element per thread"},
	MatrixLoads:      {"loads of matrices", CC{7, 5}, "load the elements of each lane"},
	MatrixProducts:   {"products of matrices", CC{8, 0}, "compute the product with loops"},
	GroupProducts:    {"products of matrices of four warps", CC{9, 0}, "use the products of a warp"},
	ClusterLaunches:  {"clusters", CC{9, 0}, "exchange the values through global memory, in a second launch"},
	AsyncCopies:      {"asynchronous copies", CC{8, 0}, "load the values, and store them to shared memory"},
}

// Info returns what is known of the feature.
func (f Feature) Info() FeatureInfo { return features[f] }

// Has reports whether the device has the feature.
func (s *Spec) Has(f Feature) bool { return s.CC.atLeast(features[f].From) }

// masked is the first compute capability whose warp functions need a mask: CUDA 9 has
// deprecated __shfl and its like, and nvcc refuses them from sm_70 on.
var masked = CC{7, 0}

// Unmasked reports whether the device has warp functions without a mask, such as __shfl.
func (s *Spec) Unmasked() bool { return !s.CC.atLeast(masked) }

// atLeast reports whether c is d or later.
func (c CC) atLeast(d CC) bool {
	return c.Major > d.Major || c.Major == d.Major && c.Minor >= d.Minor
}
