//go:build !windows

package setup

// This file says how much space is left on a disk.

import "syscall"

// freeBytes returns the space that is left for this user on the disk that holds path,
// and whether it is known.
func freeBytes(path string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
