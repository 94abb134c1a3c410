package metrics

import (
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// This file is the part of the table that speaks of the host's memory. Its rows
// are absent where a kernel reaches none.

// ofHost is a formula over what kernels did with the host's memory.
func ofHost(field func(trace.CacheCounts) uint64) func(*Tally) ratio {
	return func(t *Tally) ratio {
		if c := t.caches(); c.HostReads+c.HostWrites == 0 {
			return ratio{}
		}
		return behind(field)(t)
	}
}

// hostMetrics are what zero-copy costs.
var hostMetrics = []formula{
	{Name: "lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum", NVProf: []string{"sysmem_read_transactions"}, Group: groupHost, Unit: "sectors",
		Meaning: "Sectors of the host's memory that kernels read; L2 keeps none of them.", counts: ofHost(func(c trace.CacheCounts) uint64 { return c.HostReads })},
	{Name: "lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum", NVProf: []string{"sysmem_write_transactions"}, Group: groupHost, Unit: "sectors",
		Meaning: "Sectors of the host's memory that kernels wrote to.", counts: ofHost(func(c trace.CacheCounts) uint64 { return c.HostWrites })},
	{Name: "pcie__read_bytes.sum", NVProf: []string{"pcie_total_data_received"}, Group: groupHost, Unit: "bytes",
		Short: "read from the host", Card: report.IfLargest,
		Meaning: "Bytes that PCIe brought for them, headers included.", counts: ofHost(func(c trace.CacheCounts) uint64 { return c.BusReadBytes })},
	{Name: "pcie__write_bytes.sum", NVProf: []string{"pcie_total_data_transmitted"}, Group: groupHost, Unit: "bytes",
		Short: "written to the host", Card: report.IfLargest,
		Meaning: "Bytes that PCIe took for them, headers included.", counts: ofHost(func(c trace.CacheCounts) uint64 { return c.BusWrittenBytes })},
}
