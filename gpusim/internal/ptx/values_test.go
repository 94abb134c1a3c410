package ptx

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/mufu"
)

// stored matches the number that a kernel without branches stores.
var stored = regexp.MustCompile(`st\.global\.[us](?:32|64) \S+, (-?\w+);`)

// TestValues compares forms that take several instructions of the IR with Go, for random operands.
func TestValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	small := func() uint32 { return rng.Uint32N(40) }
	for _, c := range append(samples(rng), []sample{
		{"lop3", func() (string, uint64) {
			a, b, c, table := rng.Uint32(), rng.Uint32(), rng.Uint32(), rng.Uint32N(256)
			want := uint32(0)
			for i := range 32 {
				row := a>>i&1<<2 | b>>i&1<<1 | c>>i&1
				want |= table >> row & 1 << i
			}
			return fmt.Sprintf("lop3.b32 %%r1, %d, %d, %d, %d;", a, b, c, table), uint64(want)
		}},
		{"shf.l.wrap", func() (string, uint64) {
			a, b, n := rng.Uint32(), rng.Uint32(), small()
			return fmt.Sprintf("shf.l.wrap.b32 %%r1, %d, %d, %d;", a, b, n), uint64(uint32((uint64(b)<<32 | uint64(a)) << (n & 31) >> 32))
		}},
		{"shf.r.clamp", func() (string, uint64) {
			a, b, n := rng.Uint32(), rng.Uint32(), small()
			return fmt.Sprintf("shf.r.clamp.b32 %%r1, %d, %d, %d;", a, b, n), uint64(uint32((uint64(b)<<32 | uint64(a)) >> min(n, 32)))
		}},
		{"bfi", func() (string, uint64) {
			a, b, at, n := rng.Uint32(), rng.Uint32(), small(), small()
			want := b
			for i := uint32(0); i < n && at+i < 32; i++ {
				want = want&^(1<<(at+i)) | a>>i&1<<(at+i)
			}
			return fmt.Sprintf("bfi.b32 %%r1, %d, %d, %d, %d;", a, b, at, n), uint64(want)
		}},
		{"bfe.u32", func() (string, uint64) {
			a, at, n := rng.Uint32(), small(), small()
			return fmt.Sprintf("bfe.u32 %%r1, %d, %d, %d;", a, at, n), uint64(extracted(a, at, n, false))
		}},
		{"bfe.s32", func() (string, uint64) {
			a, at, n := rng.Uint32(), small(), small()
			return fmt.Sprintf("bfe.s32 %%r1, %d, %d, %d;", a, at, n), uint64(extracted(a, at, n, true))
		}},
		{"prmt", func() (string, uint64) {
			a, b, c := rng.Uint32(), rng.Uint32(), rng.Uint32()
			want := uint32(0)
			for i := range 4 {
				sel := c >> (4 * i)
				x := uint32((uint64(b)<<32 | uint64(a)) >> (8 * (sel & 7)) & 255)
				if sel&8 != 0 {
					x = x >> 7 * 255
				}
				want |= x << (8 * i)
			}
			return fmt.Sprintf("prmt.b32 %%r1, %d, %d, %d;", a, b, c), uint64(want)
		}},
		{"prmt by a register", func() (string, uint64) {
			a := rng.Uint32()
			return fmt.Sprintf("mov.u32 %%r2, 0x0123; prmt.b32 %%r1, %d, 0, %%r2;", a), uint64(bits.ReverseBytes32(a))
		}},
		{"ex2.approx.f16x2", func() (string, uint64) {
			a := rng.Uint32()
			return fmt.Sprintf("ex2.approx.f16x2 %%r1, %d;", a), uint64(eachHalf(num.HalfExp2, a))
		}},
		{"tanh.approx.bf16x2", func() (string, uint64) {
			a := rng.Uint32()
			return fmt.Sprintf("tanh.approx.bf16x2 %%r1, %d;", a), uint64(eachHalf(num.BfloatTanh, a))
		}},
		{"rcp.approx.ftz.f64", func() (string, uint64) {
			x := math.Float64frombits(rng.Uint64())
			return fmt.Sprintf("rcp.approx.ftz.f64 %%g1, 0d%016X; mov.b64 {%%r2, %%r1}, %%g1;", math.Float64bits(x)), math.Float64bits(mufu.Rcp64(x)) >> 32
		}},
		{"dp4a", func() (string, uint64) {
			a, b, c := rng.Uint32(), rng.Uint32(), rng.Uint32()
			want := c
			for i := range 4 {
				want += uint32(int32(int8(a>>(8*i))) * int32(uint8(b>>(8*i))))
			}
			return fmt.Sprintf("dp4a.s32.u32 %%r1, %d, %d, %d;", a, b, c), uint64(want)
		}},
		{"a chain of additions", func() (string, uint64) {
			a, b := rng.Uint64(), rng.Uint64()
			return fmt.Sprintf("add.cc.u32 %%r2, %d, %d; addc.u32 %%r1, %d, %d;", uint32(a), uint32(b), a>>32, b>>32), (a + b) >> 32
		}},
		{"a chain of subtractions", func() (string, uint64) {
			a, b, c := rng.Uint64(), rng.Uint64(), rng.Uint32N(2)
			low, borrow := bits.Sub64(a, b, 0)
			_ = low
			return fmt.Sprintf("sub.cc.u32 %%r2, %d, %d; subc.cc.u32 %%r2, %d, %d; subc.u32 %%r1, %d, 0;", uint32(a), uint32(b), a>>32, b>>32, c), uint64(uint32(uint64(c) - borrow))
		}},
		{"a sum behind a difference", func() (string, uint64) {
			a, b := rng.Uint32N(3), rng.Uint32N(3)
			want := uint64(10)
			if a >= b {
				want++ // no borrow sets the flag
			}
			return fmt.Sprintf("sub.cc.u32 %%r2, %d, %d; addc.u32 %%r1, 7, 3;", a, b), want
		}},
		{"a difference behind a sum", func() (string, uint64) {
			a, b := rng.Uint64(), rng.Uint64()
			sum := a>>32 + b>>32
			return fmt.Sprintf("add.cc.u32 %%r2, %d, %d; subc.u32 %%r1, 7, 3;", a>>32, b>>32), 3 + sum>>32
		}},
		{"a chain of products", func() (string, uint64) {
			a, b, c := rng.Uint32(), rng.Uint32(), rng.Uint64()
			return fmt.Sprintf("mad.lo.cc.u32 %%r2, %d, %d, %d; madc.hi.u32 %%r1, %d, %d, %d;", a, b, uint32(c), a, b, c>>32), (uint64(a)*uint64(b) + c) >> 32
		}},
		{"mul.hi.u16", func() (string, uint64) {
			a, b := rng.Uint32N(1<<16), rng.Uint32N(1<<16)
			return fmt.Sprintf("mul.hi.u16 %%h1, %d, %d; cvt.u32.u16 %%r1, %%h1;", a, b), uint64(a * b >> 16)
		}},
		{"narrow registers", func() (string, uint64) {
			a, b := rng.Uint32N(1<<16), rng.Uint32N(1<<16)
			return fmt.Sprintf("mov.u16 %%h1, %d; add.s16 %%h2, %%h1, %d; shr.u16 %%h3, %%h2, 1; cvt.u32.u16 %%r1, %%h3;", a, b), uint64(uint16(a+b) >> 1)
		}},
		{"halves", func() (string, uint64) {
			a, b := rng.Uint32N(0x7c00), rng.Uint32N(0x7c00)
			want := math.Float32bits(num.HalfAdd(math.Float32frombits(a), math.Float32frombits(b)))
			return fmt.Sprintf("mov.b16 %%h1, %d; mov.b16 %%h2, %d; add.f16 %%h3, %%h1, %%h2; cvt.u32.u16 %%r1, %%h3;", a, b), uint64(want)
		}},
		{"pairs of halves", func() (string, uint64) {
			a, b := rng.Uint32N(0x7c00), rng.Uint32N(0x7c00)
			want := math.Float32bits(num.HalfMul(math.Float32frombits(a), math.Float32frombits(b)))
			return fmt.Sprintf("mov.b32 %%r2, %d; mov.b32 %%r3, %d; mul.f16x2 %%r1, %%r2, %%r3;", a<<16|b, b<<16|a), uint64(want<<16 | want)
		}},
		{"bfloat", func() (string, uint64) {
			f := math.Float32frombits(rng.Uint32())
			want, _ := new(big.Float).SetPrec(8).SetMode(big.ToNearestEven).SetFloat64(1).Float32()
			if normal := math.Abs(float64(f)) > 1e-37 && math.Abs(float64(f)) < 1e38; normal {
				want, _ = new(big.Float).SetPrec(8).SetMode(big.ToNearestEven).SetFloat64(float64(f)).Float32()
			} else {
				f = 1
			}
			return fmt.Sprintf("cvt.rn.bf16.f32 %%h1, 0f%08X; cvt.u32.u16 %%r1, %%h1;", math.Float32bits(f)), uint64(math.Float32bits(want) >> 16)
		}},
		{"vectors", func() (string, uint64) {
			a := rng.Uint32()
			return fmt.Sprintf("mov.b32 {%%h1, %%h2}, %d; mov.b32 %%r1, {%%h2, %%h1};", a), uint64(a>>16 | a<<16)
		}},
	}...) {
		for range 100 {
			text, want := c.make()
			got, err := body(t, text+" ld.param.u64 %d1, [out]; st.global.u32 [%d1], %r1; ret;")
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			number := stored.FindStringSubmatch(got)
			if number == nil {
				t.Fatalf("%s: the result is no constant:\n%s", text, got)
			}
			value, err := strconv.ParseInt(number[1], 0, 64)
			if err != nil || uint32(value) != uint32(want) {
				t.Fatalf("%s: %s stores %s, want %d", c.name, text, number[1], want)
			}
		}
	}
}

// eachHalf computes a function of 16 bits of both halves of a.
func eachHalf(f func(float32) float32, a uint32) uint32 {
	of := func(a uint32) uint32 { return math.Float32bits(f(math.Float32frombits(a & 0xffff))) }
	return of(a) | of(a>>16)<<16
}

// extracted returns n bits of a from a place on, as PTX defines them.
func extracted(a, at, n uint32, signed bool) uint32 {
	sign := uint32(0)
	if signed && n > 0 {
		sign = a >> min(at+n-1, 31) & 1
	}
	out := uint32(0)
	for i := range uint32(32) {
		bit := sign
		if i < n && at+i < 32 {
			bit = a >> (at + i) & 1
		}
		out |= bit << i
	}
	return out
}
