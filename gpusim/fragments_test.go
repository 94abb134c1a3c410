package gpusim_test

// This file uses fragments of wmma as what they are, and as other ones.

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// fragmentKernel has places for the registers of a and of b, for the layout that the product takes a for, and for the shape of
// the matrix that is stored.
const fragmentKernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry product(.param .u64 out, .param .u64 in) {
	.reg .b32 %%a<8>, %%b<8>, %%s<8>;
	.reg .f32 %%f<8>, %%one;
	.reg .b64 %%to, %%from;
	ld.param.u64 %%to, [out];
	ld.param.u64 %%from, [in];
	wmma.load.a.sync.aligned.row.m16n16k16.f16 {%[5]s}, [%%from];
	wmma.load.b.sync.aligned.col.m16n16k16.f16 {%[6]s}, [%%from];
	wmma.load.c.sync.aligned.row.m16n16k16.f32 {%[7]s}, [%%to];
	wmma.mma.sync.aligned.%[3]s.col.m16n16k16.f32.f32 {%[7]s}, {%[1]s}, {%[2]s}, {%[7]s};
	add.f32 %%f0, %%f0, 0f3f800000;
	wmma.store.d.sync.aligned.row.%[4]s.f32 [%%to], {%[7]s};
	ret;
}
`

func TestMixedFragments(t *testing.T) {
	registers := func(prefix string) string {
		var list []string
		for i := range 8 {
			list = append(list, fmt.Sprintf("%%%s%d", prefix, i))
		}
		return strings.Join(list, ", ")
	}
	a, b, f := registers("a"), registers("b"), registers("f")
	for _, c := range []struct{ a, b, layout, shape, says string }{
		{a, b, "row", "m16n16k16", ""},
		{b, a, "row", "m16n16k16", "matrix_b of 16x16x16, col_major"},
		{a, b, "col", "m16n16k16", "used as matrix_a of 16x16x16, col_major, and it was set in line 10"},
		{a, b, "row", "m32n8k16", "used as accumulator of 32x8x16"},
	} {
		text := fmt.Sprintf(fragmentKernel, c.a, c.b, c.layout, c.shape, a, b, f)
		d := gpusim.Must(gpusim.Open("H100"))
		k := gpusim.Must(gpusim.Must(gpusim.LoadText("product.ptx", text)).Kernel("product"))
		x, y := gpusim.Must(gpusim.Malloc[float32](d, 512)), gpusim.Must(gpusim.Malloc[uint16](d, 256))
		rep, err := d.Check(gpusim.Racecheck, k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, y)
		if c.says == "" {
			if err != nil || len(rep.Findings) > 0 {
				t.Errorf("got %v and %v, want neither", err, rep.Findings)
			}
			continue
		}
		found := fmt.Sprint(err)
		if err == nil {
			found = fmt.Sprint(rep.Findings)
		}
		if !strings.Contains(found, c.says) || !strings.Contains(found, string(diag.FragmentMix)) {
			t.Errorf("got %s, want it to say %q", found, c.says)
		}
	}
}
