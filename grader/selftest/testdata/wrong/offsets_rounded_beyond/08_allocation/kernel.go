// A size that is a multiple already gets a unit more.
package allocation

func Place(offsets, sizes []int32, n, align int) {
	unit, at := int32(align), int32(0)
	for i := range n {
		offsets[i] = at // want `offsets\[1\] has a wrong value`
		at += (sizes[i]/unit + 1) * unit
	}
}
