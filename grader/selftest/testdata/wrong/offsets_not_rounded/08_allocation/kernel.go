// The next request begins right behind this one.
package allocation

func Place(offsets, sizes []int32, n, align int) {
	at := int32(0)
	for i := range n {
		offsets[i] = at // want `wrong result`
		at += sizes[i]
	}
}
