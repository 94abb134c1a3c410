package task

// This file holds the tasks of chapter 23.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

const (
	leftBlock       = "sm__sass_inst_executed_op_dshared.sum"
	atomicsOutside  = "sm__sass_inst_executed_op_dshared_atom.sum"
	clustersStarted = "gpc__cgas_launched.sum"
	sharedAtomics   = "smsp__inst_executed_op_shared_atom.sum"
)

var clusterTasks = []Task{
	{
		ID: "23.1", Title: "The lines that meet", Form: Complete, After: "explain-meet",
		Text: "`Mirror` adds to each number the number in its place of another block: the blocks of ranks 0 and 3 exchange, and those of 1 and 2. Add the two lines that are missing.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Mirror", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}, {512}},
				Case: inClusters(64, func(ring []float32) []float32 {
					sums := make([]float32, len(ring))
					for i := range ring {
						sums[i] = ring[i] + ring[(3-i/64)*64+i%64]
					}
					return sums
				}),
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d] + in[%d]", i, i/256*256+(3-i/64%4)*64+i%64)
				},
			},
			Wrong: []Wrong{{"block", "which may not have begun"}, {"once", "and the block ends"}, {"late", "which may not have begun"}},
		},
		Hints: Hints{
			Question: "What must the other block have done before you read its memory? What must it not do while you read?",
			Look:     "`Around`, in section 1, meets twice.",
			Hole:     "gpu.___() // before the first access to the other block\nother := gpu.MapShared(own, 3-gpu.ClusterRank())\nout[64*gpu.BlockIdx.X+t] = own[t] + other[t]\ngpu.___() // after the last",
		},
	},
	{
		ID: "23.2", Title: "Loads that leave their block", Form: Predict, After: "explain-distance",
		Text: "A grid has 8 blocks of 128 threads, in clusters of 4 blocks. Each thread adds up the numbers in its place of all *other* blocks of its cluster. How many warp instructions read the memory of another block?",
		Ask: Number{
			Unit:    "instructions",
			Answer:  Counted(leftBlock, Device, fromOthers, line(8, 128), zeroed(1024), zeroed(1024)),
			Because: "each of 32 warps reads from three other blocks",
			Misread: []Misread{
				{Computed(8 * 128 * 3), "those are the threads' loads; a warp loads for 32 threads in one instruction"},
				{Computed(4 * 4 * 3), "that is one cluster; the grid has two"},
				{Computed(8 * 4 * 4), "that counts the own block, too; its number needs no load from another block"},
				{Computed(8 * 4), "that is one load per warp; there are three other blocks"},
			},
			Nudge: "how many warps does the grid have, and from how many other blocks does each read?",
		},
		Hints: Hints{
			Question: "How many warps has the grid? How many other blocks has a cluster of 4?",
			Look:     "Section 1: `Around` reads from one other block, with one instruction per warp.",
			Hole:     `instructions := 8 * (128 / 32) * ___`,
			Solution: "8 blocks of 4 warps, and three other blocks: 8 · 4 · 3 = 96.",
		},
	},
	{
		ID: "23.3", Title: "The carousel", Form: Mend, After: "explain-barrier",
		Text: "In each round of `Carousel` a block takes over the numbers of the block before it. Sometimes numbers get lost. Run it, look at the two lines that the checker names, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Carousel", Signature: "func(out, in []float32, rounds int)",
				SizeNames: []string{"clusters", "rounds"}, Sizes: []rubric.Size{{1, 1}, {1, 4}, {2, 7}},
				Case: carousel,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d], after %d rounds", turned(i, c.Size[1]), c.Size[1])
				},
			},
			Wrong: []Wrong{{"block", "with no barrier of the cluster between"}, {"behind", "with no barrier of the cluster between"}},
		},
		Hints: Hints{
			Question: "A block stores its new number. Has the next block read the old one by then?",
			Look:     "The exercise of this chapter has such a loop, and meets twice in it.",
			Hole:     "v := before[t]\ngpu.___()\nown[t] = v",
		},
	},
	{
		ID: "23.4", Title: "Clusters of sixteen", Form: Predict, After: "explain-places",
		Text: "The eight groups of SMs (GPC) of a device have 18, 18, 18, 18, 18, 16, 16 and 10 SMs that a launch can use. A block takes a whole SM. How many blocks run at the same time, if a cluster has 16?",
		Ask: Number{
			Unit:    "blocks",
			Answer:  Computed(7 * 16),
			Because: "seven groups have room for one cluster of 16 each",
			Misread: []Misread{
				{Computed(132), "that is all SMs; a cluster needs 16 of them in one group"},
				{Computed(128), "that is 132 / 16 clusters; but a cluster cannot lie in two groups"},
				{Computed(7), "those are the clusters; each has 16 blocks"},
				{Computed(120), "that is with clusters of 8: one fits into the group of 10 SMs"},
			},
			Nudge: "how many clusters of 16 blocks fit into each group?",
		},
		Hints: Hints{
			Question: "How many clusters fit into a group of 18 SMs? And into one of 10?",
			Look:     "Section 4 counts the same for clusters of 8.",
			Hole:     `blocks := (5 + 2 + ___) * 16`,
			Solution: "One cluster in each group but the smallest: 7 · 16 = 112 blocks.",
		},
	},
	{
		ID: "23.5", Title: "Read the report", Form: Explain, After: "explain-bins",
		Text: "Another kernel counts 16384 numbers in 1024 bins, with 16 blocks of 128 threads. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Turn:     2,
			Report:   binsOf(binsOfFour),
			Counters: []string{clustersStarted, atomicsOutside, sharedAtomics},
			Because:  "16 blocks in 4 clusters are four blocks each, and most atomics leave their block",
			Options: []Option{
				{
					Text:   "Each block has all bins in its own shared memory.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, atomicsOutside) == 0 && counter(r, sharedAtomics) > 0 },
					Report: binsOf(binsOfOne),
					Says:   "then no atomic would leave its block",
				},
				{
					Text:  "The bins are spread over four blocks of a cluster.",
					Holds: func(r *gpusim.Report) bool { return counter(r, clustersStarted) == 4 && counter(r, atomicsOutside) > 0 },
				},
				{
					Text:   "The bins are spread over two blocks of a cluster.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, clustersStarted) == 8 && counter(r, atomicsOutside) > 0 },
					Report: binsOf(binsOfTwo),
					Says:   "then 16 blocks would form 8 clusters",
				},
				{
					Text:   "All bins are in global memory.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, atomicsOutside) == 0 && counter(r, sharedAtomics) == 0 },
					Report: binsOf(binsOfNone),
					Says:   "then no atomic would go to shared memory",
				},
			},
		},
		Hints: Hints{
			Question: "How many blocks has a cluster, if 16 blocks form 4? Do the atomics leave their block?",
			Look:     "The table of section 5.",
			Hole:     `blocks := 16 / ___`,
			Solution: "16 blocks in 4 clusters: four blocks share the bins, and the atomics go to another block.",
		},
	},
	{
		ID: "23.6", Title: "Few atomics leave", Form: Match, After: "explain-bins",
		Text: "`Totals` adds up the 512 numbers of each cluster in the shared memory of the block of rank 0. Each thread sends its number there. Add up in each block first, so that in the launch of two clusters exactly 6 atomics leave their block: one for each block of another rank.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Totals", Signature: "func(out, in []float32)",
				SizeNames: []string{"clusters"}, Sizes: []rubric.Size{{1}, {2}},
				Case: clusterTotals,
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("the sum of in[%d] to in[%d]", 512*i, 512*i+511)
				},
				Goals: []rubric.Goal{
					rubric.Exactly("atomics that leave their block", atomicsOutside, 6, "each atomic of a warp goes to the block of rank 0: add up the numbers of the block first, in its own memory"),
				},
			},
			Wrong: []Wrong{{"warps", "24 atomics that leave their block, exactly 6"}, {"hurry", "with no barrier"}},
		},
		Hints: Hints{
			Question: "Where can a block add up its 128 numbers without leaving it?",
			Look:     "`BinsBlock` counts in the block first, and adds to what all share at the end.",
			Hole:     "gpu.AtomicAdd(own, in[128*gpu.BlockIdx.X+t])\ngpu.___()\nif t == 0 {\n\tgpu.AtomicAdd(gpu.MapShared(total, ___), *own)\n}",
		},
	},
	{
		ID: "23.7", Title: "Three neighbours", Form: Write, After: "explain-ring",
		Text: "Write `Threes`. It adds up each number and its two neighbours. The numbers of a cluster form a ring of 256: the neighbour before the first is the last. It is launched with blocks of 64 threads, in clusters of 4. Goal: each number comes from global memory once.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Threes", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}, {512}},
				Case: inClusters(64, func(ring []float32) []float32 {
					sums := make([]float32, len(ring))
					for i := range ring {
						sums[i] = ring[(i+255)%256] + ring[i] + ring[(i+1)%256]
					}
					return sums
				}),
				Why: func(_ *rubric.Case, i int) string {
					ring := i / 256 * 256
					return fmt.Sprintf("in[%d] + in[%d] + in[%d]", ring+(i+255)%256, i, ring+(i+1)%256)
				},
				Goals: []rubric.Goal{
					rubric.Exactly("loads of global memory", "smsp__sass_inst_executed_op_global_ld.sum", 16, "one load per warp: the neighbours of a number are in the shared memory of this block, or of the one beside it"),
				},
			},
			Wrong: []Wrong{{"global", "loads of global memory, exactly 16"}, {"block", "in[255] + in[0] + in[1]"}, {"gone", "and the block ends"}},
		},
		Hints: Hints{
			Question: "Which threads of a block need a number of another block? Of which rank, and in which place?",
			Look:     "The stub of the exercise finds the neighbours of a cell with one formula for all threads.",
			Hole:     "left := *gpu.MapShared(&own[(t+63)%64], (rank+(t+63)/64+3)%4)\nright := *gpu.MapShared(&own[___], ___)",
		},
	},
}

// inClusters is inBlocksOfWhole for clusters of four blocks.
func inClusters(threads int, f func([]float32) []float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		c := inBlocksOfWhole(4*threads, f)(s, rng)
		c.Grid.X, c.Block.X = 4*c.Grid.X, threads
		return c
	}
}

// turned returns the place from which a number of Carousel comes.
func turned(i, rounds int) int { return i/256*256 + (i/64+3*rounds)%4*64 + i%64 }

// carousel is the case of Carousel.
func carousel(s rubric.Size, rng *rubric.Random) *rubric.Case {
	clusters, rounds := s[0], s[1]
	out, in := rubric.Result("out", 256*clusters, rng), rubric.Input("in", 256*clusters, rng)
	for i := range 256 * clusters {
		out.Want[i] = in.Init[turned(i, rounds)]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 4 * clusters, Y: 1, Z: 1}, Block: rubric.Dim{X: 64, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("rounds", rounds)},
	}
}

// clusterTotals is the case of Totals.
func clusterTotals(s rubric.Size, rng *rubric.Random) *rubric.Case {
	clusters := s[0]
	out, in := rubric.Result("out", clusters, rng), rubric.Input("in", 512*clusters, rng)
	wholeNumbers(in.Init[:512*clusters], rng)
	for i := range clusters {
		out.Want[i] = 0
		for _, v := range in.Init[512*i : 512*i+512] {
			out.Want[i] += v
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 4 * clusters, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// fromOthers adds up the numbers in a thread's place of all other blocks of the cluster.
//
//gpu:cluster 4
func fromOthers(out, in []float32) {
	own := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	own[t] = in[128*gpu.BlockIdx.X+t]
	gpu.ClusterSync()
	sum := float32(0)
	for k := 1; k < 4; k++ {
		sum += gpu.MapShared(own, (gpu.ClusterRank()+k)%4)[t]
	}
	out[128*gpu.BlockIdx.X+t] = sum
	gpu.ClusterSync()
}

// binsOf launches a kernel that counts 16384 numbers in 1024 bins.
func binsOf(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(16, 128), zeroed(1024), ramp(16384))
}

// ramp returns n numbers: 0, 1, 2 and so on.
func ramp(n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(i)
	}
	return list
}

// binsOfFour spreads the bins over four blocks.
//
//gpu:cluster 4
func binsOfFour(bins, in []float32) {
	counts := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	counts[t], counts[128+t] = 0, 0
	gpu.ClusterSync()
	for i := 128*gpu.BlockIdx.X + t; i < 16384; i += 2048 {
		b := int(in[i]) % 1024
		gpu.AtomicAdd(gpu.MapShared(&counts[b%256], b/256), 1)
	}
	gpu.ClusterSync()
	for b := t; b < 256; b += 128 {
		gpu.AtomicAdd(&bins[256*gpu.ClusterRank()+b], counts[b])
	}
}

// binsOfTwo spreads the bins over two blocks.
//
//gpu:cluster 2
func binsOfTwo(bins, in []float32) {
	counts := gpu.Shared[[512]float32]()
	t := gpu.ThreadIdx.X
	for b := t; b < 512; b += 128 {
		counts[b] = 0
	}
	gpu.ClusterSync()
	for i := 128*gpu.BlockIdx.X + t; i < 16384; i += 2048 {
		b := int(in[i]) % 1024
		gpu.AtomicAdd(gpu.MapShared(&counts[b%512], b/512), 1)
	}
	gpu.ClusterSync()
	for b := t; b < 512; b += 128 {
		gpu.AtomicAdd(&bins[512*gpu.ClusterRank()+b], counts[b])
	}
}

// binsOfOne has all bins in each block. Its blocks form clusters, too, and do not use that.
//
//gpu:cluster 4
func binsOfOne(bins, in []float32) {
	counts := gpu.Shared[[1024]float32]()
	t := gpu.ThreadIdx.X
	for b := t; b < 1024; b += 128 {
		counts[b] = 0
	}
	gpu.SyncThreads()
	for i := 128*gpu.BlockIdx.X + t; i < 16384; i += 2048 {
		gpu.AtomicAdd(&counts[int(in[i])%1024], 1)
	}
	gpu.SyncThreads()
	for b := t; b < 1024; b += 128 {
		gpu.AtomicAdd(&bins[b], counts[b])
	}
}

// binsOfNone counts in global memory.
//
//gpu:cluster 4
func binsOfNone(bins, in []float32) {
	for i := 128*gpu.BlockIdx.X + gpu.ThreadIdx.X; i < 16384; i += 2048 {
		gpu.AtomicAdd(&bins[int(in[i])%1024], 1)
	}
}
