package gpu

// This file hands the package's own text to the kernel compiler, which
// type-checks kernels against it. No other file imports embed.

import "embed"

// Source holds the Go files of this package.
//
//go:embed *.go
var Source embed.FS
