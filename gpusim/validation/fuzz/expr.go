package fuzz

// This file draws types and expressions.

import (
	"fmt"
	"math/rand/v2"
)

// Type is an element type of kernels.
type Type uint8

// The types.
const (
	Bool Type = iota
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F32
	F64
	Int // for indexes only: 64 bits natively, 32 on the device
)

var typeNames = [...]string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "int"}

// String returns the Go name.
func (t Type) String() string { return typeNames[t] }

func (t Type) float() bool { return t == F32 || t == F64 }
func (t Type) bits() int   { return [...]int{1, 8, 16, 32, 64, 8, 16, 32, 64, 32, 64, 64}[t] }

var (
	integers = []Type{I8, I16, I32, I32, I32, I64, U8, U16, U32, U32, U64}
	numbers  = append([]Type{F32, F32, F64}, integers...)
)

// variable is a name in scope.
type variable struct {
	name    string
	typ     Type
	fixed   bool // loop counters and parameters are never assigned
	uniform bool // the same in all threads of a block
}

// generator draws one kernel.
type generator struct {
	*rand.Rand
	calls   *rand.Rand // draws how functions are called
	kernel  string
	scope   []variable
	arrays  []array
	pairs   []string // struct variables in scope
	helpers []*function
	labels  []string // of the loops around
	next    int      // for unique names

	inHelper  bool
	uniform   bool // all threads of the block reach this statement
	fullWarps bool
	mayReturn bool
	mayPoint  bool
	rounded   bool // no product may become part of a fused multiply-add
	loops     int  // remaining depth of nested loops
	canJump   bool
	block     int // threads per block
}

// array is a local array in scope, with a power of two elements.
type array struct {
	name string
	typ  Type
	len  int
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d", prefix, g.next)
}

func of(t Type, form string, args ...*Expr) *Expr { return &Expr{Type: t, Form: form, Args: args} }

// exprRule makes an expression of type t with operands of that depth. It may
// return nil when it does not apply.
type exprRule struct {
	weight int
	make   func(g *generator, t Type, depth int) *Expr
}

// expr draws an expression that is not constant, because Go rejects constant expressions
// that overflow.
func (g *generator) expr(t Type, depth int) *Expr {
	if depth <= 0 {
		return g.leaf(t)
	}
	rules := intRules
	switch {
	case t == Bool:
		rules = boolRules
	case t.float():
		rules = floatRules
	}
	for {
		n := 0
		for _, r := range rules {
			n += r.weight
		}
		n = g.IntN(n)
		for _, r := range rules {
			if n -= r.weight; n < 0 {
				if e := r.make(g, t, depth-1); e != nil {
					return e
				}
				break
			}
		}
	}
}

// leaf returns a variable of the type, or a conversion of another one.
func (g *generator) leaf(t Type) *Expr {
	var same, other []variable
	for _, v := range g.scope {
		switch {
		case v.typ == t:
			same = append(same, v)
		case v.typ != Bool && !v.typ.float():
			other = append(other, v)
		}
	}
	if len(same) > 0 && (t == Bool || len(other) == 0 || g.chance(80)) {
		return of(t, pick(g, same).name)
	}
	if len(other) == 0 {
		return of(t, plainValue(t))
	}
	v := pick(g, other)
	if t == Bool {
		return of(t, "("+v.name+" > 2)")
	}
	return of(t, t.String()+"("+v.name+")")
}

// literal returns a constant of type t.
func (g *generator) literal(t Type) string {
	if t.float() {
		return pick(g, []string{"0.5", "1.25", "3", "0.1", "-2.75", "1e-3", "7"})
	}
	small := []string{"1", "2", "3", "5", "7", "16", "31", "100", "127"}
	if t.bits() > 8 && g.chance(30) {
		return pick(g, []string{"255", "1000", "12345", "32767"})
	}
	if t == U32 && g.chance(20) {
		return "0xdeadbeef"
	}
	return pick(g, small)
}

// index returns an int expression from 0 to n-1, for a power of two n.
func (g *generator) index(n, depth int) *Expr {
	t := pick(g, []Type{I32, U32, U8, I16, I64, U64})
	return of(Int, fmt.Sprintf("(int(%%s) & %d)", n-1), g.expr(t, depth))
}

func binary(ops ...string) func(*generator, Type, int) *Expr {
	return func(g *generator, t Type, d int) *Expr {
		return of(t, "(%s "+escape(pick(g, ops))+" %s)", g.expr(t, d), g.expr(t, d-g.IntN(2)))
	}
}

func withLiteral(ops ...string) func(*generator, Type, int) *Expr {
	return func(g *generator, t Type, d int) *Expr {
		return of(t, "(%s "+escape(pick(g, ops))+" "+g.literal(t)+")", g.expr(t, d))
	}
}

// roundedBy draws one of the operations. In a kernel whose products are rounded
// it converts a product or a quotient to its own type, which keeps it out of a
// fused multiply-add.
func roundedBy(rule func(...string) func(*generator, Type, int) *Expr, ops ...string) func(*generator, Type, int) *Expr {
	return func(g *generator, t Type, d int) *Expr {
		op := pick(g, ops)
		e := rule(op)(g, t, d)
		if g.rounded && (op == "*" || op == "/") {
			e.Form = t.String() + e.Form
		}
		return e
	}
}

func escape(op string) string {
	if op == "%" {
		return "%%"
	}
	return op
}

func unary(forms ...string) func(*generator, Type, int) *Expr {
	return func(g *generator, t Type, d int) *Expr { return of(t, pick(g, forms), g.expr(t, d)) }
}

// only restricts a rule to some types.
func only(rule func(*generator, Type, int) *Expr, types ...Type) func(*generator, Type, int) *Expr {
	return func(g *generator, t Type, d int) *Expr {
		for _, u := range types {
			if u == t {
				return rule(g, t, d)
			}
		}
		return nil
	}
}

// The rules refer to expr, which refers to them: hence init.
var intRules, floatRules, boolRules []exprRule

func init() {
	intRules = []exprRule{
		{20, binary("+", "-", "*", "&", "|", "^", "&^")},
		{14, withLiteral("+", "-", "*", "&", "|", "^", "/", "%")},
		{5, func(g *generator, t Type, d int) *Expr {
			return of(t, "(%s "+escape(pick(g, []string{"/", "%"}))+" (%s | 1))", g.expr(t, d), g.expr(t, d-1))
		}},
		{8, func(g *generator, t Type, d int) *Expr {
			op := pick(g, []string{"<<", ">>"})
			if g.chance(60) {
				return of(t, fmt.Sprintf("(%%s %s %d)", op, g.IntN(t.bits())), g.expr(t, d))
			}
			count := pick(g, []string{"(%s & 15)", "%s"}) // any unsigned count is defined
			return of(t, "(%s "+op+" "+count+")", g.expr(t, d), g.expr(pick(g, []Type{U8, U32, U64}), d-1))
		}},
		{4, unary("(-%s)", "(^%s)")},
		{4, unary("min(%s, 9)", "max(%s, 9)", "min(max(%s, 2), 100)")},
		{4, func(g *generator, t Type, d int) *Expr { return of(t, "min(%s, %s)", g.expr(t, d), g.expr(t, d)) }},
		{12, func(g *generator, t Type, d int) *Expr {
			return of(t, t.String()+"(%s)", g.expr(pick(g, integers), d))
		}},
		{5, func(g *generator, t Type, d int) *Expr {
			return of(t, t.String()+"(small(%s))", g.expr(pick(g, []Type{F32, F64}), d))
		}},
		{3, only(unary("uint32(gpu.Popc(%s))", "uint32(gpu.Clz(%s))", "gpu.Brev(%s)", "uint32(gpu.Ffs(%s))"), U32)},
		{3, only(unary("uint64(gpu.Popcll(%s))", "uint64(gpu.Clzll(%s))", "gpu.Brevll(%s)"), U64)},
		{3, only(func(g *generator, t Type, d int) *Expr { return g.pairField(t, "A") }, I32)},
		{3, only(func(g *generator, t Type, d int) *Expr { return g.pairField(t, "sum()") }, I32)},
		{2, only(func(g *generator, t Type, d int) *Expr { return g.pairElement(t, d) }, U16)},
		{8, loadInput}, {2, special}, {3, loadSymbol}, {8, loadArray}, {6, chosen}, {5, called}, {10, leafRule},
	}
	floatRules = []exprRule{
		{20, roundedBy(binary, "+", "-", "*")},
		{14, roundedBy(withLiteral, "+", "-", "*", "/")},
		{4, func(g *generator, t Type, d int) *Expr {
			return of(t, "(%s / (tame(%s) + 2000))", g.expr(t, d), g.expr(t, d-1))
		}},
		{4, unary("(-%s)")},
		{8, unary("tame(%s)")},
		{6, func(g *generator, t Type, d int) *Expr {
			return of(t, pick(g, []string{"min(%s, %s)", "max(%s, %s)"}), g.expr(t, d), g.expr(t, d))
		}},
		{12, func(g *generator, t Type, d int) *Expr { return of(t, t.String()+"(%s)", g.expr(pick(g, numbers), d)) }},
		{6, only(unary("gpu.Sqrt(gpu.Abs(%s))", "gpu.Floor(%s)", "gpu.Ceil(%s)", "gpu.Trunc(%s)", "gpu.Round(%s)", "gpu.Sin(%s)", "gpu.Rcp(%s)"), F32)},
		{3, only(func(g *generator, t Type, d int) *Expr {
			return of(t, "gpu.Fma(%s, %s, %s)", g.expr(t, d), g.expr(t, d), g.expr(t, d))
		}, F32)},
		{6, only(unary("root(%s)", "math.Floor(%s)", "math.Abs(%s)", "math.Cos(%s)", "math.Trunc(%s)"), F64)},
		{3, only(vectorField, F32)},
		{3, only(func(g *generator, t Type, d int) *Expr { return g.pairField(t, "B") }, F32)},
		{3, only(func(g *generator, t Type, d int) *Expr { return g.pairField(t, "D") }, F64)},
		{8, loadInput}, {2, special}, {3, loadSymbol}, {8, loadArray}, {6, chosen}, {5, called}, {10, leafRule},
	}
	boolRules = []exprRule{
		{30, func(g *generator, _ Type, d int) *Expr {
			t := pick(g, numbers)
			op := pick(g, []string{"==", "!=", "<", "<=", ">", ">="})
			if g.chance(50) {
				return of(Bool, "(%s "+op+" "+g.literal(t)+")", g.expr(t, d))
			}
			return of(Bool, "(%s "+op+" %s)", g.expr(t, d), g.expr(t, d-1))
		}},
		{12, binary("&&", "||")},
		{4, unary("(!%s)")},
		{4, binary("==", "!=")},
		{4, leafRule},
	}
}

func leafRule(g *generator, t Type, _ int) *Expr { return g.leaf(t) }

func chosen(g *generator, t Type, d int) *Expr {
	return of(t, "choose(%s, %s, %s)", g.expr(Bool, d), g.expr(t, d), g.expr(t, d-1))
}

var inputOf = map[Type]string{U8: "iu8", I16: "ii16", I32: "ii32", U32: "iu32", I64: "ii64", F32: "if32", F64: "if64"}

func loadInput(g *generator, t Type, d int) *Expr {
	in, ok := inputOf[t]
	if !ok || g.inHelper {
		return nil
	}
	return of(t, in+"[%s]", g.index(InputLen, d-1))
}

func loadArray(g *generator, t Type, d int) *Expr {
	var fit []array
	for _, a := range g.arrays {
		if a.typ == t {
			fit = append(fit, a)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	a := pick(g, fit)
	if g.chance(40) {
		return of(t, fmt.Sprintf("%s[%d]", a.name, g.IntN(a.len)))
	}
	return of(t, a.name+"[%s]", g.index(a.len, d-1))
}

func (g *generator) pairField(t Type, field string) *Expr {
	if len(g.pairs) == 0 {
		return nil
	}
	return of(t, pick(g, g.pairs)+"."+field)
}

func (g *generator) pairElement(t Type, d int) *Expr {
	if len(g.pairs) == 0 {
		return nil
	}
	return of(t, pick(g, g.pairs)+".C[(%s)%%3]", g.index(16, d-1))
}

// called returns a call of a helper with one result.
func called(g *generator, t Type, d int) *Expr {
	for _, h := range g.helpers {
		if len(h.results) == 1 && h.results[0] == t {
			return g.call(h, d)
		}
	}
	return nil
}

func (g *generator) call(h *function, d int) *Expr {
	form, args := h.name+"(", []*Expr{}
	for i, p := range h.params {
		if i > 0 {
			form += ", "
		}
		form += "%s"
		args = append(args, g.expr(p.typ, d-1))
	}
	if h.depth > 0 {
		form += fmt.Sprintf(", %d", h.depth)
	}
	return of(h.results[0], form+")", args...)
}
