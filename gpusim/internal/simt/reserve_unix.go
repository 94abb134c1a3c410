//go:build unix

package simt

// This file asks the host for memory before Go does, which ends the process when there is
// none.

import "syscall"

const (
	probedBytes = 64 << 20 // a smaller allocation is not asked for
	heapSlack   = 64 << 20 // what Go's heap takes beside an allocation, at most
)

// reservable reports whether the host gives the process more address space of a size. It
// does not where the process has a limit (ulimit -v).
func reservable(bytes int64) bool {
	if bytes < probedBytes {
		return true
	}
	probe, err := syscall.Mmap(-1, 0, int(bytes+heapSlack), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return syscall.Munmap(probe) == nil
}
