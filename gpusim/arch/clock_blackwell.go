package arch

// This file holds the times of devices whose SM is the H200's, or nearly so: what
// lies behind it differs.

var h100Clock = func() Clock {
	c := hopperClock
	m := &c.Memory
	m.L2Slices = 80       // h100/cases: ncu's l2s_count
	m.L2SlicesOff = 0     // 80 GB in five stacks of 16
	m.SliceSector = 0.508 // h100/throughput: global_l2hit, 264 blocks take 1.04 of the H200's cycles, in 80 of its 94 slices
	m.DRAMChannels = 40   // sheet: five stacks of eight
	c.Fence = 668         // h100/fence: device
	c.FenceSystem = 1674  // h100/fence: system
	c.Cluster.Fence = c.Fence
	c.Cluster.FenceBlock = 9 // h100/modern: cluster_barrier, 742, 777 and 897 cycles with 1, 4 and 16 blocks
	c.Cluster.FenceWarp = 17 // h100/modern: cluster_barrier, 1324 cycles with 32 warps
	c.FenceStored = 400      // h100/fence: 673 behind a store, of which L2 takes 265
	return c
}()

var gb100Clock = func() Clock {
	c := hopperClock
	m := &c.Memory
	m.L1 = 32                               // markdewing/AI_kernels: 40, with 8 of a loop
	m.L2 = 287                              // markdewing/AI_kernels: 295, with 8 of a loop
	m.L2Slices = 128                        // sheet: eight stacks of sixteen
	m.L2SlicesOff = 0                       // not published
	m.SliceLine, m.SliceSector = 0.87, 0.87 // Rates.L2BytesPerSecond of all
	m.SliceStore, m.SliceStoreLine = 0, 0   // not published: as loads
	m.GPCSector = 0                         // not published
	m.DRAM = 743                            // published of sm_100: 833 to 843 at random over 256 MB to 2 GB, near and far; AI_kernels: 860
	m.DRAMChannels = 64                     // sheet: eight stacks of eight
	m.DRAMShare = 0.93                      // H200: what it reads of its sheet's rate
	c.Fence = m.L2
	return c
}()
