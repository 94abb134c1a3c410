// Package cache models the caches of a device: which lines they hold, and which sectors of an
// access hit.
//
// State: each SM has an L1, a read-only cache and two levels of constant caches; a cluster
// of SMs has an L2 request coalescer; the chip has an L2 of one or several partitions. All
// are made of one Cache: sets of sectored lines with least-recently-used replacement. A
// Hierarchy joins them. SMCaches.Access plays an access in the caches of its SM and returns
// requests for L2; Hierarchy.L2Access plays those behind the SMs, in the order and at the
// times that its caller gives. Hierarchy.Access does both at once, for callers that need
// counts but no times.
//
// Units: lines are numbered by address divided by the bytes of a line; sets of sectors are
// masks with bit 0 for the lowest address; times are whatever the caller counts in.
//
// Invariants: the result depends on the order of accesses alone. A sector that a load
// misses is valid from then on: who keeps time must delay later hits until the data arrive.
//
// Not modelled: instruction fetch, kernel parameters, address translation, atomics on host
// memory.
package cache
