//go:build !js

package task

// This file holds the Go files of all tasks.

import "embed"

//go:embed _code
var code embed.FS
