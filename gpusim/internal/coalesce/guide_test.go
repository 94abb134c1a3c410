package coalesce

// This file says the rules of cc 1.0 to 3.x a second time, in the words of the
// CUDA C Programming Guide and with its numbers. It reads no Spec and uses
// nothing of the package: the device is only known by its compute capability.

import (
	"slices"

	"gpucourse/gpusim/trace"
)

// guideAccess is one access of a warp as the guide speaks of it: addresses in
// the order of the threads, and whether each is active.
type guideAccess struct {
	size    int // bytes of a thread's word
	store   bool
	active  [32]bool
	address [32]int
}

func guided(a *trace.Access) (g guideAccess) {
	g.size, g.store = a.Bytes, a.Kind == trace.Store
	for i := range 32 {
		if g.active[i] = a.Active.Has(i); g.active[i] {
			g.address[i] = int(a.Lane(i))
		}
	}
	return g
}

// threads lists the active threads from first to first+n−1.
func (g *guideAccess) threads(first, n int) (ids []int) {
	for i := first; i < first+n; i++ {
		if g.active[i] {
			ids = append(ids, i)
		}
	}
	return ids
}

// guideMove is one memory transaction.
type guideMove struct{ at, bytes int }

// guideGlobal returns the memory transactions of a global access, request by
// request, and the number of requests.
func guideGlobal(major, minor int, g *guideAccess) (moves []guideMove, requests int) {
	per, rule := 32, guideLines
	switch {
	case major == 1 && minor < 2: // F.3.2: one request for each half-warp
		per, rule = 16, guideSequence
	case major == 1:
		per, rule = 16, guideSegments
	default: // F.4.2: separate 128-byte requests when words have more than 4 bytes
		if g.size > 4 {
			per = 128 / g.size
		}
		if g.store || major == 3 { // in L2 only
			rule = guideL2
		}
	}
	for first := 0; first < 32; first += per {
		if ids := g.threads(first, per); len(ids) > 0 {
			moves = append(moves, rule(g, ids)...)
			requests++
		}
	}
	return moves, requests
}

// guideSequence is F.3.2.1. For 16-byte words versions up to 2.3 ask for one
// segment of 256 bytes, later ones for two segments of 128 that follow each
// other; the older and stricter wording is taken.
func guideSequence(g *guideAccess, ids []int) (moves []guideMove) {
	transactions := map[int][]int{4: {64}, 8: {128}, 16: {128, 128}}[g.size]
	segment := map[int]int{4: 64, 8: 128, 16: 256}[g.size]
	ok := segment != 0
	for _, k := range ids {
		ok = ok && g.address[k]%segment == k%16*g.size && g.address[k]/segment == g.address[ids[0]]/segment
	}
	if !ok {
		for _, k := range ids {
			moves = append(moves, guideMove{g.address[k] / 32 * 32, 32})
		}
		return moves
	}
	at := g.address[ids[0]] / segment * segment
	for _, bytes := range transactions {
		moves = append(moves, guideMove{at, bytes})
		at += bytes
	}
	return moves
}

// guideSegments is F.3.2.2.
func guideSegments(g *guideAccess, ids []int) (moves []guideMove) {
	for len(ids) > 0 {
		// Find the segment of the active thread with the lowest ID.
		bytes := 128
		if g.size == 1 {
			bytes = 32
		} else if g.size == 2 {
			bytes = 64
		}
		at := g.address[ids[0]] / bytes * bytes
		// Find all other active threads whose address lies in it.
		var used []int
		var rest []int
		for _, k := range ids {
			if g.address[k] >= at && g.address[k] < at+bytes {
				used = append(used, g.address[k])
			} else {
				rest = append(rest, k)
			}
		}
		// Reduce the size from 128 to 64, then from 64 to 32, if only one half is used.
		for _, from := range []int{128, 64} {
			if bytes != from {
				continue
			}
			half := at + from/2
			low := slices.ContainsFunc(used, func(addr int) bool { return addr < half })
			high := slices.ContainsFunc(used, func(addr int) bool { return addr+g.size > half })
			if low != high {
				bytes = from / 2
				if high {
					at = half
				}
			}
		}
		moves = append(moves, guideMove{at, bytes})
		ids = rest
	}
	return moves
}

// guideLines is F.4.2 for what L1 and L2 cache: 128-byte transactions.
func guideLines(g *guideAccess, ids []int) []guideMove { return guidePieces(g, ids, 128) }

// guideL2 is F.4.2 for what L2 alone caches: 32-byte transactions.
func guideL2(g *guideAccess, ids []int) []guideMove { return guidePieces(g, ids, 32) }

// guidePieces is one transaction for each aligned piece that a thread uses.
func guidePieces(g *guideAccess, ids []int, bytes int) (moves []guideMove) {
	for _, k := range ids {
		m := guideMove{g.address[k] / bytes * bytes, bytes}
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	slices.SortFunc(moves, func(a, b guideMove) int { return a.at - b.at })
	return moves
}

// guideShared returns the ways of bank conflicts of each request that a shared
// access is served in: 1 is none. mode is the width of the banks on cc 3.x.
func guideShared(major, mode int, g *guideAccess) (ways []int) {
	switch major {
	case 1:
		return guideShared1(g)
	case 2:
		return guideShared2(g)
	}
	per := 32 // a bank gives 64 bits a clock cycle: at most 256 bytes of all banks
	if g.size == 16 {
		per = 16
	}
	for first := 0; first < 32; first += per {
		if ids := g.threads(first, per); len(ids) > 0 {
			ways = append(ways, guideShared3(mode, g, ids))
		}
	}
	return ways
}

// guideShared1 is F.3.3: half-warps, and 32-bit requests for longer words.
func guideShared1(g *guideAccess) (ways []int) {
	for word := 0; word < max(1, g.size/4); word++ {
		for _, first := range []int{0, 16} {
			var addresses []int
			for _, k := range g.threads(first, 16) {
				addresses = append(addresses, g.address[k]+4*word)
			}
			switch {
			case len(addresses) == 0:
			case g.store:
				ways = append(ways, guideBusiest(addresses, func(addr int) (int, int) { return addr / 4 % 16, addr }))
			default:
				ways = append(ways, guideBroadcast(addresses))
			}
		}
	}
	return ways
}

// guideBroadcast is the procedure of F.3.3.2. The choices that the guide leaves
// open fall on the lowest thread.
func guideBroadcast(addresses []int) (steps int) {
	for ; len(addresses) > 0; steps++ {
		broadcast := addresses[0] / 4
		var banks, later []int
		for _, addr := range addresses {
			word, bank := addr/4, addr/4%16
			switch {
			case word == broadcast:
			case bank != broadcast%16 && !slices.Contains(banks, bank):
				banks = append(banks, bank)
			default:
				later = append(later, addr)
			}
		}
		addresses = later
	}
	return steps
}

// guideShared2 is F.4.3: 32-bit words by warp, 64-bit words by half-warp,
// 128-bit words by quarter-warp, these with one added.
func guideShared2(g *guideAccess) (ways []int) {
	per, added := 32, 0
	switch g.size {
	case 8:
		per = 16
	case 16:
		per, added = 8, 1
	}
	for first := 0; first < 32; first += per {
		var words []int // the first of each thread's
		for _, k := range g.threads(first, per) {
			words = append(words, g.address[k]/4)
		}
		if len(words) > 0 {
			ways = append(ways, added+guideBusiest(words, func(word int) (int, int) { return word % 32, word }))
		}
	}
	return ways
}

// guideShared3 is F.5.3. In 64-bit mode threads meet in a bank without a
// conflict in the same 64-bit word; in 32-bit mode in the same 32-bit word, or
// in words i and i+32 of one aligned segment of 64 words.
func guideShared3(mode int, g *guideAccess, ids []int) int {
	var words []int // of the mode's width, all that are used
	for _, k := range ids {
		for b := 0; b < max(g.size, mode); b += mode {
			if word := g.address[k]/mode + b/mode; !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return guideBusiest(words, func(word int) (int, int) { return word % 32, word * mode / 256 })
}

// guideBusiest is the most distinct things that any bank must give: place says
// in which bank an address lies, and what of the bank it is.
func guideBusiest(addresses []int, place func(int) (bank, what int)) (most int) {
	var banks [32][]int
	for _, addr := range addresses {
		bank, what := place(addr)
		if !slices.Contains(banks[bank], what) {
			banks[bank] = append(banks[bank], what)
			most = max(most, len(banks[bank]))
		}
	}
	return most
}
