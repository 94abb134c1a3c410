package hostc

// This file is the numbers of 16 bits of cuda_fp16.h and cuda_bf16.h, as far as a host fills arrays
// and arguments with them.

import (
	"math"

	"gpucourse/gpusim/internal/num"
)

// short is a kind of floats of 16 bits: how a float is rounded to its bits, and the float that bits
// mean.
type short struct {
	round func(float32) uint16
	widen func(uint16) float32
}

var (
	bitsType   = basicTypes["unsigned short"]
	halfType   = shortType("__half", &short{halfBits, func(b uint16) float32 { return num.HalfValue(math.Float32frombits(uint32(b))) }})
	bfloatType = shortType("__nv_bfloat16", &short{bfloatBits, func(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }})
)

func halfBits(x float32) uint16 { return uint16(math.Float32bits(num.HalfBits(x))) }

// bfloatBits is the upper half of a float, rounded to the nearest even one.
func bfloatBits(x float32) uint16 {
	b := math.Float32bits(x)
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

func shortType(name string, s *short) *typ {
	t := recordOf(name, []field{{name: "__x", t: bitsType}})
	t.short = s
	t.native = &native{
		construct: func(m *machine, at lvalue, args []argument) {
			if len(args) == 0 {
				return
			}
			v := convert(m.widened(args[0].value), floatType)
			bits := unknown(bitsType)
			if v.known {
				bits = value{t: bitsType, known: true, bits: uint64(s.round(float32(v.float())))}
			}
			m.store(lvalue{bitsType, at.addr}, bits)
		},
		method: func(*machine, lvalue, string, []argument) value { return unknown(opaqueType) },
	}
	return t
}

// widened is a number of 16 bits as a float. Another value is as it was.
func (m *machine) widened(v value) value {
	if v.t.short == nil {
		return v
	}
	if bits, known := m.mem.word(v.bits, bitsType.size); v.known && known {
		return floatValue(floatType, float64(v.t.short.widen(uint16(bits))))
	}
	return unknown(floatType)
}

// toShort is __float2half and its like.
func toShort(t *typ) func(m *machine, c *invocation) value {
	return func(m *machine, c *invocation) value {
		at := m.local(t)
		m.constructFrom(at, c.args)
		return m.load(at)
	}
}

// fromShort is __half2float and its like.
func fromShort(m *machine, c *invocation) value { return m.widened(c.arg(0)) }
