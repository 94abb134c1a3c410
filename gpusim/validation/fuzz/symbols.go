package fuzz

// This file holds the gpu.Constant and gpu.Global variables that every kernel
// may use: arrays to read, and totals that atomics add to.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	symbolLen = 16 // elements of a variable to read
	totalsLen = 8  // elements of totals
)

// symbol is a variable of a type with kind "Constant" or "Global".
type symbol struct {
	name, kind string
	typ        Type
}

// inputs are the variables that kernels only read.
var inputs = []symbol{
	{"cI32", "Constant", I32}, {"cF32", "Constant", F32}, {"cU8", "Constant", U8}, {"cF64", "Constant", F64},
	{"gU32", "Global", U32}, {"gF32", "Global", F32}, {"gI64", "Global", I64},
}

// declarations declares the variables.
func declarations() string {
	var b strings.Builder
	for _, s := range inputs {
		fmt.Fprintf(&b, "var %s gpu.%s[[%d]%v]\n", s.name, s.kind, symbolLen, s.typ)
	}
	fmt.Fprintf(&b, "var totals gpu.Global[[%d]int32]\n\n", totalsLen)
	return b.String()
}

// Symbols returns pointers to the values that variables have before a launch, by
// name. The totals are those of o.
func Symbols(o *Outputs) map[string]any {
	r := rand.New(rand.NewPCG(8, 8))
	totals := new([totalsLen]int32)
	o.Totals = totals[:]
	return map[string]any{
		"cI32": values(func() int32 { return int32(r.Uint32()) >> r.IntN(32) }), "cF32": values(func() float32 { return r.Float32()*8 - 4 }),
		"cU8": values(func() uint8 { return uint8(r.Uint32()) }), "cF64": values(func() float64 { return r.Float64()*8 - 4 }),
		"gU32": values(func() uint32 { return r.Uint32() >> r.IntN(32) }), "gF32": values(func() float32 { return r.Float32() * 100 }),
		"gI64": values(func() int64 { return int64(r.Uint64()) >> r.IntN(64) }), "totals": totals,
	}
}

func values[T any](next func() T) *[symbolLen]T {
	list := new([symbolLen]T)
	for i := range list {
		list[i] = next()
	}
	return list
}

// loadSymbol reads a variable.
func loadSymbol(g *generator, t Type, d int) *Expr {
	var fit []symbol
	for _, s := range inputs {
		if s.typ == t {
			fit = append(fit, s)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	name := pick(g, fit).name
	if g.chance(30) {
		return of(t, fmt.Sprintf("%s.V[%d]", name, g.IntN(symbolLen)))
	}
	return of(t, name+".V[%s]", g.index(symbolLen, d-1))
}

// addTotal adds to a total; the order of additions does not matter.
func addTotal(g *generator, _ int) *Stmt {
	return simple("gpu.AtomicAdd(&totals.V[%s], %s)", g.index(totalsLen, 2), g.expr(I32, 2))
}
