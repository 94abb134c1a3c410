package arch

// This file says which CUDA a device is programmed with.

// newestToolkit is the major version of the CUDA that the measurements were
// made with.
const newestToolkit = 13

// toolkits lists the last major versions of CUDA that compile for old compute
// capabilities, in ascending order (release notes of CUDA 7.0, 9.0, 11.0, 12.0
// and 13.0, which name what they drop).
var toolkits = []struct {
	upTo  CC
	major int
}{
	{CC{1, 3}, 6},
	{CC{2, 1}, 8},
	{CC{3, 0}, 10},
	{CC{3, 7}, 11},
	{CC{7, 2}, 12},
}

// Toolkit returns the major version of the last CUDA that supports a compute
// capability.
func (c CC) Toolkit() int {
	for _, t := range toolkits {
		if t.upTo.atLeast(c) {
			return t.major
		}
	}
	return newestToolkit
}
