package gpusim_test

// This file tests listings: every instruction stands beside its line.

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

func listedSum(out []float32, n int) {
	i := gpu.ThreadIdx.X
	sum := float32(0)
	for k := range n {
		sum += out[k] * 2
	}
	out[i] = sum
}

func TestListing(t *testing.T) {
	dev := openNamed(t, "H200")
	l, err := dev.Listing(listedSum, gpusim.Config{Without: gpusim.PassRuntimeUnroll | gpusim.PassSchedule})
	if err != nil {
		t.Fatal(err)
	}
	instrs, branches := 0, 0
	for _, r := range l.Rows {
		instrs += len(r.Code)
		if r.Line == 0 || r.Where() == "" || r.Source == "" {
			t.Errorf("row without a line: %+v", r)
		}
		for _, code := range r.Code {
			if strings.Contains(code, "bra L") {
				branches++
			}
			if strings.Contains(code, "ld.global") && r.Source != "sum += out[k] * 2" {
				t.Errorf("%s stands beside %q", code, r.Source)
			}
			if strings.Contains(code, "st.global") && r.Source != "out[i] = sum" {
				t.Errorf("%s stands beside %q", code, r.Source)
			}
		}
	}
	k, err := gpusim.Compile(listedSum)
	if err != nil {
		t.Fatal(err)
	}
	if instrs < 8 || branches == 0 || len(l.Rows) < 4 || k.Name() != l.Kernel {
		t.Errorf("%d instructions of %s, %d branches, %d rows", instrs, l.Kernel, branches, len(l.Rows))
	}
	text := l.String()
	for _, want := range []string{"listedSum on H200", "sum += out[k] * 2", "│     ld.global.f32", "L0: entry"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
}
