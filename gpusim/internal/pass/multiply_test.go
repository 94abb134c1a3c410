package pass

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/internal/ir"
)

// TestMultiply: products and shifts give the quotients and remainders of all dividends.
func TestMultiply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom([]ir.Type{ir.S32, ir.U32, ir.S64, ir.U64}).Draw(t, "type")
		by := rapid.Uint64Range(3, typ.Mask()>>1).Draw(t, "by") >> rapid.IntRange(0, typ.Bits()-3).Draw(t, "smaller")
		x := (rapid.Uint64().Draw(t, "x") >> rapid.IntRange(0, 63).Draw(t, "less")) ^ rapid.SampledFrom([]uint64{0, ^uint64(0)}).Draw(t, "sign")
		mask := rapid.SampledFrom([]uint64{typ.Mask(), typ.Mask() >> 1}).Draw(t, "mask")
		op := rapid.SampledFrom([]string{"div", "rem"}).Draw(t, "op")
		text := fmt.Sprintf(".entry K(.param .%v n) .ssa\n{\nL0: ld.param.%v %%%s1, [n]; and.%v %%%s2, %%%s1, %d; %s.%v %%%s3, %%%s2, %d; exit;\n}",
			typ, typ, letters(typ), typ, letters(typ), letters(typ), mask, op, typ, letters(typ), letters(typ), by)
		k, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want := computed(k, x)
		multiply(k)
		if got := computed(k, x); got != want {
			t.Fatalf("%v %s %d by %d: got %d, want %d\n%v", typ, op, x, by, got, want, k)
		}
	})
}

// letters begin a register's name.
func letters(t ir.Type) string {
	if t.Bits() == 64 {
		return "rd"
	}
	return "r"
}

// computed returns the last value that the first block of a kernel computes from a parameter.
func computed(k *ir.Kernel, param uint64) (last uint64) {
	values := map[ir.Reg]uint64{}
	for _, in := range k.Blocks[0].Instrs {
		args := make([]uint64, len(in.Src))
		for i, o := range in.Src {
			args[i] = o.Imm
			if o.IsReg {
				args[i] = values[o.Reg]
			}
		}
		switch {
		case in.Op == ir.Ld:
			values[in.Dst[0]] = param & in.Type.Mask()
		case len(in.Dst) == 1:
			last, _ = ir.Eval(in, args)
			values[in.Dst[0]] = last
		}
	}
	return last
}
