package validation

// The part of the table of deviations that speaks of caches.

const (
	l1Hits     = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"
	l2Reads    = "lts__t_sectors_srcunit_tex_op_read.sum"
	l2Writes   = "lts__t_sectors_srcunit_tex_op_write.sum"
	l2Hits     = "lts__t_sectors_srcunit_tex_lookup_hit.sum"
	dramReads  = "dram__sectors_read.sum"
	dramWrites = "dram__sectors_write.sum"
	configSize = "launch__shared_mem_config_size"
)

var cacheDeviations = []deviation{
	{
		title: "Reads of several SMs that are joined on the way to L2",
		reason: "SMs of one group that read a sector at about the same time make one read of L2. What is the same time, the hardware decides by the cycle; " +
			"here it is as long as the first one waits for memory, or the few cycles measured for one that hits L2. SMs that barriers or common answers keep in step join more or fewer than they would on a device.",
		within: 0.45, some: true,
		cases: []string{"matmul_naive16_256", "matmul_naive32_256", "matmul_tiled16_256", "matmul_tiled32_256", "matmul_naive16_512", "matmul_naive32_512", "matmul_tiled16_512", "matmul_tiled32_512",
			"matmul_naive16_1024", "matmul_naive32_1024", "matmul_tiled16_1024", "matmul_tiled32_1024",
			"transform_f32_global", "transform_f64_global"},
		counters: []string{l2Reads, l2Hits},
	},
	{
		title: "Hits among joined reads", reason: "The reads themselves are within the tolerance, or few. Which of them found their sector depends on how long the first was under way.",
		within: 0.35, some: true, cases: []string{"filter_const_r1", "filter_const_r2", "filter_global_r1", "filter_global_r2", "shape_volume_1x64x1", "matmul_accumulate_32x4"}, counters: []string{l2Hits},
	},
	{
		title: "Blocks of one row of tiles that come together",
		reason: "Two blocks that stand beside each other in the grid read the same rows of a matrix. When both come to one SM while their tiles are in L1, its loads hit. " +
			"Which blocks meet depends on the cycles at which others end; on hardware 0.6 to 2.2 % of the loads hit.",
		some: true, cases: []string{"matmul_tiled16_512", "matmul_tiled16_1024", "matmul_tiled32_1024"}, counters: []string{l1Hits},
	},
	{
		title: "Sectors written in part that L2 writes back",
		reason: "Strided stores write a part of each sector. L2 keeps nearly all of it; the one megabyte that it writes back during the launch depends on how evenly its sets fill, " +
			"and on what the profiler left there.",
		cases: []string{"copy_stride_f32x4_8", "copy_stride_f32x4_32", "transpose_naive_2048"}, counters: []string{dramWrites},
	},
	{
		title:  "Local arrays that L2 does not quite hold",
		reason: "The local arrays take 34 MB, and copies of them the other part of L2. Walked round and round they find nothing in a least-recently-used cache that is too small; the device's L2 keeps a tenth.",
		within: 0.11, cases: []string{"local_big"}, counters: []string{l2Hits, dramReads},
	},
	{
		title: "Spilled registers in L2", reason: "nvcc stores more registers, and some twice (above).",
		cases: []string{"spill_minblocks2"}, counters: []string{l2Writes, l2Hits, dramWrites},
	},
	{
		title: "The driver's choice that no rule explains", reason: "The one of 728 launches in which shared memory is given room for 30 blocks, not for the 32 that are twice the resident ones.",
		cases: []string{"scan_tree_padded"}, counters: []string{configSize},
	},
}
