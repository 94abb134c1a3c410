package ptx

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// measuredPolicy is a row of cache.txt: a policy, its share and its word.
var measuredPolicy = regexp.MustCompile(`(?m)^policy_(evict_[a-z]+?)(?:_(evict_first))?_([0-9.]+) 0x([0-9a-f]+) word`)

// TestPolicies compares the words of policies with those that an H100 makes.
func TestPolicies(t *testing.T) {
	rows, err := os.ReadFile("../../validation/h100/cache.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := measuredPolicy.FindAllStringSubmatch(string(rows), -1)
	if len(list) == 0 {
		t.Fatal("no row")
	}
	for _, row := range list {
		mods := "L2::" + row[1]
		if row[2] != "" {
			mods += ".L2::" + row[2]
		}
		want, err := strconv.ParseUint(row[4], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, err := body(t, fmt.Sprintf("ld.param.u64 %%d1, [out]; createpolicy.fractional.%s.b64 %%d2, %s; st.global.u64 [%%d1], %%d2; ret;", mods, row[3]))
		if m := stored.FindStringSubmatch(got); err != nil || m == nil || m[1] != "0x"+strconv.FormatUint(want, 16) {
			t.Errorf("%s: %v, want %x, in\n%s", row[0], err, want, got)
		}
	}
}

// TestPolicyInLoop: a policy that is made before a loop is known in it.
func TestPolicyInLoop(t *testing.T) {
	got, err := body(t, "ld.param.u64 %d1, [out]; ld.param.u32 %r1, [n]; createpolicy.fractional.L2::evict_first.b64 %d2, 1.0; LOOP: ld.global.L2::cache_hint.u32 %r2, [%d1], %d2; st.global.u32 [%d1+4], %r2; add.u32 %r1, %r1, -1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP; ret;")
	if err != nil || !strings.Contains(got, "ld.global.evict_first.u32 ") {
		t.Errorf("%v in\n%s", err, got)
	}
}

// TestHints: operators and policies of accesses become hints.
func TestHints(t *testing.T) {
	for access, want := range map[string]string{
		"ld.global.u32 %r1, [%d1];":                           "ld.global.u32 ",
		"ld.global.ca.u32 %r1, [%d1];":                        "ld.global.u32 ",
		"ld.global.cg.u32 %r1, [%d1];":                        "ld.global.past_l1.u32 ",
		"ld.global.cs.u32 %r1, [%d1];":                        "ld.global.once.u32 ",
		"ld.global.lu.u32 %r1, [%d1];":                        "ld.global.found_l1.once.u32 ",
		"ld.global.cv.u32 %r1, [%d1];":                        "ld.volatile.global.u32 ",
		"ld.global.L1::no_allocate.u32 %r1, [%d1];":           "ld.global.found_l1.once.u32 ",
		"ld.global.L1::evict_last.u32 %r1, [%d1];":            "ld.global.u32 ",
		"ld.relaxed.cta.global.u32 %r1, [%d1];":               "ld.volatile.global.in_l1.u32 ",
		"ld.relaxed.gpu.global.u32 %r1, [%d1];":               "ld.volatile.global.u32 ",
		"ld.global.L2::cache_hint.u32 %r1, [%d1], %d2;":       "ld.global.evict_last_4_evict_unchanged.u32 ",
		"st.global.L2::cache_hint.u32 [%d1], %r1, %d2;":       "st.global.evict_last_4_evict_unchanged.u32 ",
		"st.global.cs.u32 [%d1], %r1;":                        "st.global.once.u32 ",
		"st.global.wt.u32 [%d1], %r1;":                        "st.global.u32 ",
		"ld.global.nc.L1::no_allocate.u32 %r1, [%d1];":        "ld.global.nc.found_l1.once.u32 ",
		"ld.global.L1::evict_first.v2.u32 {%r1, %r2}, [%d1];": "ld.global.once.v2.u32 ",
	} {
		got, err := body(t, "ld.param.u64 %d1, [out]; createpolicy.fractional.L2::evict_last.b64 %d2, 0.25; "+access+" st.global.u32 [%d1+4], %r1; st.global.u32 [%d1+8], %r2; ret;")
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %v, want %q in\n%s", access, err, want, got)
		}
	}
}
