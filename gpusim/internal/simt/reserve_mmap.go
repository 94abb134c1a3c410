//go:build linux || darwin

package simt

// This file reserves address space of the host, which takes memory only where it is touched.

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Sparse says that a large allocation takes memory of the host only where it is touched.
const Sparse = true

// reserve returns zeroed memory outside of Go's heap. The host does not count it before it is
// touched, so that an array may be larger than the host's memory. It fails where the process has a limit
// (ulimit -v).
func reserve(bytes int) (*reservation, error) {
	data, err := unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	return &reservation{data: data}, nil
}

// clear gives the memory that was touched back to the host. The address space stays. It reports whether what was there is
// zero now: macOS may keep it.
func (r *reservation) clear() bool {
	return unix.Madvise(r.data, unix.MADV_DONTNEED) == nil && runtime.GOOS == "linux"
}

// unmap gives the address space back. Nobody may use it any more.
func (r *reservation) unmap() { _ = unix.Munmap(r.data) }
