package coalesce

// This file lays the local memory of a warp's threads out in device memory.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// pieces is how many words of local memory one lane's access takes.
func pieces(s *arch.Spec, a *trace.Access) int {
	return max(1, a.Bytes/s.Local.WordBytes)
}

// LocalWord returns word p of a local access as the device makes it: word w of
// lane l lies at (w·WarpSize + l)·WordBytes of the warp's share, so that lanes
// using the same word of their own memory use neighbouring words of the
// device's. The addresses of the result are offsets in that share.
func LocalWord(s *arch.Spec, a *trace.Access, p int) (trace.Access, trace.Lanes) {
	var at trace.Lanes
	word := uint64(s.Local.WordBytes)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		off := a.Lane(i) + uint64(p)*word
		at[i] = (off/word*uint64(s.WarpSize)+uint64(i))*word + off%word
	}
	w := *a
	w.Bytes, w.Addr = a.Bytes/pieces(s, a), nil
	return w, at
}

// coalesceLocal appends the transactions of a local access, word by word.
func coalesceLocal(s *arch.Spec, a *trace.Access, dst []trace.Transaction) []trace.Transaction {
	for p := range pieces(s, a) {
		w, at := LocalWord(s, a, p)
		w.Addr, w.Space = &at, ir.Local
		dst = coalesce(s, &w, dst)
	}
	return dst
}
