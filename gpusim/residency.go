package gpusim

// This file is which lines a launch asks L2 to keep.

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/trace"
)

// AccessProperty is what L2 does with the lines of an access. CUDA: cudaAccessProperty.
type AccessProperty int

// The properties.
const (
	Normal     AccessProperty = iota // the least recently used line goes first
	Streaming                        // the line goes before others
	Persisting                       // the line stays as long as the set-aside has room
)

// AccessWindow is a part of memory whose accesses have a property: HitRatio of its lines have the
// property Hit, the others Miss. CUDA: cudaAccessPolicyWindow.
type AccessWindow struct {
	Base      DevicePtr
	Bytes     int // 0: there is no window
	HitRatio  float32
	Hit, Miss AccessProperty
}

// priorities are those of package trace by property.
var priorities = map[AccessProperty]trace.Priority{Normal: trace.EvictNormal, Streaming: trace.EvictFirst, Persisting: trace.EvictLast}

// residency is what the launch asks of L2. A ratio counts whole sixteenths, rounded up beyond the
// next one (h100/cache.txt: half of a window is nine sixteenths).
func (c *Config) residency() cache.Residency {
	r := cache.Residency{SetAside: c.SetAside}
	w := c.Window
	if w.Bytes <= 0 {
		return r
	}
	const sixteen = 16
	p := trace.Policy{Primary: priorities[w.Hit]}
	if n := int(sixteen*min(max(w.HitRatio, 0), 1)) + 1; n < sixteen {
		p.Secondary, p.Sixteenths = priorities[w.Miss], uint8(n)
	}
	r.Window = cache.Window{Base: uint64(w.Base), Bytes: uint64(w.Bytes), Policy: p}
	return r
}
