package cache

// This file is the L2 request coalescer of a cluster of SMs.

import "gpucourse/gpusim/internal/hash"

// requestCoalescer stands between the SMs of a cluster (GPC) and L2. A read joins a
// pending read of the same sectors of the same line, so that L2 looks the line up once for
// up to limit reads.
//
// A read that misses in L2 is pending until its data arrive. A read that hits is pending
// for about a hundred cycles; the caller of Hierarchy.Reply decides.
type requestCoalescer struct {
	limit   int           // 0: the device has no coalescer
	entries []pendingRead // by a hash of the line; nil before the first read
}

// pendingRead is the reads of one line that L2 looks up once.
type pendingRead struct {
	line    uint64
	ready   uint64 // when the data arrive
	until   uint64 // when the read is no longer pending
	sectors uint32
	reads   int32
	fetched bool // from DRAM
}

// pendingReads is how many reads a coalescer keeps. A newer read replaces an older one
// that has the same hash.
const pendingReads = 1 << 11

// unanswered is the end of a read that has no reply yet.
const unanswered = 1<<64 - 1

func (k *requestCoalescer) entry(line uint64) *pendingRead {
	if k.entries == nil {
		k.entries = make([]pendingRead, pendingReads)
	}
	return &k.entries[hash.Mix(line)%pendingReads]
}

// read reports whether a read joins a pending one. A read that does not join goes to L2.
func (k *requestCoalescer) read(now, line uint64, sectors uint32) (e *pendingRead, joined bool) {
	e = k.entry(line)
	switch {
	case e.line != line || now >= e.until || e.sectors != sectors:
		*e = pendingRead{line: line, until: unanswered, sectors: sectors, reads: 1}
		return e, false
	case int(e.reads) >= k.limit:
		e.reads = 1
		return e, false
	}
	e.reads++
	return e, true
}

// reply says whether a read hit in L2, when its data arrive and until when it is pending.
// A hit does not shorten a miss of the same line.
func (k *requestCoalescer) reply(line uint64, hit bool, ready, until uint64) {
	e := k.entry(line)
	if !hit || !e.fetched {
		e.fetched, e.ready, e.until = !hit, ready, until
	}
}
