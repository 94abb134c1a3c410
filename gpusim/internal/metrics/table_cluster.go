package metrics

// This file is the part of the table that speaks of clusters. A launch without them has no such rows.

// inBlock is the accesses to a block's own shared memory, by instructions that have no other and by those that may leave it.
func inBlock(class, any Class) func(*Tally) ratio {
	return func(t *Tally) ratio { return whole(t.of(class).Accesses + t.of(any).Transactions) }
}

// inCluster is the bytes that loads, stores and atomics move between blocks: a sector each way, of loads and stores one
// (h100/modern: sum_cluster8, hist8192_cluster4, transpose_cluster4).
func inCluster(t *Tally) uint64 {
	once, twice := t.of(ClusterLoad, ClusterStore).Sectors, t.of(ClusterAtomic).Sectors
	return (once + 2*twice) * uint64(t.spec.Global.SectorBytes)
}

// bytesOf is the bytes that a class moves between blocks.
func bytesOf(class Class) func(*Tally) ratio {
	return counted(func(t *Tally) uint64 { return t.of(class).Sectors * uint64(t.spec.Global.SectorBytes) })
}

// inClusters is a number of a launch with clusters.
func inClusters(f func(*summed) int) func(*summed) ratio {
	return func(l *summed) ratio {
		if l.Cluster.Count() == 0 {
			return ratio{}
		}
		return size(f(l))
	}
}

var clusterMetrics = []formula{
	{Name: "launch__cluster_size", Group: groupLaunch, Unit: "blocks",
		Meaning: "Blocks in a cluster.", launch: inClusters(func(l *summed) int { return l.ClusterBlocks() })},
	{Name: "gpc__cgas_launched.sum", Group: groupLaunch, Unit: "clusters",
		Meaning: "Clusters in the grid.", launch: inClusters(func(l *summed) int { return l.Blocks() / l.ClusterBlocks() })},
	{Name: "sm__sass_inst_executed_op_dshared.sum", Group: groupDSM, Unit: "inst",
		Meaning: "Loads, stores and atomics of which at least one lane left its block.", counts: countedOf(requests, ClusterLoad, ClusterStore, ClusterAtomic)},
	{Name: "sm__sass_inst_executed_op_dshared_ld.sum", Group: groupDSM, Unit: "inst",
		Meaning: "Loads of which at least one lane left its block.", counts: countedOf(requests, ClusterLoad)},
	{Name: "sm__sass_inst_executed_op_dshared_st.sum", Group: groupDSM, Unit: "inst",
		Meaning: "Stores of which at least one lane left its block.", counts: countedOf(requests, ClusterStore)},
	{Name: "sm__sass_inst_executed_op_dshared_atom.sum", Group: groupDSM, Unit: "inst",
		Meaning: "Atomics of which at least one lane left its block.", counts: countedOf(requests, ClusterAtomic)},
	{Name: "l1tex__m_l1tex2xbar_write_bytes_mem_dshared.sum", Group: groupDSM, Unit: "bytes",
		Meaning: "Bytes that SMs sent to the shared memory of others, or answered.", counts: counted(inCluster)},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", Group: groupDSM, Unit: "bytes",
		Meaning: "The same as they arrive.", counts: counted(inCluster)},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_ld.sum", Group: groupDSM, Unit: "bytes",
		Meaning: "Of these, the bytes of loads.", counts: bytesOf(ClusterLoad)},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_dshared_op_st.sum", Group: groupDSM, Unit: "bytes",
		Meaning: "Of these, the bytes of stores.", counts: bytesOf(ClusterStore)},
}
