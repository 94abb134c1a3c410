// Package kernels holds litmus tests as kernels. The comment of each says its launch,
// the element whose outcomes are meant, all outcomes that the PTX model allows, and
// the source of the set. Outcomes with "!" need weakly ordered memory.
//
// PTX is section 8 of the PTX ISA manual. Alglave is "GPU Concurrency: Weak Behaviours
// and Programming Assumptions", ASPLOS 2015, with the names of its tests. Lustig is "A
// Formal Analysis of the NVIDIA PTX Memory Consistency Model", ASPLOS 2019.
package kernels

import "gpucourse/gpusim/gpu"

// MessagePlain passes a message with plain accesses.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave mp; PTX 8.7.1: the accesses race
func MessagePlain(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		x[1] = 1
	} else {
		out[0] = x[1]
		out[1] = x[0]
	}
}

// MessageVolatile has no fences: volatile orders nothing.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave mp-volatile; PTX 8.4.2
func MessageVolatile(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		gpu.StoreVolatile(&x[0], 1)
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		out[1] = gpu.LoadVolatile(&x[0])
	}
}

// MessageFenced is right: both sides have a fence of the device.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 1
//	source: Alglave mp with membar.gl; PTX 8.8
func MessageFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		gpu.Threadfence()
		out[1] = x[0]
	}
}

// MessageWriterFenced has a fence at the writer only.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave mp+membar.gl+po; PTX 8.8: no acquire pattern
func MessageWriterFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		out[1] = x[0]
	}
}

// MessageReaderFenced has a fence at the reader only.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave mp+po+membar.gl; PTX 8.8: no release pattern
func MessageReaderFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		gpu.Threadfence()
		out[1] = x[0]
	}
}

// MessageBlockFences: the scope of the fences excludes the other block.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave mp with membar.cta between blocks; PTX 8.7
func MessageBlockFences(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.ThreadfenceBlock()
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		gpu.ThreadfenceBlock()
		out[1] = x[0]
	}
}

// MessageInBlock: the same fences suffice inside one block.
//
//	grid 1 block 2
//	out: 0 0; 0 1; 1 1
//	source: Alglave mp with membar.cta in a block; PTX 8.8
func MessageInBlock(x, out []int32) {
	if gpu.ThreadIdx.X == 0 {
		x[0] = 1
		gpu.ThreadfenceBlock()
		gpu.StoreVolatile(&x[1], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[1])
		gpu.ThreadfenceBlock()
		out[1] = x[0]
	}
}

// MessageSpin waits for the flag, so that the message is always there.
//
//	grid 2 block 1
//	out: 7
//	source: PTX 8.8
func MessageSpin(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 7
		gpu.Threadfence()
		gpu.StoreVolatile(&x[1], 1)
	} else {
		for gpu.LoadVolatile(&x[1]) == 0 {
		}
		gpu.Threadfence()
		out[0] = x[0]
	}
}

// MessageSpinUnfenced waits for the flag and may still read the old message.
//
//	grid 2 block 1
//	out: 0!; 7
//	source: Alglave mp-volatile
func MessageSpinUnfenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 7
		gpu.StoreVolatile(&x[1], 1)
	} else {
		for gpu.LoadVolatile(&x[1]) == 0 {
		}
		out[0] = x[0]
	}
}

// MessageAtomic has an atomic as its flag, on both sides.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 1
//	source: PTX 8.8: fence; atom.relaxed and atom.relaxed; fence
func MessageAtomic(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		gpu.AtomicExch(&x[1], 1)
	} else {
		out[0] = gpu.AtomicAdd(&x[1], 0)
		gpu.Threadfence()
		out[1] = x[0]
	}
}

// MessageBarrier orders the threads of a block with a barrier.
//
//	grid 1 block 2
//	out: 1
//	source: PTX 8.9.4: bar.sync synchronizes
func MessageBarrier(x, out []int32) {
	if gpu.ThreadIdx.X == 0 {
		x[0] = 1
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 1 {
		out[0] = x[0]
	}
}

// MessageWarpBarrier orders the lanes of a warp.
//
//	grid 1 block 2
//	out: 1
//	source: PTX ISA 9.7.13, bar.warp.sync: orders memory accesses among participating threads
func MessageWarpBarrier(x, out []int32) {
	s := gpu.Shared[[2]int32]()
	s[gpu.ThreadIdx.X] = int32(gpu.ThreadIdx.X)
	gpu.SyncWarp()
	if gpu.ThreadIdx.X == 0 {
		out[0] = s[1]
	}
}

// MessageNoBarrier reads shared memory too early.
//
//	grid 1 block 2
//	out: 0; 1
//	source: PTX 8.7.1: the accesses race
func MessageNoBarrier(x, out []int32) {
	s := gpu.Shared[[2]int32]()
	s[gpu.ThreadIdx.X] = int32(gpu.ThreadIdx.X)
	if gpu.ThreadIdx.X == 0 {
		out[0] = s[1]
	}
}

// Transitive passes a message on: a fence makes visible what its thread has seen.
//
//	grid 3 block 1
//	out: 0 0 0; 0 0 1; 1 0 0; 1 0 1; 1 1 1
//	source: Lustig, cumulativity; PTX 8.9.5: base causality order is transitive
func Transitive(x, out []int32) {
	switch gpu.BlockIdx.X {
	case 0:
		x[0] = 1
		gpu.Threadfence()
		gpu.StoreVolatile(&x[1], 1)
	case 1:
		out[0] = gpu.LoadVolatile(&x[1])
		gpu.Threadfence()
		gpu.StoreVolatile(&x[2], out[0]+1)
	case 2:
		r := gpu.LoadVolatile(&x[2])
		gpu.Threadfence()
		out[1] = r / 2
		out[2] = x[0]
	}
}

// StoreBufferPlain: both threads may miss the other's store.
//
//	grid 2 block 1
//	out: 0 0!; 0 1; 1 0; 1 1
//	source: Alglave sb
func StoreBufferPlain(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		out[0] = x[1]
	} else {
		x[1] = 1
		out[1] = x[0]
	}
}

// StoreBufferVolatile is no better.
//
//	grid 2 block 1
//	out: 0 0!; 0 1; 1 0; 1 1
//	source: Alglave sb; PTX 8.4.2
func StoreBufferVolatile(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		gpu.StoreVolatile(&x[0], 1)
		out[0] = gpu.LoadVolatile(&x[1])
	} else {
		gpu.StoreVolatile(&x[1], 1)
		out[1] = gpu.LoadVolatile(&x[0])
	}
}

// StoreBufferFenced: Threadfence is sequentially consistent.
//
//	grid 2 block 1
//	out: 0 1; 1 0; 1 1
//	source: PTX 8.9.3; Lustig, SB with fence.sc
func StoreBufferFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		out[0] = x[1]
	} else {
		x[1] = 1
		gpu.Threadfence()
		out[1] = x[0]
	}
}

// StoreBufferBlockFences: fences of the block do not order blocks.
//
//	grid 2 block 1
//	out: 0 0!; 0 1; 1 0; 1 1
//	source: PTX 8.9.3: only morally strong fences are ordered
func StoreBufferBlockFences(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.ThreadfenceBlock()
		out[0] = x[1]
	} else {
		x[1] = 1
		gpu.ThreadfenceBlock()
		out[1] = x[0]
	}
}

// StoreBufferOneWider: a fence of the system and one of the device are morally strong.
//
//	grid 2 block 1
//	out: 0 1; 1 0; 1 1
//	source: PTX 8.7: each scope includes the other thread
func StoreBufferOneWider(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.ThreadfenceSystem()
		out[0] = x[1]
	} else {
		x[1] = 1
		gpu.Threadfence()
		out[1] = x[0]
	}
}

// LoadBufferPlain: both threads may read what the other stores later.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0; 1 1!
//	source: Alglave lb
func LoadBufferPlain(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		out[0] = x[0]
		x[1] = 1
	} else {
		out[1] = x[1]
		x[0] = 1
	}
}

// LoadBufferDependent stores what it read: no value comes out of thin air.
//
//	grid 2 block 1
//	out: 0 0
//	source: PTX 8.10.4, litmus test "load buffering with true dependencies"
func LoadBufferDependent(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		r := gpu.LoadVolatile(&x[0])
		gpu.StoreVolatile(&x[1], r)
		out[0] = r
	} else {
		r := gpu.LoadVolatile(&x[1])
		gpu.StoreVolatile(&x[0], r)
		out[1] = r
	}
}

// LoadBufferFenced has fences between the accesses.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0
//	source: PTX 8.9.3 and 8.10.6
func LoadBufferFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		out[0] = x[0]
		gpu.Threadfence()
		x[1] = 1
	} else {
		out[1] = x[1]
		gpu.Threadfence()
		x[0] = 1
	}
}

// CoherenceVolatile reads one element twice: the second read is never older.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 1
//	source: PTX 8.10.5, CoRR
func CoherenceVolatile(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		gpu.StoreVolatile(&x[0], 1)
	} else {
		out[0] = gpu.LoadVolatile(&x[0])
		out[1] = gpu.LoadVolatile(&x[0])
	}
}

// CoherencePlain: the second of two plain reads may be older.
//
//	grid 2 block 1
//	out: 0 0; 0 1; 1 0!; 1 1
//	source: Alglave coRR; PTX 8.10.5 asks for morally strong accesses
func CoherencePlain(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
	} else {
		out[0] = x[0]
		out[1] = x[0]
	}
}

// CoherenceOwn: a thread sees its own store.
//
//	grid 1 block 1
//	out: 2 3
//	source: PTX 8.10.6: program order is causality order
func CoherenceOwn(x, out []int32) {
	x[0] = 1
	x[0] = 2
	out[0] = x[0]
	x[0] = 3
	out[1] = x[0]
}

// WritesPlain: two threads write two elements in opposite order.
//
//	grid 2 block 1
//	x: 1 1!; 1 2; 2 1; 2 2
//	source: Lustig, 2+2W
func WritesPlain(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		x[1] = 2
	} else {
		x[1] = 1
		x[0] = 2
	}
}

// WritesFenced is WritesPlain with fences.
//
//	grid 2 block 1
//	x: 1 2; 2 1; 2 2
//	source: PTX 8.9.3 and 8.10.1
func WritesFenced(x, out []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		x[1] = 2
	} else {
		x[1] = 1
		gpu.Threadfence()
		x[0] = 2
	}
}

// IndependentVolatile: two readers may see two independent stores in opposite orders.
//
//	grid 4 block 1
//	out: 0 0 0 0; 0 0 0 1; 0 0 1 0; 0 0 1 1; 0 1 0 0; 0 1 0 1; 0 1 1 0; 0 1 1 1; 1 0 0 0; 1 0 0 1; 1 0 1 0!; 1 0 1 1; 1 1 0 0; 1 1 0 1; 1 1 1 0; 1 1 1 1
//	source: Alglave iriw
func IndependentVolatile(x, out []int32) {
	switch gpu.BlockIdx.X {
	case 0:
		gpu.StoreVolatile(&x[0], 1)
	case 1:
		gpu.StoreVolatile(&x[1], 1)
	case 2:
		out[0] = gpu.LoadVolatile(&x[0])
		out[1] = gpu.LoadVolatile(&x[1])
	case 3:
		out[2] = gpu.LoadVolatile(&x[1])
		out[3] = gpu.LoadVolatile(&x[0])
	}
}

// IndependentFenced: fences between the reads make both see one order.
//
//	grid 4 block 1
//	out: 0 0 0 0; 0 0 0 1; 0 0 1 0; 0 0 1 1; 0 1 0 0; 0 1 0 1; 0 1 1 0; 0 1 1 1; 1 0 0 0; 1 0 0 1; 1 0 1 1; 1 1 0 0; 1 1 0 1; 1 1 1 0; 1 1 1 1
//	source: PTX 8.9.3; Lustig, IRIW with fence.sc
func IndependentFenced(x, out []int32) {
	switch gpu.BlockIdx.X {
	case 0:
		gpu.StoreVolatile(&x[0], 1)
	case 1:
		gpu.StoreVolatile(&x[1], 1)
	case 2:
		out[0] = gpu.LoadVolatile(&x[0])
		gpu.Threadfence()
		out[1] = gpu.LoadVolatile(&x[1])
	case 3:
		out[2] = gpu.LoadVolatile(&x[1])
		gpu.Threadfence()
		out[3] = gpu.LoadVolatile(&x[0])
	}
}

// CountPlain loses updates.
//
//	grid 2 block 1
//	x: 1; 2
//	source: PTX 8.7.1: the updates race
func CountPlain(x, out []int32) {
	x[0]++
}

// CountAtomic loses none.
//
//	grid 3 block 1
//	x: 3
//	source: PTX 8.10.3
func CountAtomic(x, out []int32) {
	gpu.AtomicAdd(&x[0], 1)
}

// CountReturned gives each thread another number.
//
//	grid 2 block 1
//	out: 0 1; 1 0
//	source: PTX 8.10.3
func CountReturned(x, out []int32) {
	out[gpu.BlockIdx.X] = gpu.AtomicAdd(&x[0], 1)
}

// LastBlock adds the blocks' results in the block that finishes last, as the sample
// threadFenceReduction of the CUDA toolkit does.
//
//	grid 2 block 1
//	out: 3
//	source: CUDA C++ Programming Guide, memory fence functions
func LastBlock(x, out []int32) {
	i := gpu.BlockIdx.X
	x[i] = int32(i + 1)
	gpu.Threadfence()
	if gpu.AtomicAdd(&x[2], 1) == 1 {
		gpu.Threadfence()
		out[0] = x[0] + x[1]
	}
}

// LastBlockUnfenced may miss the other block's result.
//
//	grid 2 block 1
//	out: 1!; 2!; 3
//	source: CUDA C++ Programming Guide, memory fence functions
func LastBlockUnfenced(x, out []int32) {
	i := gpu.BlockIdx.X
	x[i] = int32(i + 1)
	if gpu.AtomicAdd(&x[2], 1) == 1 {
		out[0] = x[0] + x[1]
	}
}

// Lock counts inside a critical section with fences.
//
//	grid 2 block 1
//	out: 2
//	source: Alglave, cas-sl with fences
func Lock(x, out []int32) {
	for gpu.AtomicCAS(&x[0], 0, 1) != 0 {
	}
	gpu.Threadfence()
	out[0]++
	gpu.Threadfence()
	gpu.AtomicExch(&x[0], 0)
}

// LockUnfenced may lose an update, although only one thread at a time is inside.
//
//	grid 2 block 1
//	out: 1!; 2
//	source: Alglave, cas-sl: the lock of "CUDA by Example"
func LockUnfenced(x, out []int32) {
	for gpu.AtomicCAS(&x[0], 0, 1) != 0 {
	}
	out[0]++
	gpu.AtomicExch(&x[0], 0)
}
