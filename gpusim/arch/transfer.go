package arch

// This file describes how a host reaches a device: copies, queues, allocation.

// Link moves n bytes in Micros + n / BytesPerSecond. The zero value is no link.
type Link struct {
	Micros         float64 // before the first byte, microseconds
	BytesPerSecond float64
}

// Transfer is the way between a device, its host and its peers.
type Transfer struct {
	// CopyEngines is how many copies run at a time beside kernels. With one, both
	// directions wait for each other; with none, copies and kernels take turns.
	// CUDA: asyncEngineCount.
	CopyEngines int
	// Queues is how many hardware queues the streams are spread over. Work waits
	// for what stands before it in its queue to be ready, whatever its stream.
	Queues int
	// Kernels is how many run at a time, those of different streams.
	Kernels int
	Host    HostLinks
	Calls   CallTimes
	// MapsHost: kernels can read and write page-locked memory of the host.
	MapsHost bool
	// Peer copies from this device's memory to that of a device of the same name
	// without the host. The zero value: devices cannot be peers.
	Peer Link
	// PageBytes is what managed memory moves at a time; 0: there is none.
	PageBytes int
	// Faults: a device fetches a page of managed memory when a kernel touches it.
	// Where it cannot, all pages go to the device before each launch.
	Faults bool
	// RegionBytes is the part of managed memory within which a fault brings more than its
	// page: the largest aligned part of 2ⁿ pages of which over half are then on the device.
	// 0: it brings its page alone.
	RegionBytes int
}

// HostLinks are the ways between host and device.
type HostLinks struct {
	// ToDevice and FromDevice copy page-locked memory of the host.
	ToDevice, FromDevice Link
	// StagedTo and StagedFrom copy other memory, which the host moves through
	// page-locked buffers: rates of the host more than of the device.
	StagedTo, StagedFrom Link
}

// CallTimes is how long calls keep the host, in microseconds.
type CallTimes struct {
	Launch     float64 // of a kernel
	Copy       float64 // of a copy that is not waited for
	Event      float64 // recording one
	EventWork  float64 // what a recorded event takes of its stream
	KernelWork float64 // what a launch takes of its stream besides its kernel's time
	Within     float64 // what a copy within the device takes besides moving its bytes
	Row        float64 // what each row of a copy in two dimensions takes besides
	Wake       float64 // from the end of work to the host that waits for it
	// Pin and Register make memory page-locked: new memory, and memory that the
	// program has.
	Pin, Register Link
}

// Allocator is how a driver hands out device memory: small requests are served
// from blocks that it has, larger ones get blocks of their own.
type Allocator struct {
	BlockBytes int // blocks are multiples of it
	SmallBytes int // the largest request that shares a block with others
	// Served and Returned are the microseconds of a call that needs no block.
	Served, Returned float64
	// Mapped and Unmapped are the time to get a block and to give one back.
	Mapped, Unmapped Link
}

// The links by generation of PCI Express, 16 lanes. One device was measured;
// the others reach the share of the raw rate that gpu-benches reports of
// generation 3 (12.35 of 15.75 GB/s), with the measured latencies.
var (
	pcie1 = hostLinks(3.1e9)
	pcie2 = hostLinks(6.3e9)
	pcie3 = hostLinks(12.35e9) // gpu-benches, V100
	pcie4 = hostLinks(24.7e9)
	pcie5 = hostLinks(55.4e9) // transfers: copy, from 4 bytes to 256 MiB
)

// hostLinks is the links of a device whose page-locked copies reach a rate.
// Latencies are the H200's (transfers: copy, less what events and calls take); staging
// takes the time in which its host fills buffers besides: 1/15.9 = 1/55.4 +
// 1/22.3.
func hostLinks(rate float64) HostLinks {
	const hostRate = 22.3e9
	staged := 1 / (1/rate + 1/hostRate)
	return HostLinks{
		ToDevice: Link{2.3, rate}, FromDevice: Link{1.6, rate},
		StagedTo: Link{5.9, staged}, StagedFrom: Link{6.1, staged},
	}
}

// callTimes is what calls take on the H200's host: transfers, call_us and wall;
// through, launch back_to_back_us and single_us. Other hosts were not measured.
var callTimes = CallTimes{
	Launch: 3.2, Copy: 1.3, Event: 0.85, EventWork: 1.4, KernelWork: 2.3, Wake: 2.5,
	Within:   4.1,
	Row:      0.0005,           // transfers: copy2d
	Pin:      Link{650, 2.7e9}, // transfers: host malloc_host_us
	Register: Link{100, 22e9},  // transfers: host register_us
}

// allocator is how the H200's driver allocates (transfers: alloc). Drivers of
// other devices were not measured.
var allocator = Allocator{
	BlockBytes: 2 * mib, SmallBytes: 1 * mib,
	Served: 1.9, Returned: 1.8,
	Mapped: Link{45, 18e12}, Unmapped: Link{42, 2.7e12},
}

// Pages of managed memory, from compute capability 3.0 on.
const (
	hostPage  = 4 * kib  // of the host's system: what devices without faults move
	faultPage = 64 * kib // Ganguly et al. 2019: the driver moves basic blocks of 64 KB
	// measured: h100/statements.txt (managed): six faults bring 2 MiB
	faultRegion = 2 * mib
)

// peer is a link between two devices; its latency is the host link's.
func peer(rate float64) Link { return Link{2.3, rate} }
