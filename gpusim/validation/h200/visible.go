package h200

// This file reads the profiled launches of visible.json.

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed visible.json
var visibleJSON []byte

// Profile is one profiled launch.
type Profile struct {
	Case    string             `json:"case"`
	Kernel  string             `json:"kernel"` // the C++ name
	Config  string             `json:"config"` // "grid=1024x1x1 block=256x1x1 smem=0 offset=1"
	Metrics map[string]float64 `json:"metrics"`
}

var profiles = sync.OnceValue(func() []Profile {
	var file struct{ Cases []Profile }
	if err := json.Unmarshal(visibleJSON, &file); err != nil {
		panic(fmt.Sprintf("BUG: visible.json: %v", err))
	}
	return file.Cases
})

// Profiles returns the profiled launches in the order they were made.
func Profiles() []Profile { return profiles() }
