package intrinsic

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
)

func TestLibdevice(t *testing.T) {
	for name, want := range map[string]OfFloats{
		"__nv_sinf": {ir.Sin, ir.F32}, "__nv_sin": {ir.Sin, ir.F64}, "__nv_fast_exp10f": {ir.FastExp10, ir.F32}, "__nv_fmodf": {ir.Mod2, ir.F32},
		"__nv_frsqrt_rn": {ir.RsqrtRn, ir.F32}, "__nv_saturatef": {ir.Saturate, ir.F32}, "__nv_rsqrt": {ir.Rsqrt, ir.F64}, "__nv_half_bits_of": {},
	} {
		if got := Libdevice[name]; got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
