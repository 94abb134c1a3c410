package mem

// This file sorts the requests of a window.

// order sorts requests by the cycle in which they were sent, and within a cycle by SM. It is
// a counting sort by cycle.
type order struct {
	first []int32 // by cycle of the window
	list  []sent
}

// sent is the index of a request.
type sent struct{ sm, request int32 }

// sort returns the requests of the SMs in order. A few of them are sent after the window's end.
func (o *order) sort(sms [][]Request, from, window int64) []sent {
	cells := int(2*window) + 1
	o.first = append(o.first[:0], make([]int32, cells+1)...)
	cell := func(r *Request) int { return int(min(max(r.At>>TickBits-from, 0), int64(cells-1))) }
	n := 0
	for i := range sms {
		n += len(sms[i])
		for j := range sms[i] {
			o.first[cell(&sms[i][j])+1]++
		}
	}
	for i := range cells {
		o.first[i+1] += o.first[i]
	}
	o.list = append(o.list[:0], make([]sent, n)...)
	for i := range sms {
		for j := range sms[i] {
			c := cell(&sms[i][j])
			o.list[o.first[c]] = sent{int32(i), int32(j)}
			o.first[c]++
		}
	}
	return o.list
}
