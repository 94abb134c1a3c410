package gpusim

// This file sets a device: the width of its banks, how it divides the memory that L1
// and shared memory have in common, and how its schedulers choose.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

// Cache says how a kernel would have L1 and shared memory divide their memory.
type Cache = arch.CachePreference

// CacheNone leaves the division as it is. The other three prefer shared memory, L1, or
// equal shares. CarveoutLeast is a carve-out that leaves as much as can be to L1; CUDA
// calls it cudaSharedmemCarveoutMaxL1.
const (
	CacheNone     = arch.CacheNone
	CacheShared   = arch.CacheShared
	CacheL1       = arch.CacheL1
	CacheEqual    = arch.CacheEqual
	CarveoutLeast = arch.CarveoutLeast
)

// Settings are what a device can be set to, or be modelled with. The zero value changes nothing.
type Settings struct {
	Banks int // bytes of one bank before the next bank begins, 4 or 8; 0: as the device is
	Cache Cache
	// Carveout is how many percent of the most that an SM can have kernels would
	// have as shared memory, 1 to 100, or CarveoutLeast; the rest is L1. 0 leaves
	// it to the driver. Devices since cc 7.0 have it; a kernel that needs more gets more.
	// CUDA: cudaFuncAttributePreferredSharedMemoryCarveout.
	Carveout int
	// GlobalL1 lets L1 keep global loads, on devices where it does so only when
	// asked. CUDA: nvcc -Xptxas -dlcm=ca.
	GlobalL1 bool
	// PastL1 lets global loads pass L1 by. CUDA: nvcc -Xptxas -dlcm=cg; __ldcg.
	PastL1 bool
	// Scheduler is the policy by which warp schedulers choose a ready warp. No real device can
	// be set so.
	Scheduler arch.SchedulerPolicy
}

// SpecWith returns the description of the device with settings. The device itself
// stays as it is. The error is a Diagnostic when the device has no such setting.
func (d *Device) SpecWith(s Settings) (*arch.Spec, error) {
	if s == (Settings{}) {
		return d.spec, nil
	}
	if spec := d.variants[s]; spec != nil {
		return spec, nil
	}
	spec := *d.spec
	if err := setBanks(&spec, s.Banks); err != nil {
		return nil, err
	}
	if err := setCache(&spec, s.Cache); err != nil {
		return nil, err
	}
	if err := setCarveout(&spec, s.Carveout); err != nil {
		return nil, err
	}
	if err := setGlobalL1(&spec, s.GlobalL1); err != nil {
		return nil, err
	}
	if s.PastL1 {
		spec.Global.GlobalInL1 = false
	}
	if err := setScheduler(&spec, s.Scheduler); err != nil {
		return nil, err
	}
	d.variants[s] = &spec
	return &spec, nil
}

func setBanks(s *arch.Spec, width int) error {
	if width == 0 {
		return nil
	}
	if !slices.Contains(s.Shared.BankModes, width) {
		return noSetting(fmt.Sprintf("the banks of %s cannot be set to %d bytes", s.Name, width),
			func(o *arch.Spec) bool { return slices.Contains(o.Shared.BankModes, width) })
	}
	s.Shared.InterleaveBytes = width
	return nil
}

// setCache takes the preference for an order: a driver may overrule it for a
// kernel that needs more shared memory, here such a launch is refused.
func setCache(s *arch.Spec, c Cache) error {
	switch {
	case c == CacheNone:
		return nil
	case c >= arch.NumCachePreferences:
		return diag.Called(diag.Diagnostic{Code: diag.NoSetting, Message: fmt.Sprintf("%d is no division of the cache", c), Hint: "use CacheNone, CacheShared, CacheL1 or CacheEqual"})
	}
	bytes := s.Shared.Splits[c]
	if bytes == 0 {
		return noSetting(fmt.Sprintf("%s cannot divide its memory between L1 and shared memory as %q asks", s.Name, c),
			func(o *arch.Spec) bool { return o.Shared.Splits[c] > 0 })
	}
	s.Shared.PerSM = bytes
	s.Shared.PerBlock = min(s.Shared.PerBlock, bytes)
	s.Shared.PerBlockOptin = min(s.Shared.PerBlockOptin, bytes)
	return nil
}

func setCarveout(s *arch.Spec, percent int) error {
	switch {
	case percent == 0:
		return nil
	case !carves(s):
		return noSetting(s.Name+" has no carve-out", carves)
	case percent < CarveoutLeast || percent > 100:
		return diag.Called(diag.Diagnostic{
			Code:    diag.NoSetting,
			Message: fmt.Sprintf("a carve-out of %d percent is asked for", percent),
			Hint:    "it is 1 to 100 percent of what an SM can have as shared memory, or gpusim.CarveoutLeast",
		})
	}
	s.Shared.Carveout = percent
	return nil
}

// setGlobalL1 changes nothing on devices whose L1 keeps global loads anyway.
func setGlobalL1(s *arch.Spec, ask bool) error {
	able := func(s *arch.Spec) bool { return s.Global.GlobalInL1 || s.Global.GlobalL1OptIn }
	if !ask {
		return nil
	}
	if !able(s) {
		return noSetting(fmt.Sprintf("L1 of %s cannot keep global loads", s.Name), able)
	}
	s.Global.GlobalInL1 = true
	return nil
}

// setScheduler gives the warp schedulers a policy.
func setScheduler(s *arch.Spec, p arch.SchedulerPolicy) error {
	switch {
	case p == arch.DefaultPolicy:
		return nil
	case p >= arch.NumSchedulerPolicies:
		return diag.Called(diag.Diagnostic{Code: diag.NoSetting, Message: fmt.Sprintf("%d is no scheduler policy", p), Hint: "use a constant of package arch, such as arch.GreedyThenOldest"})
	}
	s.Clock.Policy = p
	return nil
}

// carves reports whether the driver of a device chooses how much of an SM's
// memory is shared memory.
func carves(s *arch.Spec) bool {
	return len(s.Shared.Configs) > 0 && s.Shared.Splits[arch.CacheNone] == 0
}

// noSetting refuses a setting and names the devices that have it.
func noSetting(message string, has func(*arch.Spec) bool) error {
	hint := "leave the setting out: no device has it"
	var names []string
	for i := range arch.Devices {
		if has(&arch.Devices[i]) {
			names = append(names, arch.Devices[i].Name)
		}
	}
	if len(names) > 0 {
		hint = "leave the setting out, or use " + strings.Join(names, " or ")
	}
	return diag.Called(diag.Diagnostic{Code: diag.NoSetting, Message: message, Hint: hint})
}
