package printf

// This file writes what printf of C writes.

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/padding"
)

// mostDigits bounds a width and a precision. A device keeps no more of what a launch prints.
const mostDigits = 1 << 20

// C returns what printf of C prints: that of the host's library, which writes the text of a kernel, too.
// The arguments are numbers and texts of Go, one for each of Verbs.
func C(format string, args ...any) string {
	var b strings.Builder
	next := func() any {
		a := args[0]
		args = args[1:]
		return a
	}
	for before, d := range directives(format) {
		b.WriteString(before)
		switch {
		case d == nil:
		case d.verb == '%':
			b.WriteByte('%')
		default:
			d.takeStars(next)
			d.width, d.precision = min(d.width, mostDigits), min(d.precision, mostDigits)
			b.WriteString(d.write(next()))
		}
	}
	return b.String()
}

// takeStars takes the width and the precision from arguments. A negative width is one with the flag -, and
// a negative precision none.
func (d *directive) takeStars(next func() any) {
	if d.width == starred {
		if d.width = int(int32(bits(next()))); d.width < 0 {
			d.flags, d.width = d.flags+"-", -d.width
		}
	}
	if d.precision == starred {
		d.precision = max(int(int32(bits(next()))), none)
	}
}

// write writes an argument.
func (d *directive) write(a any) string {
	switch d.verb {
	case 'c':
		return d.pad("", string([]byte{byte(bits(a))}), false)
	case 's':
		text := fmt.Sprint(a)
		if d.precision >= 0 {
			text = text[:min(len(text), d.precision)]
		}
		return d.pad("", text, false)
	case 'p':
		if bits(a) == 0 {
			return d.pad("", "(nil)", false)
		}
		return d.pad("0x", strconv.FormatUint(bits(a), 16), false)
	case 'd', 'i', 'u', 'x', 'X', 'o':
		return d.integer(bits(a))
	}
	return d.float(float(a))
}

// pad brings a number or a text to the width; zeros stand behind the prefix, which is a sign or 0x.
func (d *directive) pad(prefix, text string, zeros bool) string {
	missing := max(d.width-len(prefix)-len(text), 0)
	switch {
	case d.has('-'):
		return prefix + text + strings.Repeat(" ", missing)
	case zeros && d.has('0'):
		return prefix + strings.Repeat("0", missing) + text
	}
	return strings.Repeat(" ", missing) + prefix + text
}

// sign is what stands before a signed number.
func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.has('+'):
		return "+"
	case d.has(' '):
		return " "
	}
	return ""
}

// integerBits are how many bits of an argument count, by the length.
var integerBits = map[string]int{"hh": 8, "h": 16, "": 32}

// integer writes the bits of an integer.
func (d *directive) integer(v uint64) string {
	if n, short := integerBits[d.length]; short {
		v = uint64(int64(v<<(64-n)) >> (64 - n))
		if d.verb != 'd' && d.verb != 'i' {
			v &= 1<<n - 1
		}
	}
	prefix, text := "", ""
	switch d.verb {
	case 'd', 'i':
		negative := int64(v) < 0
		if prefix = d.sign(negative); negative {
			v = -v
		}
		text = strconv.FormatUint(v, 10)
	case 'u':
		text = strconv.FormatUint(v, 10)
	case 'o':
		text = strconv.FormatUint(v, 8)
	default:
		if text = strconv.FormatUint(v, 16); d.has('#') && v != 0 {
			prefix = "0x"
		}
	}
	if v == 0 && d.precision == 0 {
		text = ""
	}
	text = strings.Repeat("0", max(d.precision-len(text), 0)) + text
	if d.verb == 'o' && d.has('#') && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	if d.verb == 'X' {
		prefix, text = strings.ToUpper(prefix), strings.ToUpper(text)
	}
	return d.pad(prefix, text, d.precision == none)
}

// float writes a float.
func (d *directive) float(v float64) string {
	prefix, text := d.sign(math.Signbit(v)), ""
	switch {
	case math.IsNaN(v):
		text = "nan"
	case math.IsInf(v, 0):
		text = "inf"
	case d.verb == 'a' || d.verb == 'A':
		prefix += "0x"
		text = d.hexadecimal(math.Abs(v))
	case d.verb == 'g' || d.verb == 'G':
		text = d.shorter(math.Abs(v))
	default:
		text = d.decimal(d.verb|' ', math.Abs(v), d.digits())
	}
	if d.verb < 'a' {
		prefix, text = strings.ToUpper(prefix), strings.ToUpper(text)
	}
	return d.pad(prefix, text, !math.IsNaN(v) && !math.IsInf(v, 0))
}

// digits is the precision of a float.
func (d *directive) digits() int {
	if d.precision == none {
		return 6
	}
	return d.precision
}

// decimal writes a float in the form f or e. With the flag # it has a point always.
func (d *directive) decimal(form byte, v float64, digits int) string {
	text := strconv.FormatFloat(v, form, digits, 64)
	if digits == 0 && d.has('#') {
		mantissa, exponent, found := strings.Cut(text, "e")
		text = mantissa + "."
		if found {
			text += "e" + exponent
		}
	}
	return text
}

// shorter writes a float as %g: in the form e where the exponent is below −4 or above the digits, else in f,
// and without the zeros at its end.
func (d *directive) shorter(v float64) string {
	digits := max(d.digits(), 1)
	e := strconv.FormatFloat(v, 'e', digits-1, 64)
	_, text, _ := strings.Cut(e, "e")
	exponent, _ := strconv.Atoi(text)
	var mantissa string
	if exponent < -4 || exponent >= digits {
		mantissa, text, _ = strings.Cut(d.decimal('e', v, digits-1), "e")
		text = "e" + text
	} else {
		mantissa, text = d.decimal('f', v, digits-1-exponent), ""
	}
	if strings.Contains(mantissa, ".") && !d.has('#') {
		mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + text
}

// The fields of a 64-bit float.
const fractionBits, exponentBias = 52, 1023

// hexadecimal writes a float as %a without its 0x. A denormal number begins with 0.
func (d *directive) hexadecimal(v float64) string {
	fraction, exponent := math.Float64bits(v), int(math.Float64bits(v)>>fractionBits)-exponentBias
	if v < 0x1p-1022 {
		exponent++
	} else {
		fraction = fraction&(1<<fractionBits-1) | 1<<fractionBits
	}
	if v == 0 {
		exponent = 0
	}
	text := ""
	if dropped := fractionBits - 4*d.precision; d.precision >= 0 && dropped > 0 {
		half, rest := uint64(1)<<(dropped-1), fraction&(1<<dropped-1)
		fraction >>= dropped
		if rest > half || rest == half && fraction&1 == 1 {
			fraction++
		}
		text = fmt.Sprintf("%0*x", d.precision+1, fraction)
		text = text[:len(text)-d.precision] + "." + text[len(text)-d.precision:]
	} else {
		text = fmt.Sprintf("%x.%013x", fraction>>fractionBits, fraction&(1<<fractionBits-1))
		if d.precision == none {
			text = strings.TrimRight(text, "0")
		}
		text += strings.Repeat("0", max(d.precision-13, 0))
	}
	if strings.HasSuffix(text, ".") && !d.has('#') {
		text = strings.TrimSuffix(text, ".")
	}
	return fmt.Sprintf("%sp%+d", text, exponent)
}

// bits are the bits of a number: of a float, those of a double.
func bits(a any) uint64 {
	switch v := a.(type) {
	case int32:
		return uint64(v)
	case uint32:
		return uint64(v)
	case int64:
		return uint64(v)
	case uint64:
		return v
	case bool:
		if v {
			return 1
		}
		return 0
	case float32:
		return math.Float64bits(float64(v))
	case float64:
		return math.Float64bits(v)
	}
	panic(fmt.Sprintf("BUG: printf of a %T", a))
}

// float is a float; an integer's bits are taken for one.
func float(a any) float64 { return math.Float64frombits(bits(a)) }

// Places returns where the arguments of verbs lie behind one another: each aligned to its size.
func Places(verbs []Verb) (at []int) {
	end := 0
	for _, v := range verbs {
		end = padding.Up(end, v.Bytes)
		at, end = append(at, end), end+v.Bytes
	}
	return at
}

// Memory returns the bytes of words of 8 bytes.
func Memory(words []any) (b []byte) {
	for _, x := range words {
		b = binary.LittleEndian.AppendUint64(b, x.(uint64))
	}
	return b
}

// Value returns an argument from its bytes, little-endian, as C takes it.
func (v Verb) Value(b []byte) any {
	switch {
	case v.Float:
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case v.Bytes == intBytes && v.Signed:
		return int32(binary.LittleEndian.Uint32(b))
	case v.Bytes == intBytes:
		return binary.LittleEndian.Uint32(b)
	case v.Signed:
		return int64(binary.LittleEndian.Uint64(b))
	}
	return binary.LittleEndian.Uint64(b)
}
