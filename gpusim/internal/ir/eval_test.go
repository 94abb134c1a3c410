package ir

// This file tests Eval where the answer is not obvious: wrapping, shifts,
// division, conversions, NaN.

import (
	"math"
	"testing"
)

func f32(v float64) uint64 { return FloatBits(F32, v) }
func f64(v float64) uint64 { return FloatBits(F64, v) }

// s32 and s64 return the bits of a signed number in a register.
func s32(v int32) uint64 { return uint64(uint32(v)) }
func s64(v int64) uint64 { return uint64(v) }

func TestEval(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		instr string // its mnemonic
		args  []uint64
		want  uint64
	}{
		{"add.s32", []uint64{s32(math.MaxInt32), 1}, s32(math.MinInt32)},
		{"sub.u32", []uint64{0, 1}, math.MaxUint32},
		{"mul.s32", []uint64{s32(-3), 7}, s32(-21)},
		{"mul.hi.s32", []uint64{s32(-1), 2}, s32(-1)},
		{"mul.hi.u32", []uint64{math.MaxUint32, 2}, 1},
		{"mul.hi.s64", []uint64{s64(-1), 2}, s64(-1)},
		{"mul.hi.u64", []uint64{math.MaxUint64, 3}, 2},
		{"mul.wide.s32", []uint64{s32(-2), 3}, s64(-6)},
		{"mul.wide.u32", []uint64{s32(-2), 3}, 3 * (1<<32 - 2)},
		{"mad.wide.s32", []uint64{s32(-2), 3, 10}, 4},
		{"mad.s32", []uint64{s32(-2), 3, 10}, 4},
		{"div.s32", []uint64{s32(-7), 2}, s32(-3)},
		{"rem.s32", []uint64{s32(-7), 2}, s32(-1)},
		{"div.s32", []uint64{s32(math.MinInt32), s32(-1)}, s32(math.MinInt32)},
		{"rem.s64", []uint64{s64(math.MinInt64), s64(-1)}, 0},
		{"div.u32", []uint64{s32(-1), 2}, math.MaxInt32},
		{"min.s32", []uint64{s32(-1), 1}, s32(-1)},
		{"min.u32", []uint64{s32(-1), 1}, 1},
		{"max.f32", []uint64{f32(0), f32(math.Copysign(0, -1))}, f32(0)},
		{"min.f32", []uint64{f32(0), f32(math.Copysign(0, -1))}, f32(math.Copysign(0, -1))},
		{"shl.s32", []uint64{1, 32}, 0},
		{"shr.s32", []uint64{s32(-8), 40}, s32(-1)},
		{"shr.u32", []uint64{s32(-8), 1}, 0x7ffffffc},
		{"shr.s64", []uint64{s64(-8), 1}, s64(-4)},
		{"abs.s32", []uint64{s32(math.MinInt32)}, s32(math.MinInt32)},
		{"neg.f32", []uint64{f32(0)}, f32(math.Copysign(0, -1))},
		{"not.pred", []uint64{1}, 0},
		{"xor.pred", []uint64{1, 1}, 0},
		{"popc.s64", []uint64{s64(-1)}, 64},
		{"clz.u32", []uint64{1}, 31},
		{"clz.s64", []uint64{0}, 64},
		{"brev.u32", []uint64{1}, 1 << 31},
		{"setp.lt.s32", []uint64{s32(-1), 0}, 1},
		{"setp.lt.u32", []uint64{s32(-1), 0}, 0},
		{"setp.ne.f32", []uint64{f32(nan), f32(nan)}, 1},
		{"setp.ge.f32", []uint64{f32(nan), f32(0)}, 0},
		{"setp.eq.pred", []uint64{1, 1}, 1},
		{"selp.s32", []uint64{5, 6, 0}, 6},
		{"cvt.s8.s32", []uint64{200}, s32(-56)},
		{"cvt.u8.s32", []uint64{s32(-1)}, 255},
		{"cvt.s64.s32", []uint64{s32(-1)}, s64(-1)},
		{"cvt.s64.u32", []uint64{s32(-1)}, math.MaxUint32},
		{"cvt.u16.s64", []uint64{s64(-1)}, 65535},
		{"cvt.s32.f32", []uint64{f32(-2.9)}, s32(-2)},
		{"cvt.s32.f32", []uint64{f32(3e9)}, math.MaxInt32},
		{"cvt.u32.f32", []uint64{f32(-1)}, 0},
		{"cvt.s8.f64", []uint64{f64(-1000)}, s32(-128)},
		{"cvt.s32.f32", []uint64{f32(nan)}, 0},
		{"cvt.f32.u64", []uint64{math.MaxUint64}, f32(1 << 64)},
		{"cvt.f32.s64", []uint64{s64(1<<24 + 1)}, f32(1 << 24)},
		{"cvt.f32.f64", []uint64{f64(0.1)}, f32(0.1)},
		{"add.f32", []uint64{f32(1 << 24), f32(1)}, f32(1 << 24)},
		{"fma.f32", []uint64{f32(1 + 1.0/4096), f32(1 + 1.0/4096), f32(-1 - 1.0/2048)}, f32(1.0 / 4096 / 4096)},
		{"sqrt.f64", []uint64{f64(2)}, f64(math.Sqrt2)},
		{"sin.f32", []uint64{f32(1)}, f32(math.Sin(1))},
		{"fmod.f64", []uint64{f64(7), f64(4)}, f64(3)},
		{"mov.u32", []uint64{7}, 7},
	}
	for _, tt := range tests {
		in := &Instr{}
		if err := (&parser{}).mnemonic(in, tt.instr); err != nil {
			t.Fatal(err)
		}
		if got, ok := Eval(in, tt.args); !ok || got != tt.want {
			t.Errorf("%s %#x: got %#x %v, want %#x", tt.instr, tt.args, got, ok, tt.want)
		}
	}
}

func TestEvalRefuses(t *testing.T) {
	for _, s := range []string{"div.s32", "rem.u64", "ld.global.s32", "activemask.u32"} {
		in := &Instr{}
		if err := (&parser{}).mnemonic(in, s); err != nil {
			t.Fatal(err)
		}
		if v, ok := Eval(in, []uint64{1, 0}); ok {
			t.Errorf("%s 1, 0: got %d, want no value", s, v)
		}
	}
}
