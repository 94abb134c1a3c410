package cfront

// This file computes constants by the rules of C.

import (
	"go/ast"
	"math"
	"regexp"
	"strconv"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// cval is the value of a constant: of a float in f, of another number in i, in the width
// of its type.
type cval struct {
	i int64
	f float64
}

// val is an expression that was translated.
type val struct {
	x  ast.Expr // in Go; nil for none
	t  *typ
	at diag.Pos
	lv bool // it has an address
	// ptr is the address in Go, when x reads through a pointer.
	ptr ast.Expr
	c   *cval
	// variable says that c is the value of a constant variable, which has a type that is const;
	// outside, that it is declared outside of functions, so that a kernel has no address of it.
	variable, outside bool
	literal           bool // it is a number as written: only such a 0 is a null pointer
	// signed is, of an unsigned int that was computed from ints, the same bits computed as
	// an int: both wrap in Go. The compiler knows more of an int.
	signed ast.Expr
	// truth is, of an int that & | ^ made of bools, the same as a bool.
	truth ast.Expr
	// special names an index variable, such as ThreadIdx.
	special string
	tex     *object      // of a texture
	list    *syntax.List // instead of x, of an argument in braces
	held    *tree.Stmt   // of an argument that later ones may change: where its value is kept
	simple  bool         // x may stand twice: it has no effects and loads nothing
	// chosen makes of the copy of one of two variables that variable itself; nil for other values.
	chosen func() val
}

// bits returns a constant as package number has it.
func (c cval) bits(t *typ) uint64 {
	if t.isFloat() {
		return number.Bits(c.f, t.num())
	}
	return uint64(c.i)
}

// cvalOf is the constant of bits.
func cvalOf(bits uint64, t *typ) cval {
	if t.isFloat() {
		return cval{f: math.Float64frombits(bits)}
	}
	return cval{i: int64(bits)}
}

// constantOf returns a constant as a val.
func constantOf(c cval, t *typ, at diag.Pos) val {
	t = t.plain()
	if t.k == float {
		c.f = float64(float32(c.f))
	} else if t.isInt() {
		c.i = int64(number.Fit(uint64(c.i), t.num()))
	}
	return val{x: c.expr(t), t: t, at: at, c: &c, simple: true}
}

func intConstant(i int64, t *typ, at diag.Pos) val { return constantOf(cval{i: i}, t, at) }

// expr returns a constant in Go.
func (c cval) expr(t *typ) ast.Expr {
	switch {
	case t.k == boolean:
		return tree.Name(strconv.FormatBool(c.i != 0))
	case t.isFloat():
		return floatConstant(c.f, t)
	case t.unsigned():
		return tree.Apply(t.goType(), tree.Uint(uint64(c.i)))
	}
	return tree.Apply(t.goType(), tree.Int(c.i))
}

// floatConstant returns a float in Go, which has no constants for infinity, NaN and -0.
func floatConstant(f float64, t *typ) ast.Expr {
	if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && math.Signbit(f) {
		if t.k == float {
			return tree.Apply(tree.Path("math.Float32frombits"), tree.Uint(uint64(math.Float32bits(float32(f)))))
		}
		return tree.Apply(tree.Path("math.Float64frombits"), tree.Uint(math.Float64bits(f)))
	}
	return tree.Apply(t.goType(), tree.Float(f))
}

// literal translates a number.
func literal(text string, at diag.Pos) val {
	if n, suffix, ok := lex.Integer(text); ok {
		v := constantOf(cval{i: int64(n)}, basic(kindOf(number.OfLiteral(n, suffix, text[0] == '0'))), at)
		v.literal = true
		return v
	}
	if number, suffix, ok := lex.Float(text); ok {
		return floatLiteral(number, suffix, at)
	}
	if userSuffix.MatchString(text) {
		panic(refusal{syntax.Unsupported(at, "user-defined literals")})
	}
	refuse(at, diag.Syntax, "write an integer of at most 64 bits, or a number such as 1.5f", "%s is no number", lex.Shortened(text))
	return val{}
}

// userSuffix matches a number with a suffix of a user's own.
var userSuffix = regexp.MustCompile(`^[0-9.']+_`)

func floatLiteral(number, suffix string, at diag.Pos) val {
	t, bits := basic(double), 64
	switch suffix {
	case "f":
		t, bits = floatType, 32
	case "l":
		panic(refusal{syntax.Unsupported(at, "numbers of type long double")})
	}
	f, err := strconv.ParseFloat(number, bits)
	if err != nil {
		refuse(at, diag.Syntax, "write INFINITY, or a smaller number", "%s is no number of type %s", number, t)
	}
	return constantOf(cval{f: f}, t, at)
}

// character translates 'a'.
func character(text string, at diag.Pos) val {
	c, ok := lex.Character(text)
	if !ok {
		refuse(at, diag.Syntax, "write one character of ASCII such as 'a', or a number", "%s is no character of one byte", text)
	}
	return intConstant(int64(c), basic(char), at)
}

// convertConstant converts a constant to a number type.
func convertConstant(v val, t *typ) val {
	return constantOf(cvalOf(number.Convert(v.c.bits(v.t), v.t.num(), t.num()), t), t, v.at)
}

// fold computes x op y of one type; ok is false when it cannot be computed.
func fold(op string, x, y val, at diag.Pos) (v val, ok bool) {
	compute := number.Of(op, x.t.num())
	if compute == nil {
		return v, false
	}
	bits, ok := compute(x.c.bits(x.t), y.c.bits(y.t))
	t := x.t
	if number.Compares(op) {
		t = boolType
	}
	return constantOf(cvalOf(bits, t), t, at), ok
}
