package hostc

// This file is values and what C computes with them.

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

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

func intValue(t *typ, n int64) value { return value{t: t, known: true, bits: uint64(n)}.wrapped() }

func floatValue(t *typ, f float64) value {
	if t.size == 4 {
		f = float64(float32(f))
	}
	return value{t: t, known: true, bits: math.Float64bits(f)}
}

func (v value) float() float64 {
	switch {
	case v.t.kind == floating:
		return math.Float64frombits(v.bits)
	case v.t.signed:
		return float64(int64(v.bits))
	}
	return float64(v.bits)
}

func (v value) int() int64 { return int64(v.bits) }

// wrapped reduces an integer to the size of its type.
func (v value) wrapped() value {
	shift := uint(64 - 8*v.t.size)
	switch {
	case v.t.kind == boolean:
		if v.bits != 0 {
			v.bits = 1
		}
	case v.t.kind != integer || shift == 0:
	case v.t.signed:
		v.bits = uint64(int64(v.bits<<shift) >> shift)
	default:
		v.bits = v.bits << shift >> shift
	}
	return v
}

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
	case t.kind == floating && v.t.number():
		return floatValue(t, v.float())
	case (t.kind == integer || t.kind == boolean) && v.t.kind == floating:
		if t.kind == boolean {
			return intValue(t, map[bool]int64{true: 1}[v.float() != 0])
		}
		return intValue(t, clampedInt(v.float()))
	case t.number() || t.kind == pointer:
		v.t = t
		return v.wrapped()
	}
	return v // of a struct, an array
}

func clampedInt(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return int64(uint64(math.Min(f, math.MaxUint64/2)))
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// common is the type in which C computes with two numbers.
func common(a, b *typ) *typ {
	switch {
	case a.kind == floating || b.kind == floating:
		if a.kind == floating && (b.kind != floating || a.size >= b.size) {
			return a
		}
		return b
	}
	a, b = promoted(a), promoted(b)
	switch {
	case a.size > b.size || a.size == b.size && !a.signed:
		return a
	}
	return b
}

func promoted(t *typ) *typ {
	if t.kind != integer || t.size < intType.size {
		return intType
	}
	return t
}

var comparisons = map[string]bool{"==": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true}

// binary computes an operator of two values.
func (m *machine) binary(op string, x, y value) value {
	switch {
	case x.t.kind == pointer || y.t.kind == pointer:
		return pointerOperation(op, x, y)
	case !x.t.number() || !y.t.number():
		if comparisons[op] {
			return unknown(boolType)
		}
		if x.t.kind == opaque {
			return unknown(y.t)
		}
		return unknown(x.t)
	}
	t := common(x.t, y.t)
	if op == "<<" || op == ">>" {
		t = promoted(x.t)
	}
	if !x.known || !y.known {
		if comparisons[op] {
			t = boolType
		}
		return unknown(t)
	}
	if t.kind == floating {
		return floatOperation(op, t, x.float(), y.float())
	}
	return intOperation(op, t, convert(x, t), convert(y, promoted(y.t)), convert(y, t))
}

func truthValue(b bool) value {
	if b {
		return value{t: boolType, known: true, bits: 1}
	}
	return value{t: boolType, known: true}
}

func floatOperation(op string, t *typ, a, b float64) value {
	switch op {
	case "+":
		return floatValue(t, a+b)
	case "-":
		return floatValue(t, a-b)
	case "*":
		return floatValue(t, a*b)
	case "/":
		return floatValue(t, a/b)
	case "<":
		return truthValue(a < b)
	case ">":
		return truthValue(a > b)
	case "<=":
		return truthValue(a <= b)
	case ">=":
		return truthValue(a >= b)
	case "==":
		return truthValue(a == b)
	case "!=":
		return truthValue(a != b)
	}
	return unknown(t)
}

func intOperation(op string, t *typ, x, shift, y value) value {
	a, b := x.bits, y.bits
	less := a < b
	if t.signed {
		less = int64(a) < int64(b)
	}
	switch op {
	case "+":
		a += b
	case "-":
		a -= b
	case "*":
		a *= b
	case "/", "%":
		return quotient(op, t, a, b)
	case "&":
		a &= b
	case "|":
		a |= b
	case "^":
		a ^= b
	case "<<":
		a <<= shift.bits & 63
	case ">>":
		if t.signed {
			a = uint64(int64(a) >> (shift.bits & 63))
		} else {
			a >>= shift.bits & 63
		}
	case "<":
		return truthValue(less)
	case ">":
		return truthValue(!less && a != b)
	case "<=":
		return truthValue(less || a == b)
	case ">=":
		return truthValue(!less)
	case "==":
		return truthValue(a == b)
	case "!=":
		return truthValue(a != b)
	default:
		return unknown(t)
	}
	return value{t: t, known: true, bits: a}.wrapped()
}

// quotient divides; by zero it knows nothing.
func quotient(op string, t *typ, a, b uint64) value {
	switch {
	case b == 0 || t.signed && int64(b) == -1 && int64(a) == math.MinInt64:
		return unknown(t)
	case t.signed && op == "/":
		return intValue(t, int64(a)/int64(b))
	case t.signed:
		return intValue(t, int64(a)%int64(b))
	case op == "/":
		return value{t: t, known: true, bits: a / b}
	}
	return value{t: t, known: true, bits: a % b}
}

func pointerOperation(op string, x, y value) value {
	known := x.known && y.known
	switch {
	case comparisons[op]:
		if !known {
			return unknown(boolType)
		}
		return intOperation(op, sizeType, x, y, y)
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
	switch {
	case text[0] == '"':
		return m.text(text)
	case text[0] == '\'':
		if s := unquoted(text, '\''); s != "" {
			r, _ := utf8.DecodeRuneInString(s)
			return intValue(charType, int64(r))
		}
		return unknown(charType)
	}
	digits := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	hex := strings.HasPrefix(digits, "0x")
	if !hex && strings.ContainsAny(digits, ".e") || hex && strings.Contains(digits, "p") {
		t := doubleType
		if strings.HasSuffix(digits, "f") {
			t = floatType
		}
		f, err := strconv.ParseFloat(strings.TrimRight(digits, "fl"), 64)
		if err != nil && math.IsNaN(f) {
			return unknown(t)
		}
		return floatValue(t, f)
	}
	if body, ok := strings.CutSuffix(digits, "f"); ok && !hex {
		f, _ := strconv.ParseFloat(body, 64)
		return floatValue(floatType, f)
	}
	body := strings.TrimRight(digits, "ulz")
	n, err := strconv.ParseUint(body, 0, 64)
	if err != nil {
		return unknown(intType)
	}
	return value{t: literalType(n, digits[len(body):], hex || strings.HasPrefix(body, "0")), known: true, bits: n}.wrapped()
}

func literalType(n uint64, suffix string, based bool) *typ {
	unsigned, long := strings.Contains(suffix, "u"), strings.ContainsAny(suffix, "lz")
	switch {
	case !long && n <= math.MaxInt32 && !unsigned:
		return intType
	case !long && n <= math.MaxUint32 && (unsigned || based):
		return uintType
	case unsigned || n > math.MaxInt64:
		return sizeType
	}
	return longType
}

// unquoted returns what stands between quotes.
func unquoted(text string, quote byte) string {
	var b strings.Builder
	rest := strings.Trim(text, string(quote))
	for rest != "" {
		r, multi, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		if multi || r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		rest = tail
	}
	return b.String()
}

// text puts a text into memory, once.
func (m *machine) text(quoted string) value {
	addr, ok := m.texts[quoted]
	if !ok {
		s := unquoted(quoted, '"')
		addr = m.mem.alloc(len(s)+1, true)
		for i := range len(s) {
			m.mem.setWord(addr+uint64(i), 1, uint64(s[i]), true)
		}
		m.texts[quoted] = addr
	}
	return value{t: pointerTo(charType), known: true, bits: addr}
}
