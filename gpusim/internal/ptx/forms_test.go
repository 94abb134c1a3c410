package ptx

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"

	_ "gpucourse/internal/collect"
)

// sample is an instruction with random operands that sets %r1, and what it must set it to.
type sample struct {
	name string
	make func() (text string, want uint64)
}

// directions are the roundings by their names in PTX.
var directions = map[string]big.RoundingMode{"rn": big.ToNearestEven, "rz": big.ToZero, "rm": big.ToNegativeInf, "rp": big.ToPositiveInf}

// samples returns samples of forms, whose results are computed in other ways than the lowering's.
func samples(rng *rand.Rand) (list []sample) {
	word, small := rng.Uint32, func() uint32 { return rng.Uint32N(40) }
	add := func(name string, f func() (string, uint64)) { list = append(list, sample{name, f}) }
	integer := func(name string, f func(a, b, c uint32) uint32) {
		add(name, func() (string, uint64) {
			a, b, c := word(), word(), word()
			return fmt.Sprintf("%s %%r1, %d, %d, %d;", name, int32(a), int32(b), int32(c)), uint64(f(a, b, c))
		})
	}
	binary := func(name string, f func(a, b uint32) uint32) {
		add(name, func() (string, uint64) {
			a, b := word(), word()
			return fmt.Sprintf("%s %%r1, %d, %d;", name, int32(a), int32(b)), uint64(f(a, b))
		})
	}
	integer("sad.s32", func(a, b, c uint32) uint32 {
		return c + uint32(max(int64(int32(a))-int64(int32(b)), int64(int32(b))-int64(int32(a))))
	})
	add("cvt.sat.f64.f64", func() (string, uint64) {
		x := []float64{math.NaN(), math.Copysign(0, -1), -1, 2, math.Inf(1), rng.Float64()}[rng.IntN(6)]
		want := 0.0
		if x > 0 {
			want = min(x, 1)
		}
		return fmt.Sprintf("{ .reg .f64 d; cvt.sat.f64.f64 d, 0d%016X; mov.b64 {_, %%r1}, d; }", math.Float64bits(x)), math.Float64bits(want) >> 32
	})
	integer("sad.u32", func(a, b, c uint32) uint32 { return c + max(a, b) - min(a, b) })
	integer("dp2a.lo.s32.s32", func(a, b, c uint32) uint32 {
		return c + uint32(int32(int16(a))*int32(int8(b))) + uint32(int32(int16(a>>16))*int32(int8(b>>8)))
	})
	integer("dp2a.hi.u32.u32", func(a, b, c uint32) uint32 { return c + uint32(uint16(a))*(b>>16&255) + a>>16*(b>>24) })
	integer("mad24.lo.s32", func(a, b, c uint32) uint32 { return c + uint32(int64(int32(a)<<8>>8)*int64(int32(b)<<8>>8)) })
	integer("vadd2.s32.s32.s32.sat", func(a, b, _ uint32) uint32 {
		part := func(a, b int16) uint32 {
			return uint32(uint16(min(max(int32(a)+int32(b), math.MinInt16), math.MaxInt16)))
		}
		return part(int16(a), int16(b)) | part(int16(a>>16), int16(b>>16))<<16
	})
	integer("vabsdiff4.u32.u32.u32.add", func(a, b, c uint32) uint32 {
		for i := range 4 {
			x, y := a>>(8*i)&255, b>>(8*i)&255
			c += max(x, y) - min(x, y)
		}
		return c
	})
	integer("vmin4.s32.s32.s32", func(a, b, _ uint32) (d uint32) {
		for i := range 4 {
			d |= uint32(uint8(min(int8(a>>(8*i)), int8(b>>(8*i))))) << (8 * i)
		}
		return d
	})
	integer("vset4.u32.u32.lt", func(a, b, _ uint32) (d uint32) {
		for i := range 4 {
			if a>>(8*i)&255 < b>>(8*i)&255 {
				d |= 1 << (8 * i)
			}
		}
		return d
	})
	binary("mul24.hi.u32", func(a, b uint32) uint32 { return uint32(uint64(a&0xffffff) * uint64(b&0xffffff) >> 16) })
	binary("add.sat.s32", func(a, b uint32) uint32 {
		return uint32(min(max(int64(int32(a))+int64(int32(b)), math.MinInt32), math.MaxInt32))
	})
	binary("add.u16x2", func(a, b uint32) uint32 { return (a+b)&0xffff | (a>>16+b>>16)<<16 })
	binary("min.s16x2", func(a, b uint32) uint32 {
		return uint32(uint16(min(int16(a), int16(b)))) | uint32(uint16(min(int16(a>>16), int16(b>>16))))<<16
	})
	binary("max.relu.s16x2", func(a, b uint32) uint32 {
		return uint32(uint16(max(int16(a), int16(b), 0))) | uint32(uint16(max(int16(a>>16), int16(b>>16), 0)))<<16
	})
	binary("max.s32.relu", func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b), 0)) })
	binary("min.s32.relu", func(a, b uint32) uint32 { return uint32(max(min(int32(a), int32(b)), 0)) })
	add("cvt.ftz.f64.f32", func() (string, uint64) {
		a := rng.Float32() - 0.5
		return fmt.Sprintf("{ .reg .f64 d; cvt.ftz.f64.f32 d, 0f%08X; mov.b64 {_, %%r1}, d; }", math.Float32bits(a)), math.Float64bits(float64(a)) >> 32
	})
	binary("cvt.pack.sat.s16.s32", func(a, b uint32) uint32 {
		clamp := func(x uint32) uint32 { return uint32(uint16(min(max(int32(x), math.MinInt16), math.MaxInt16))) }
		return clamp(a)<<16 | clamp(b)
	})
	integer("cvt.pack.sat.u8.s32.b32", func(a, b, c uint32) uint32 {
		clamp := func(x uint32) uint32 { return uint32(min(max(int32(x), 0), 255)) }
		return c<<16 | clamp(a)<<8 | clamp(b)
	})
	integer("slct.u32.s32", func(a, b, c uint32) uint32 {
		if int32(c) >= 0 {
			return a
		}
		return b
	})
	binary("set.lt.u32.s32", func(a, b uint32) uint32 {
		if int32(a) < int32(b) {
			return math.MaxUint32
		}
		return 0
	})
	binary("set.hs.f32.u32", func(a, b uint32) uint32 {
		if a >= b {
			return math.Float32bits(1)
		}
		return 0
	})
	add("bfind.s32", func() (string, uint64) {
		a := word() >> small()
		if rng.IntN(2) == 0 {
			a = ^a
		}
		v := a ^ uint32(int32(a)>>31)
		return fmt.Sprintf("bfind.s32 %%r1, %d;", int32(a)), uint64(uint32(bits.Len32(v) - 1))
	})
	add("bfind.shiftamt.u64", func() (string, uint64) {
		a := rng.Uint64() >> (1 + rng.UintN(62))
		want := uint64(bits.LeadingZeros64(a))
		if a == 0 {
			want = math.MaxUint32 // as an H100 answers
		}
		return fmt.Sprintf("bfind.shiftamt.u64 %%r1, %d;", a), want
	})
	add("bmsk.clamp", func() (string, uint64) {
		at, n := small(), small()
		return fmt.Sprintf("bmsk.clamp.b32 %%r1, %d, %d;", at, n), (1<<min(n, 32) - 1) << min(at, 32)
	})
	add("szext.wrap.s32", func() (string, uint64) {
		a, n := word(), rng.Uint32N(31)+1
		return fmt.Sprintf("szext.wrap.s32 %%r1, %d, %d;", int32(a), n), uint64(uint32(int32(a<<(32-n)) >> (32 - n)))
	})
	for mode, want := range map[string]func(a, b uint32, n int) uint32{
		"f4e": func(a, b uint32, n int) uint32 { return uint32((uint64(b)<<32 | uint64(a)) >> (8 * n)) },
		"b4e": func(a, b uint32, n int) uint32 {
			return bits.ReverseBytes32(uint32(bits.RotateLeft64(uint64(b)<<32|uint64(a), 8*(3-n))))
		},
		"rc8": func(a, _ uint32, n int) uint32 { return a >> (8 * n) & 255 * 0x01010101 },
	} {
		add("prmt "+mode, func() (string, uint64) {
			a, b, n := word(), word(), rng.IntN(4)
			return fmt.Sprintf("prmt.b32.%s %%r1, %d, %d, %d;", mode, int32(a), int32(b), n), uint64(want(a, b, n))
		})
	}
	add("vadd of parts", func() (string, uint64) {
		a, b, c := word(), word(), word()
		return fmt.Sprintf("mov.b32 %%r2, %d; mov.b32 %%r3, %d; vadd.s32.u32.s32.min %%r1, %%r2.b2, %%r3.h1, %d;", int32(a), int32(b), int32(c)),
			uint64(uint32(min(int32(a>>16&255)+int32(b)>>16, int32(c))))
	})
	add("lop3 with a predicate", func() (string, uint64) {
		a, want := word()&3, uint64(0)
		if a&1 != 0 {
			want = 1
		}
		return fmt.Sprintf("setp.eq.u32 %%p1, 0, 0; lop3.and.b32 _|%%p2, %d, 1, 0, 0xc0, %%p1; selp.u32 %%r1, 1, 0, %%p2;", a), want
	})
	add("cvt.sat.u8.s32", func() (string, uint64) {
		a := int32(word()) >> small()
		return fmt.Sprintf("cvt.sat.u8.s32 %%r1, %d;", a), uint64(min(max(a, 0), 255))
	})
	list = append(list, floatSamples(rng)...)
	return append(list, smallSamples(rng)...)
}

// float returns a number whose exponent is near that of 1.
func float(rng *rand.Rand) float32 {
	return float32(math.Ldexp(1+rng.Float64(), rng.IntN(40)-20)) * float32(rng.IntN(2)*2-1)
}

// bitsOf writes a float in PTX.
func bitsOf(f float32) string { return fmt.Sprintf("0f%08X", math.Float32bits(f)) }

// floatSamples are samples of roundings and conversions of floats.
func floatSamples(rng *rand.Rand) (list []sample) {
	operations := map[string]func(z, x, y *big.Float) *big.Float{
		"add": (*big.Float).Add, "sub": (*big.Float).Sub, "mul": (*big.Float).Mul, "div": (*big.Float).Quo,
	}
	for dir, mode := range directions {
		for op, f := range operations {
			list = append(list, sample{op + "." + dir + ".f32", func() (string, uint64) {
				a, b := float(rng), float(rng)
				z := f(new(big.Float).SetPrec(24).SetMode(mode), big.NewFloat(float64(a)), big.NewFloat(float64(b)))
				want, _ := z.Float32()
				return fmt.Sprintf("%s.%s.f32 %%f1, %s, %s; mov.b32 %%r1, %%f1;", op, dir, bitsOf(a), bitsOf(b)), uint64(math.Float32bits(want))
			}})
		}
		list = append(list, sample{"sqrt." + dir, func() (string, uint64) {
			a := float32(math.Abs(float64(float(rng))))
			root := new(big.Float).SetPrec(200).Sqrt(big.NewFloat(float64(a)))
			want, _ := new(big.Float).SetPrec(24).SetMode(mode).Set(root).Float32()
			return fmt.Sprintf("sqrt.%s.f32 %%f1, %s; mov.b32 %%r1, %%f1;", dir, bitsOf(a)), uint64(math.Float32bits(want))
		}}, sample{"cvt." + dir + ".f32.f64", func() (string, uint64) {
			a := float64(float(rng)) * (1 + rng.Float64())
			want, _ := new(big.Float).SetPrec(24).SetMode(mode).SetFloat64(a).Float32()
			return fmt.Sprintf("cvt.%s.f32.f64 %%f1, 0d%016X; mov.b32 %%r1, %%f1;", dir, math.Float64bits(a)), uint64(math.Float32bits(want))
		}}, sample{"cvt." + dir + ".f32.s64", func() (string, uint64) {
			a := int64(rng.Uint64()) >> rng.UintN(64)
			want, _ := new(big.Float).SetPrec(24).SetMode(mode).SetInt64(a).Float32()
			return fmt.Sprintf("cvt.%s.f32.s64 %%f1, %d; mov.b32 %%r1, %%f1;", dir, a), uint64(math.Float32bits(want))
		}}, sample{"cvt." + dir + ".f64.u64", func() (string, uint64) {
			a := rng.Uint64() >> rng.UintN(64)
			want, _ := new(big.Float).SetPrec(53).SetMode(mode).SetUint64(a).Float64()
			return fmt.Sprintf("cvt.%s.f64.u64 %%g1, %dU; mov.b64 {%%r1, _}, %%g1;", dir, a), uint64(uint32(math.Float64bits(want)))
		}}, sample{"cvt." + dir + ".f32.s32", func() (string, uint64) {
			a := int32(rng.Uint32()) >> rng.UintN(32)
			want, _ := new(big.Float).SetPrec(24).SetMode(mode).SetInt64(int64(a)).Float32()
			return fmt.Sprintf("cvt.%s.f32.s32 %%f1, %d; mov.b32 %%r1, %%f1;", dir, a), uint64(math.Float32bits(want))
		}}, sample{"fma." + dir + ".f64", func() (string, uint64) {
			a, b, c := float64(float(rng))/3, float64(float(rng))/3, float64(float(rng))/3
			exact := new(big.Float).SetPrec(400).Mul(big.NewFloat(a), big.NewFloat(b))
			exact.Add(exact, big.NewFloat(c))
			want, _ := new(big.Float).SetPrec(53).SetMode(mode).Set(exact).Float64()
			return fmt.Sprintf("fma.%s.f64 %%g1, 0d%016X, 0d%016X, 0d%016X; mov.b64 {%%r1, _}, %%g1;", dir, math.Float64bits(a), math.Float64bits(b), math.Float64bits(c)), uint64(uint32(math.Float64bits(want)))
		}})
	}
	return append(list, sample{"min.NaN", func() (string, uint64) {
		a := float(rng)
		return fmt.Sprintf("min.NaN.f32 %%f1, %s, 0f7FC00000; setp.nan.f32 %%p1, %%f1, %%f1; selp.u32 %%r1, 7, 8, %%p1;", bitsOf(a)), 7
	}}, sample{"max.xorsign.abs", func() (string, uint64) {
		a, b := float(rng), float(rng)
		want := math.Max(math.Abs(float64(a)), math.Abs(float64(b)))
		if math.Signbit(float64(a)) != math.Signbit(float64(b)) {
			want = -want
		}
		return fmt.Sprintf("max.xorsign.abs.f32 %%f1, %s, %s; mov.b32 %%r1, %%f1;", bitsOf(a), bitsOf(b)), uint64(math.Float32bits(float32(want)))
	}}, sample{"add.sat.f32", func() (string, uint64) {
		a, b := float(rng), float(rng)
		return fmt.Sprintf("add.sat.f32 %%f1, %s, %s; mov.b32 %%r1, %%f1;", bitsOf(a), bitsOf(b)), uint64(math.Float32bits(min(max(a+b, 0), 1)))
	}}, sample{"testp.subnormal", func() (string, uint64) {
		a := rng.Uint32N(1 << 24)
		want := uint64(0)
		if a > 0 && a < 1<<23 {
			want = 1
		}
		return fmt.Sprintf("testp.subnormal.f32 %%p1, 0f%08X; selp.u32 %%r1, 1, 0, %%p1;", a), want
	}})
}

// smallSamples are samples of numbers of 16 and 8 bits.
func smallSamples(rng *rand.Rand) (list []sample) {
	rounded := func(f float64, precision uint, mode big.RoundingMode) float32 {
		want, _ := new(big.Float).SetPrec(precision).SetMode(mode).SetFloat64(f).Float32()
		return want
	}
	near := func() float32 { return float32(math.Ldexp(1+rng.Float64(), rng.IntN(8)-4)) * float32(rng.IntN(2)*2-1) }
	for dir, mode := range directions {
		list = append(list, sample{"cvt." + dir + ".f16.f32", func() (string, uint64) {
			a := near()
			return fmt.Sprintf("cvt.%s.f16.f32 %%h1, %s; cvt.f32.f16 %%f1, %%h1; mov.b32 %%r1, %%f1;", dir, bitsOf(a)), uint64(math.Float32bits(rounded(float64(a), 11, mode)))
		}})
	}
	list = append(list, sample{"cvt.rz.bf16.f32", func() (string, uint64) {
		a := near()
		return fmt.Sprintf("cvt.rz.bf16.f32 %%h1, %s; cvt.u32.u16 %%r1, %%h1;", bitsOf(a)), uint64(math.Float32bits(a) >> 16)
	}}, sample{"cvt.rna.tf32.f32", func() (string, uint64) {
		a := near()
		return fmt.Sprintf("cvt.rna.tf32.f32 %%r1, %s;", bitsOf(a)), uint64(math.Float32bits(rounded(float64(a), 11, big.ToNearestAway)))
	}}, sample{"cvt.rn.bf16.s32", func() (string, uint64) {
		a := int32(rng.Uint32()) >> rng.Uint32N(20)
		return fmt.Sprintf("cvt.rn.bf16.s32 %%h1, %d; cvt.f32.bf16 %%f1, %%h1; mov.b32 %%r1, %%f1;", a), uint64(math.Float32bits(rounded(float64(a), 8, big.ToNearestEven)))
	}}, sample{"cvt.rn.f16.f64", func() (string, uint64) {
		a := float64(near()) * (1 + 0x1p-30*rng.Float64())
		return fmt.Sprintf("cvt.rn.f16.f64 %%h1, 0d%016X; cvt.f32.f16 %%f1, %%h1; mov.b32 %%r1, %%f1;", math.Float64bits(a)), uint64(math.Float32bits(rounded(a, 11, big.ToNearestEven)))
	}}, sample{"fma.rn.bf16", func() (string, uint64) {
		a, b, c := rounded(float64(near()), 8, big.ToNearestEven), rounded(float64(near()), 8, big.ToNearestEven), rounded(float64(near()), 8, big.ToNearestEven)
		want := rounded(float64(a)*float64(b)+float64(c), 8, big.ToNearestEven)
		top := func(f float32) uint32 { return math.Float32bits(f) >> 16 }
		return fmt.Sprintf("mov.b16 %%h1, %d; mov.b16 %%h2, %d; mov.b16 %%h3, %d; fma.rn.bf16 %%h4, %%h1, %%h2, %%h3; cvt.u32.u16 %%r1, %%h4;", top(a), top(b), top(c)), uint64(top(want))
	}}, sample{"e4m3 and back", func() (string, uint64) {
		a, b := near(), near()
		r := func(f float32) uint64 { return uint64(halfOf(rounded(float64(f), 4, big.ToNearestEven))) }
		return fmt.Sprintf("cvt.rn.satfinite.e4m3x2.f32 %%h1, %s, %s; cvt.rn.f16x2.e4m3x2 %%r1, %%h1;", bitsOf(a), bitsOf(b)), r(a)<<16 | r(b)
	}}, sample{"e5m2 above its range", func() (string, uint64) {
		a := near() * 1e6
		return fmt.Sprintf("cvt.rn.satfinite.e5m2x2.f32 %%h1, %s, 0f00000000; cvt.u32.u16 %%r1, %%h1;", bitsOf(a)), uint64(0x7b|math.Float32bits(a)>>31<<7) << 8
	}}, sample{"setp of pairs", func() (string, uint64) {
		a, b := rng.Uint32()&0x3fff3fff, rng.Uint32()&0x3fff3fff
		want := uint64(0)
		if a&0xffff < b&0xffff {
			want |= 1
		}
		if a>>16 < b>>16 {
			want |= 2
		}
		return fmt.Sprintf("setp.lt.f16x2 %%p1|%%p2, %d, %d; selp.u32 %%r2, 1, 0, %%p1; selp.u32 %%r3, 2, 0, %%p2; or.b32 %%r1, %%r2, %%r3;", a, b), want
	}}, sample{"set of pairs", func() (string, uint64) {
		a, b := rng.Uint32()&0x3fff3fff, rng.Uint32()&0x3fff3fff
		want := uint64(0)
		for i := range 2 {
			if a>>(16*i)&0xffff >= b>>(16*i)&0xffff {
				want |= 0x3c00 << (16 * i)
			}
		}
		return fmt.Sprintf("set.ge.f16x2.f16x2 %%r1, %d, %d;", a, b), want
	}}, sample{"abs and neg of pairs", func() (string, uint64) {
		a := rng.Uint32()
		return fmt.Sprintf("abs.f16x2 %%r2, %d; neg.bf16x2 %%r1, %%r2;", int32(a)), uint64(a | 0x80008000)
	}})
	return list
}

// halfOf returns the bits of a number that half precision has.
func halfOf(f float32) uint32 {
	b := math.Float32bits(f)
	return b>>16&0x8000 | (b&0x7fffffff-112<<23)>>13
}
