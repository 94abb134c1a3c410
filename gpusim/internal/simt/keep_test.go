package simt

// This file tests predicated loads that leave the other lanes' results as they are.

import "testing"

// TestLoadsThatKeep loads in the lanes below n: consecutive elements, one element, and elements in another order.
// The other lanes keep -1, or -2 where the second register of a vector is loaded.
func TestLoadsThatKeep(t *testing.T) {
	const body = threadIndex + `
	setp.lt.s32 %p10, %r3, %r7;
	mov.f32 %f11, 0fBF800000;
	mov.f32 %f12, 0fC0000000;
	mad.wide.s64 %rd13, %r4, 4, %rd6;
	`
	const end = `
	add.f32 %f20, %f11, %f12;
	st.global.f32 out[%rd13], %f20;
	exit;`
	for name, x := range map[string]struct {
		load string
		want func(lane int) float32
	}{
		"consecutive": {"mad.wide.s64 %rd14, %r4, 4, %rd5;\n@%p10 keep ld.global.f32 %f11, in[%rd14];", func(i int) float32 { return float32(i) - 2 }},
		"one element": {"@%p10 keep ld.global.f32 %f11, in[%rd5+12];", func(int) float32 { return 3 - 2 }},
		"scattered":   {"xor.s32 %r15, %r3, 5;\nmad.wide.s32 %rd14, %r15, 4, %rd5;\n@%p10 keep ld.global.f32 %f11, in[%rd14];", func(i int) float32 { return float32(i^5) - 2 }},
		"pairs":       {"mad.wide.s64 %rd14, %r4, 8, %rd5;\n@%p10 keep ld.global.v2.f32 {%f11, %f12}, in[%rd14] align 8;", func(i int) float32 { return float32(4*i + 1) }},
	} {
		for _, n := range []int{0, 7, 32} {
			r := newRig(t, kernelOf(body+x.load+end)).with(make([]float32, 32), ramp(64), n)
			r.must()
			for i, got := range view[float32](r.arrays[0]) {
				want := float32(-3)
				if i < n {
					want = x.want(i)
				}
				if got != want {
					t.Errorf("%s, %d lanes: out[%d] = %v, want %v", name, n, i, got, want)
				}
			}
		}
	}
}
