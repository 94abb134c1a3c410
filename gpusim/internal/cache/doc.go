// Package cache holds the caches of a device, from L1 to DRAM, and counts what hits and what
// misses in them.
//
// State: each SM has an L1, a read-only cache and two levels of constant caches; each GPC
// has an L2 request coalescer; the chip has an L2 of one or several partitions. A
// Hierarchy joins them. SMCaches.Access plays an access in the caches of its SM and returns
// requests for L2; Hierarchy.L2Access plays such a request, in the order and at the times
// that its caller gives. Hierarchy.Queue and Serve do both, for callers that need no times.
//
// Units: a line has a number, its address divided by its bytes; sets of sectors are
// masks with bit 0 for the lowest address; times are whatever the caller counts in.
//
// Invariants: the result depends on the order of accesses alone. A sector that a load
// misses is valid from then on: a caller that keeps time delays later hits until the data
// arrive.
//
// Not modelled: instruction fetch, kernel parameters, address translation, atomics on host
// memory, prefetches of single lines, discards, priorities of lines in L1.
package cache
