package gpusim_test

// This file replaces the policy of the warp schedulers.

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/validation/cases"
)

// TestSchedulers: each policy gives another order of issue, so another time, but the
// results and the counters of instructions and accesses are the same.
func TestSchedulers(t *testing.T) {
	const name = "matmul_tiled16_128"
	c, ok := cases.Find(smallCases(), name)
	if !ok {
		t.Fatalf("the case %s is gone", name)
	}
	cycles := map[float64]arch.SchedulerPolicy{}
	var first *gpusim.Report
	for _, policy := range arch.SchedulerPolicies() {
		rep := launchCase(t, "H200", c, gpusim.Config{Settings: gpusim.Settings{Scheduler: policy}})
		if other := cycles[rep.Time.Cycles]; other != arch.DefaultPolicy {
			t.Errorf("%s and %s both take %v cycles", policy, other, rep.Time.Cycles)
		}
		cycles[rep.Time.Cycles] = policy
		if first == nil {
			first = rep
		}
		if !reflect.DeepEqual(rep.Outputs, first.Outputs) {
			t.Errorf("%s: results differ", policy)
		}
		for _, metric := range []string{"inst_executed", "gld_transactions", "shared_load_transactions"} {
			want, _ := first.Metric(metric)
			if got, ok := rep.Metric(metric); !ok || got != want {
				t.Errorf("%s: %s is %v, want %v", policy, metric, got, want)
			}
		}
	}
}

// TestSchedulerOfDevice: the default leaves the policy of the device.
func TestSchedulerOfDevice(t *testing.T) {
	dev := open(t)
	spec, err := dev.SpecWith(gpusim.Settings{})
	if err != nil || spec.Clock.Policy != dev.Spec().Clock.Policy {
		t.Errorf("got policy %v and error %v, want %v", spec.Clock.Policy, err, dev.Spec().Clock.Policy)
	}
}

func TestSchedulerRefused(t *testing.T) {
	_, err := open(t).SpecWith(gpusim.Settings{Scheduler: arch.NumSchedulerPolicies})
	refused(t, "no policy", err, diag.NoSetting, fmt.Sprintf("%d is no scheduler policy", arch.NumSchedulerPolicies), "arch.GreedyThenOldest")
	if _, err := arch.ParseSchedulerPolicy("oldest"); err == nil || !strings.Contains(err.Error(), "gtl, gto, lrr") {
		t.Errorf("oldest: got %v, want the names of all policies", err)
	}
	for _, p := range append(arch.SchedulerPolicies(), arch.DefaultPolicy) {
		if got, err := arch.ParseSchedulerPolicy(p.String()); err != nil || got != p {
			t.Errorf("%v: read as %v, error %v", p, got, err)
		}
	}
}
