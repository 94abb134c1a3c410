package hostc

// This file is values and what C computes with them.

import (
	"strconv"

	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// value is the value of an expression. One that is not known has a type only.
type value struct {
	t     *typ
	known bool
	// bits is an integer, extended to 64 bits; the address of a pointer, or of an array or
	// struct; a float64 of a floating type.
	bits uint64
	fn   *function
}

// function is what can be called: a function of the source, or a lambda with its variables.
type function struct {
	name  string
	decls []*syntax.Func
	args  []syntax.Arg
	env   *scope
	this  *lvalue
}

// lvalue is a place in memory.
type lvalue struct {
	t    *typ
	addr uint64
}

func unknown(t *typ) value { return value{t: t} }

func intValue(t *typ, n int64) value {
	return value{t: t, known: true, bits: number.Convert(uint64(n), number.Long, t.num)}
}

func floatValue(t *typ, f float64) value {
	return value{t: t, known: true, bits: number.Bits(f, t.num)}
}

func (v value) float() float64 { return number.Real(v.bits, v.t.num) }

func (v value) int() int64 { return int64(v.bits) }

// truth says whether a condition holds.
func (v value) truth() (holds, known bool) {
	if !v.known {
		return false, false
	}
	if v.t.kind == floating {
		return v.float() != 0, true
	}
	return v.bits != 0, true
}

// convert converts a value to a type.
func convert(v value, t *typ) value {
	switch {
	case v.t == t:
		return v
	case t.kind == opaque || v.t.kind == opaque && !v.known:
		if t.kind == opaque {
			return v
		}
		return unknown(t)
	case t.kind == void:
		return value{t: voidType}
	case !v.known || v.fn != nil:
		return value{t: t, fn: v.fn, known: v.known}
	case t.number() && v.t.number():
		return value{t: t, known: true, bits: number.Convert(v.bits, v.t.num, t.num)}
	case t.number():
		return value{t: t, known: true, bits: number.Fit(v.bits, t.num)}
	case t.kind == pointer:
		v.t = t
		return v
	}
	return v // of a struct, an array
}

// common is the type in which C computes with two numbers.
func common(a, b *typ) *typ { return numbers[number.Common(a.num, b.num)] }

func promoted(t *typ) *typ { return numbers[number.Promoted(t.num)] }

// numbers are the types by their kinds.
var numbers = map[number.Kind]*typ{
	number.Int: intType, number.UInt: uintType, number.Long: longType, number.ULong: sizeType, number.LongLong: longType, number.ULongLong: sizeType,
	number.Float: floatType, number.Double: doubleType,
}

// binary computes an operator of two values.
func (m *machine) binary(op string, x, y value) value {
	switch {
	case x.t.kind == pointer || y.t.kind == pointer:
		return pointerOperation(op, x, y)
	case !x.t.number() || !y.t.number():
		if number.Compares(op) {
			return unknown(boolType)
		}
		if x.t.kind == opaque {
			return unknown(y.t)
		}
		return unknown(x.t)
	}
	operands, result := operationTypes(op, x.t, y.t)
	compute := number.Of(op, operands.num)
	if !x.known || !y.known || compute == nil {
		return unknown(result)
	}
	bits, known := compute(convert(x, operands).bits, convert(y, operands).bits)
	return value{t: result, known: known, bits: bits}
}

// operationTypes returns the type in which an operator computes, and that of its result.
func operationTypes(op string, x, y *typ) (operands, result *typ) {
	switch {
	case op == "<<" || op == ">>":
		return promoted(x), promoted(x)
	case number.Compares(op):
		return common(x, y), boolType
	}
	return common(x, y), common(x, y)
}

func truthValue(b bool) value { return value{t: boolType, known: true, bits: number.Truth(b)} }

func pointerOperation(op string, x, y value) value {
	known := x.known && y.known
	switch {
	case number.Compares(op):
		bits, _ := number.Of(op, number.ULong)(x.bits, y.bits)
		return value{t: boolType, known: known, bits: bits}
	case !known:
		if op == "-" && x.t.kind == y.t.kind {
			return unknown(longType)
		}
		if x.t.kind == pointer {
			return unknown(x.t)
		}
		return unknown(y.t)
	case x.t.kind == pointer && y.t.kind == pointer:
		return intValue(longType, (x.int()-y.int())/int64(max(x.t.elem.size, 1)))
	case y.t.kind == pointer:
		x, y = y, x
	}
	step := y.int() * int64(max(x.t.elem.size, 1))
	if op == "-" {
		step = -step
	}
	x.bits += uint64(step)
	return x
}

// literal reads a number, a character or a text.
func (m *machine) literal(text string) value {
	switch text[0] {
	case '"':
		return m.text(text)
	case '\'':
		c, ok := lex.Character(text)
		return value{t: charType, known: ok, bits: number.Fit(uint64(c), number.Char)}
	}
	if n, suffix, ok := lex.Integer(text); ok {
		return value{t: numbers[number.OfLiteral(n, suffix, text[0] == '0')], known: true, bits: n}
	}
	digits, suffix, ok := lex.Float(text)
	t := doubleType
	if suffix == "f" {
		t = floatType
	}
	f, err := strconv.ParseFloat(digits, 8*t.size)
	if !ok || err != nil {
		return unknown(t)
	}
	return floatValue(t, f)
}

// unquoted returns the bytes of a text in quotes.
func unquoted(text string) string {
	s, ok := lex.Text(text)
	if !ok {
		return ""
	}
	return s
}

// text puts a text into memory, once.
func (m *machine) text(quoted string) value {
	addr, ok := m.texts[quoted]
	if !ok {
		s := unquoted(quoted)
		addr = m.alloc(len(s)+1, true)
		for i := range len(s) {
			m.mem.setWord(addr+uint64(i), 1, uint64(s[i]), true)
		}
		m.texts[quoted] = addr
	}
	return value{t: pointerTo(charType), known: true, bits: addr}
}
