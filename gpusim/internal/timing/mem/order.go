package mem

// This file puts the requests of a window in order.

// order is the requests of a window by the cycle at which they were sent; those of one
// cycle by SM.
type order struct {
	first []int32 // by cycle of the window
	list  []sent
}

// sent is where a request stands.
type sent struct{ sm, request int32 }

// sort puts the requests of the SMs in order: a counting sort by cycles, which reach a
// little beyond the window.
func (o *order) sort(sms [][]Request, from, window int64) []sent {
	cells := int(2*window) + 1
	o.first = append(o.first[:0], make([]int32, cells+1)...)
	cell := func(r *Request) int { return int(min(max(r.At>>TickBits-from, 0), int64(cells-1))) }
	n := 0
	for i := range sms {
		for j := range sms[i] {
			o.first[cell(&sms[i][j])+1]++
			n++
		}
	}
	for i := range cells {
		o.first[i+1] += o.first[i]
	}
	if cap(o.list) < n {
		o.list = make([]sent, n, 2*n)
	}
	o.list = o.list[:n]
	for i := range sms {
		for j := range sms[i] {
			c := cell(&sms[i][j])
			o.list[o.first[c]] = sent{int32(i), int32(j)}
			o.first[c]++
		}
	}
	return o.list
}
