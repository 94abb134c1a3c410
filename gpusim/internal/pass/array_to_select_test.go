package pass

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
)

func TestRanges(t *testing.T) {
	tests := []struct {
		code string // the last instruction defines the value
		want interval
	}{
		{"and.s32 %r9, %r1, 7;", interval{0, 7}},
		{"mov.u32 %r2, %tid.x; rem.s32 %r9, %r2, 10;", interval{0, 9}},
		{"rem.s32 %r9, %r1, 10;", interval{-9, 9}},
		{"rem.u32 %r9, %r1, 10;", interval{0, 9}},
		{"and.s32 %r2, %r1, 7; mul.s32 %r3, %r2, 4; add.s32 %r9, %r3, 4;", interval{4, 32}},
		{"and.s32 %r2, %r1, 7; mad.s32 %r9, %r2, -2, 20;", interval{6, 20}},
		{"shr.u32 %r9, %r1, 28;", interval{0, 15}},
		{"shr.s32 %r9, %r1, 28;", interval{-8, 7}},
		{"and.s32 %r2, %r1, 7; shl.s32 %r9, %r2, 2;", interval{0, 28}},
		{"cvt.u8.s32 %r9, %r1;", interval{0, 255}},
		{"mov.u32 %r2, %tid.x; mul.s32 %r9, %r2, 4;", anything},
		{"setp.lt.s32 %p2, %r1, 5; selp.s32 %r9, 3, 8, %p2;", interval{3, 8}},
		{"mul.s32 %r9, %r1, %r1;", anything},
	}
	for _, test := range tests {
		k := parse(t, ".entry K(.param .s32 n) .ssa\n{\nL0: ld.param.s32 %r1, [n]; "+test.code+" exit;\n}")
		last := k.Blocks[0].Instrs[len(k.Blocks[0].Instrs)-2]
		r := &ranges{def: definitions(k)}
		if got := r.of(ir.R(last.Dst[0])); got != test.want {
			t.Errorf("%s: got %v, want %v", test.code, got, test.want)
		}
	}
}
