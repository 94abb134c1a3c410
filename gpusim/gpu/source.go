package gpu

// This file hands the package's own text to the kernel compiler, which
// type-checks kernels against it. No other file imports embed.

import "embed"

// Source holds the Go files of this package, tests aside.
//
//go:embed atomic.go barrier.go box.go cluster.go copies.go gpu.go math.go matrix.go memory.go source.go sync.go texture.go vector.go warp.go
var Source embed.FS
