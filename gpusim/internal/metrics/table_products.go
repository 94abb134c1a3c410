package metrics

// This file is the part of the table that speaks of products of matrices. A launch without them has no such rows.
// Counters of a GPU also count the half-precision products with which nvcc writes constants; these rows do not.

// counted is a number of what few launches do: it is absent where nothing was counted.
func counted(f func(*Tally) uint64) func(*Tally) ratio {
	return func(t *Tally) ratio {
		if n := f(t); n > 0 {
			return whole(n)
		}
		return ratio{}
	}
}

// countedOf is one field over some classes, absent where it is 0.
func countedOf(field func(Counts) uint64, classes ...Class) func(*Tally) ratio {
	return counted(func(t *Tally) uint64 { return field(t.of(classes...)) })
}

// ifAny is one field over a class, absent where no warp executed an instruction of the class.
func ifAny(field func(Counts) uint64, class Class) func(*Tally) ratio {
	return func(t *Tally) ratio {
		c := t.of(class)
		if c.Warps == 0 {
			return ratio{}
		}
		return whole(field(c))
	}
}

func warps(c Counts) uint64 { return c.Warps }

// productMetrics agree with the counters of h100/modern: mma with ldmatrix, wmma, wgmma and attention.
var productMetrics = []formula{
	{Name: "sm__inst_executed_pipe_tensor.sum", Group: groupTensor, Unit: "inst",
		Meaning: "Products that warps executed on tensor cores; each of the four warps of a wgmma counts.", counts: countedOf(warps, HalfProduct, ByteProduct, LongProduct, GroupProduct)},
	{Name: "sm__inst_executed_pipe_tensor_op_hmma.sum", Group: groupTensor, Unit: "inst",
		Meaning: "The same of floats with 32 bits and fewer.", counts: countedOf(warps, HalfProduct, GroupProduct)},
	{Name: "sm__inst_executed_pipe_tensor_op_imma.sum", Group: groupTensor, Unit: "inst",
		Meaning: "The same of integers.", counts: countedOf(warps, ByteProduct)},
	{Name: "sm__inst_executed_pipe_tensor_op_gmma.sum", Group: groupTensor, Unit: "inst",
		Meaning: "The same of four warps together (wgmma).", counts: countedOf(warps, GroupProduct)},
	{Name: "sm__pipe_tensor_cycles_active.sum", Group: groupTensor, Unit: "cycles",
		Meaning: "Cycles in which tensor cores computed, over all of them.", counts: counted(func(t *Tally) uint64 { return uint64(t.tensor[0]) })},
	{Name: "sm__pipe_tensor_op_hmma_cycles_active.sum", Group: groupTensor, Unit: "cycles",
		Meaning: "The same, of products of floats with 32 bits and fewer.", counts: counted(func(t *Tally) uint64 { return uint64(t.tensor[1]) })},
	{Name: "sm__sass_inst_executed_op_ldsm.sum", Group: groupTensor, Unit: "inst",
		Meaning: "Loads of matrices from shared memory (ldmatrix) that warps executed.", counts: countedOf(warps, MatrixLoad)},
	{Name: "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum", Group: groupTensor, Unit: "wavefronts",
		Meaning: "Passes over the banks that these loads took.", counts: countedOf(wavefronts, MatrixLoad)},
	{Name: "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum", Group: groupTensor, Unit: "wavefronts",
		Meaning: "Passes of these loads beyond one for each matrix.", counts: ifAny(conflicts, MatrixLoad)},
	{Name: "sm__sass_inst_executed_op_shared_stsm.sum", Group: groupTensor, Unit: "inst",
		Meaning: "Stores of matrices to shared memory (stmatrix) that warps executed.", counts: countedOf(warps, MatrixStore)},
	{Name: "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_stsm.sum", Group: groupTensor, Unit: "wavefronts",
		Meaning: "Passes of these stores beyond one for each matrix.", counts: ifAny(conflicts, MatrixStore)},
	{Name: "sm__sass_inst_executed_op_shared_gmma.sum", Group: groupTensor, Unit: "inst",
		Meaning: "Products of four warps with factors in shared memory: each warp counts.", counts: countedOf(warps, GroupProduct)},
	{Name: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum", Group: groupTensor, Unit: "wavefronts",
		Meaning: "Passes over the banks in which these products read their factors.", counts: countedOf(wavefronts, GroupProduct)},
	{Name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_gmma.sum", Group: groupTensor, Unit: "wavefronts",
		Meaning: "The same beyond what the factors' bytes need.", counts: ifAny(conflicts, GroupProduct)},
}
