package cfront

// This file computes constants by the rules of C.

import (
	"go/ast"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
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

// fit returns an integer as a type holds it.
func fit(i int64, t *typ) int64 {
	switch t.k {
	case boolean:
		if i != 0 {
			return 1
		}
		return 0
	case char, schar:
		return int64(int8(i))
	case uchar:
		return int64(uint8(i))
	case short:
		return int64(int16(i))
	case ushort:
		return int64(uint16(i))
	case integer:
		return int64(int32(i))
	case uinteger:
		return int64(uint32(i))
	}
	return i
}

// constantOf returns a constant as a val.
func constantOf(c cval, t *typ, at diag.Pos) val {
	t = t.plain()
	if t.k == float {
		c.f = float64(float32(c.f))
	} else if t.isInt() {
		c.i = fit(c.i, t)
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
		v := constantOf(cval{i: int64(n)}, basic(literalKind(n, suffix, text[0] == '0')), at)
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

// literalKind returns the type of an integer, by C's rules.
func literalKind(n uint64, suffix string, notDecimal bool) kind {
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	switch {
	case longs == 2 && unsigned, longs == 2 && n > math.MaxInt64:
		return ulonglong
	case longs == 2:
		return longlong
	case longs == 0 && !unsigned && n <= math.MaxInt32:
		return integer
	case longs == 0 && (unsigned || notDecimal) && n <= math.MaxUint32:
		return uinteger
	case !unsigned && n <= math.MaxInt64:
		return long
	}
	return ulong
}

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
	c := *v.c
	switch {
	case t.isFloat() && v.t.isInt():
		if c.f = float64(c.i); v.t.unsigned() {
			c.f = float64(uint64(c.i))
		}
	case t.k == boolean && v.t.isFloat():
		c.i = truth(c.f != 0)
	case t.isInt() && v.t.isFloat():
		if c.f > math.MaxInt64 {
			c.i = int64(uint64(c.f))
		} else {
			c.i = int64(c.f)
		}
	}
	return constantOf(c, t, v.at)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// fold computes x op y of one type; ok is false when it cannot be computed.
func fold(op string, x, y val, at diag.Pos) (v val, ok bool) {
	t := x.t
	if t.isFloat() {
		f, ok := foldFloat(op, x.c.f, y.c.f)
		return constantOf(cval{f: f}, t, at), ok
	}
	a, b := x.c.i, y.c.i
	var n int64
	switch op {
	case "+":
		n = a + b
	case "-":
		n = a - b
	case "*":
		n = a * b
	case "&":
		n = a & b
	case "|":
		n = a | b
	case "^":
		n = a ^ b
	case "/", "%":
		if b == 0 {
			return val{}, false
		}
		n = divide(op, a, b, t)
	default:
		return val{}, false
	}
	return intConstant(n, t, at), true
}

func divide(op string, a, b int64, t *typ) int64 {
	if t.unsigned() {
		if op == "/" {
			return int64(uint64(a) / uint64(b))
		}
		return int64(uint64(a) % uint64(b))
	}
	if op == "/" {
		return a / b
	}
	return a % b
}

func foldFloat(op string, a, b float64) (float64, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, true
	}
	return 0, false
}

// foldShift computes x << n or x >> n.
func foldShift(op string, x, n val, at diag.Pos) val {
	count := uint64(n.c.i)
	switch {
	case op == "<<":
		return intConstant(x.c.i<<count, x.t, at)
	case x.t.unsigned():
		return intConstant(int64(uint64(x.c.i)>>count), x.t, at)
	}
	return intConstant(x.c.i>>count, x.t, at)
}

// foldCompare compares constants of one type.
func foldCompare(op string, x, y val, at diag.Pos) val {
	var less, equal bool
	switch {
	case x.t.isFloat():
		less, equal = x.c.f < y.c.f, x.c.f == y.c.f
		if math.IsNaN(x.c.f) || math.IsNaN(y.c.f) {
			return intConstant(truth(op == "!="), boolType, at)
		}
	case x.t.unsigned():
		less, equal = uint64(x.c.i) < uint64(y.c.i), x.c.i == y.c.i
	default:
		less, equal = x.c.i < y.c.i, x.c.i == y.c.i
	}
	holds := map[string]bool{"<": less, "<=": less || equal, ">": !less && !equal, ">=": !less, "==": equal, "!=": !equal}[op]
	return intConstant(truth(holds), boolType, at)
}
