package gpusim_test

// This file launches kernels on devices that lack what they use.

import (
	"io"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

func atomicGlobal(x []int32)     { gpu.AtomicAdd(&x[0], 1) }
func atomicGlobal64(x []int64)   { gpu.AtomicAdd(&x[0], 1) }
func atomicExtreme64(x []int64)  { gpu.AtomicMax(&x[0], 7) }
func atomicFloat(x []float32)    { gpu.AtomicAdd(&x[0], 1) }
func atomicDouble(x []float64)   { gpu.AtomicAdd(&x[0], 1) }
func exchangedFloat(x []float32) { gpu.AtomicExch(&x[0], 1) }
func halfDouble(x []float64)     { x[0] = x[1] * 0.5 }
func movedDouble(x []float64)    { x[0] = x[1] }
func loadedReadOnly(x []float32) { x[0] = gpu.Ldg(&x[1]) }
func fencedForHost(x []int32)    { x[0] = 1; gpu.ThreadfenceSystem() }
func printing(x []int32)         { gpu.Printf("%d\n", x[0]) }
func shuffledDown(x []int32) {
	x[gpu.ThreadIdx.X] = gpu.ShflDownSync(gpu.FullMask, x[gpu.ThreadIdx.X], 1)
}
func matchedAny(x []uint32)     { x[0] = gpu.MatchAnySync(gpu.FullMask, x[gpu.ThreadIdx.X]) }
func summedOverWarp(x []uint32) { x[0] = gpu.ReduceAddSync(gpu.FullMask, x[gpu.ThreadIdx.X]) }
func copiedAsync(x []float32) {
	gpu.CopyAsync(&gpu.Shared[[2]float32]()[1], &x[1], 1)
	gpu.CommitCopies()
	gpu.WaitCopies(0)
}
func synchronizedCluster(x []float32) {
	gpu.ClusterSync()
	*gpu.MapShared(gpu.Shared[float32](), 0) = x[0]
}
func arrivedAtBarrier(x []float32) { gpu.Shared[gpu.Barrier]().Init(1) }
func copiedBulk(x []float32) {
	bar := gpu.Shared[gpu.Barrier]()
	bar.Init(1)
	gpu.CopyBulk(&gpu.Shared[gpu.Float4]().X, &x[0], 4, bar)
}
func loadedMatrix(x []uint32)                  { x[0] = gpu.LoadMatrixX2(&gpu.Shared[[8]gpu.Half]()[0])[0] }
func ballotOfWarp(x []uint32)                  { x[0] = gpu.BallotSync(gpu.FullMask, x[gpu.ThreadIdx.X] > 1) }
func convertedDouble(out []int32, x []float64) { out[0] = int32(x[0]) }

func recursing(x []int32) { x[0] = upTo(x[gpu.ThreadIdx.X]) }

func upTo(n int32) int32 {
	if n > 5 {
		return n
	}
	return upTo(n+1) - 1
}

func votedAny(x []int32) {
	if gpu.AnySync(gpu.FullMask, x[gpu.ThreadIdx.X] > 1) {
		x[0] = 2
	}
}

func atomicShared(x []int32) {
	s := gpu.Shared[[2]int32]()
	s[0] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[0], 1)
	gpu.SyncThreads()
	x[0] = s[0]
}

func atomicShared64(x []int64) {
	s := gpu.Shared[[2]int64]()
	s[0] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[0], 1)
	gpu.SyncThreads()
	x[0] = s[0]
}

// TestFeatures holds each feature between the last device that lacks it and the
// first that has it; 1.0 lacks all that is refused.
func TestFeatures(t *testing.T) {
	const none = ""
	tests := []struct {
		name        string
		kernel      any
		element     any
		lacks, has  string // devices
		from, names string
	}{
		{"atomic on global memory", atomicGlobal, []int32{}, "8800 GTX", "GTX 280", "1.1", "atomics on global memory"},
		{"atomic on shared memory", atomicShared, []int32{}, "8800 GTX", "GTX 280", "1.2", "atomics on shared memory"},
		{"atomic on a long", atomicGlobal64, []int64{}, "8800 GTX", "GTX 280", "1.2", "64-bit words"},
		{"vote", votedAny, []int32{}, "8800 GTX", "GTX 280", "1.2", "votes of a warp"},
		{"double", halfDouble, []float64{}, "8800 GTX", "GTX 280", "1.3", "64-bit floats"},
		{"atomic on a shared long", atomicShared64, []int64{}, "GTX 280", "C2050", "2.0", "64-bit words in shared memory"},
		{"atomic sum of floats", atomicFloat, []float32{}, "GTX 280", "C2050", "2.0", "atomic sums of floats"},
		{"ballot", ballotOfWarp, []uint32{}, "GTX 280", "C2050", "2.0", "ballots"},
		{"fence for the host", fencedForHost, []int32{}, "GTX 280", "C2050", "2.0", "fences for the host and other devices"},
		{"print", printing, []int32{}, "GTX 280", "C2050", "2.0", "output from kernels"},
		{"recursion", recursing, []int32{}, "GTX 280", "C2050", "2.0", "functions that call themselves"},
		{"shuffle", shuffledDown, []int32{}, "C2050", "K20c", "3.0", "shuffles"},
		{"atomic maximum of longs", atomicExtreme64, []int64{}, "C2050", "K20c", "3.5", "bit operations on 64-bit words"},
		{"atomic sum of doubles", atomicDouble, []float64{}, "GTX 980", "P100", "6.0", "sums of 64-bit floats"},
		{"match", matchedAny, []uint32{}, "P100", "V100", "7.0", "matches of a warp"},
		{"reduction", summedOverWarp, []uint32{}, "V100", "A100", "8.0", "reductions of a warp"},
		{"asynchronous copy", copiedAsync, []float32{}, "V100", "A100", "8.0", "asynchronous copies"},
		{"barrier in shared memory", arrivedAtBarrier, []float32{}, "V100", "A100", "8.0", "barriers in shared memory"},
		{"load of a matrix", loadedMatrix, []uint32{}, "V100", "A100", "7.5", "loads of matrices"},
		{"bulk copy", copiedBulk, []float32{}, "A100", "H100", "9.0", "bulk copies"},
		{"cluster", synchronizedCluster, []float32{}, "A100", "H100", "9.0", "clusters"},
		{"exchange of a float", exchangedFloat, []float32{}, none, "GTX 280", "", ""},
		{"move of a double", movedDouble, []float64{}, none, "8800 GTX", "", ""},
		{"read-only load", loadedReadOnly, []float32{}, none, "8800 GTX", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := launchOn(t, test.has, test.kernel, test.element); err != nil {
				t.Errorf("%s: got %v, want no error", test.has, err)
			}
			if test.lacks != none {
				_, err := launchOn(t, test.lacks, test.kernel, test.element)
				refused(t, test.lacks, err, diag.MissingFeature, test.names+" need compute capability "+test.from, "features_test.go:")
			}
		})
	}
}

// launchOn launches one warp on an array of zeros.
func launchOn(t *testing.T, device string, kernel, element any) (*gpusim.Report, error) {
	t.Helper()
	dev := openNamed(t, device)
	return dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Stdout: io.Discard}, zeros(t, dev, element))
}

// zeros allocates 64 elements of a slice's type.
func zeros(t *testing.T, dev *gpusim.Device, slice any) any {
	t.Helper()
	switch slice.(type) {
	case []int32:
		return upload(t, dev, make([]int32, 64))
	case []uint32:
		return upload(t, dev, make([]uint32, 64))
	case []int64:
		return upload(t, dev, make([]int64, 64))
	case []float32:
		return upload(t, dev, make([]float32, 64))
	}
	return upload(t, dev, make([]float64, 64))
}

// TestFeaturesAreToldOnceALine: both lines are named, each with every feature
// that is missing there.
func TestFeaturesAreToldOnceALine(t *testing.T) {
	dev := openNamed(t, "8800 GTX")
	_, err := dev.Launch(convertedDouble, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)},
		upload(t, dev, make([]int32, 1)), upload(t, dev, make([]float64, 1)))
	refused(t, "conversion", err, diag.MissingFeature, "GeForce 8800 GTX has 1.0", "use float32")

	_, err = launchOn(t, "8800 GTX", atomicFloat, []float32{})
	list, ok := err.(diag.List)
	if !ok || len(list) != 2 {
		t.Fatalf("a float's atomic sum: got %v, want two diagnostics, of 1.1 and of 2.0", err)
	}
}

// floatsOf is another name of a slice, of an element that has one too.
type (
	scalarOf = float32
	floatsOf = []scalarOf
)

func aliased(x floatsOf) { x[gpu.ThreadIdx.X] = 1 }

// TestAliasesAreTheirTypes: other names of a type are not other types.
func TestAliasesAreTheirTypes(t *testing.T) {
	if _, err := launchOn(t, "H200", aliased, []float32{}); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}

// TestReadOnlyLoadsNeedTheirPath: before compute capability 3.5 a read-only load
// is a load as any other.
func TestReadOnlyLoadsNeedTheirPath(t *testing.T) {
	const rate = "nc_cache_global_hit_rate"
	for device, want := range map[string]bool{"8800 GTX": false, "GTX 280": false, "C2050": false, "K20c": true, "GTX 980": true} {
		rep, err := launchOn(t, device, loadedReadOnly, []float32{})
		if err != nil {
			t.Fatal(err)
		}
		if _, got := rep.Metric(rate); got != want {
			t.Errorf("%s has %s: got %v, want %v", device, rate, got, want)
		}
		if reads, _ := rep.Metric("dram__sectors_read.sum"); reads == 0 {
			t.Errorf("%s: got no sectors read from memory, want some", device)
		}
	}
}
