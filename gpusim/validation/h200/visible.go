package h200

// This file reads the profiled launches of visible.json, unseen_kernels.json and unseen_launches.json.

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

//go:embed cases/visible.json cases/unseen_kernels.json cases/unseen_launches.json blind/blind.json
var tables embed.FS

// Profile is one profiled launch.
type Profile struct {
	Case    string             `json:"case"`
	Kernel  string             `json:"kernel"` // the C++ name
	Config  string             `json:"config"` // "grid=1024x1x1 block=256x1x1 smem=0 offset=1"
	Metrics map[string]float64 `json:"metrics"`
	// Microseconds is the median time of 21 successive launches without the profiler, with
	// warm caches. It includes the overhead of a launch.
	Microseconds float64 `json:"warm_us_median"`
}

var profiles = sync.OnceValue(func() []Profile {
	return ReadProfiles(tables, "cases/visible.json", "cases/unseen_kernels.json", "cases/unseen_launches.json")
})

// ReadProfiles reads the profiled launches of files. It panics if a file is damaged.
func ReadProfiles(tables embed.FS, names ...string) (list []Profile) {
	for _, name := range names {
		text, err := tables.ReadFile(name)
		var file struct{ Cases []Profile }
		if err := errors.Join(err, json.Unmarshal(text, &file)); err != nil {
			panic(fmt.Sprintf("BUG: %s: %v", name, err))
		}
		list = append(list, file.Cases...)
	}
	return list
}

// Profiles returns the profiled launches in the order of the tables.
func Profiles() []Profile { return profiles() }

// Blind returns the profiled launches of the folder blind. Their Case is the name of a file.
func Blind() []Profile { return ReadProfiles(tables, "blind/blind.json") }

// Measured returns the profiled launch of a case. It panics if there is none.
func Measured(name string) Profile {
	for _, p := range Profiles() {
		if p.Case == name {
			return p
		}
	}
	panic(fmt.Sprintf("h200: no case is called %q", name))
}
