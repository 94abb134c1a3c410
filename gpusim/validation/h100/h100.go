// Package h100 reads the launches that were profiled on an NVIDIA H100, and compares the
// simulator with what other small programs measured there.
package h100

import (
	"embed"
	"sync"

	"gpucourse/gpusim/validation/h200"
)

//go:embed visible.json
var tables embed.FS

var profiles = sync.OnceValue(func() []h200.Profile { return h200.ReadProfiles(tables, "visible.json") })

// Profiles returns the profiled launches in the order of the table.
func Profiles() []h200.Profile { return profiles() }
