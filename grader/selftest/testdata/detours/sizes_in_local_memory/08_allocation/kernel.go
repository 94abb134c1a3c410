// Package allocation copies the sizes into an array of the thread and adds them up again and
// again there.
package allocation

// Place reads each size once from global memory.
func Place(offsets, sizes []int32, n, align int) { // want anywhere `load requests, but \d+ warp instructions`
	var own [512]int32
	unit := int32(align)
	for i := range n {
		own[i] = (sizes[i] + unit - 1) / unit * unit
	}
	for i := range n {
		at := int32(0)
		for j := range i {
			at += own[j]
		}
		offsets[i] = at
	}
}
