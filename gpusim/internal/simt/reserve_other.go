//go:build !unix

package simt

// reservable reports whether the host gives the process more memory of a size. Here the
// host is not asked.
func reservable(int64) bool { return true }
