// Package printf reads formats of C's printf and writes them with Go's verbs.
//
// Not read: widths and precisions from arguments (%*d) and %n, which kernels cannot use.
package printf

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"unicode"

	"gpucourse/gpusim/internal/padding"
)

// verb matches a verb of a format.
var verb = regexp.MustCompile(`%[-+# 0-9.]*[lhzjt]*[a-zA-Z%]`)

// Verb is one verb of a format.
type Verb struct {
	Char   byte // 'd', 'f', 's' …, as in C
	Bytes  int  // of its argument, as C passes it
	Float  bool
	Signed bool
}

// Format returns a format of C with Go's verbs, and its verbs. bad is the verb that cannot be
// read; 0 for none.
func Format(text string) (format string, verbs []Verb, bad byte) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		b.WriteByte(text[i])
		if text[i] != '%' {
			continue
		}
		flags := i + 1
		for i++; i < len(text) && strings.IndexByte("+-# 0123456789.", text[i]) >= 0; i++ {
		}
		b.WriteString(text[flags:i])
		long := 0
		for ; i < len(text) && strings.IndexByte("lhzjt", text[i]) >= 0; i++ {
			if text[i] != 'h' {
				long++
			}
		}
		if i == len(text) {
			break
		}
		v, goVerb := verbOf(text[i], long > 0)
		if goVerb == 0 {
			return "", nil, text[i]
		}
		if (goVerb == 'g' || goVerb == 'G') && !strings.Contains(text[flags:i], ".") {
			b.WriteString(shortPrecision)
		}
		if b.WriteByte(goVerb); v.Bytes > 0 {
			verbs = append(verbs, v)
		}
	}
	return b.String(), verbs, 0
}

// shortPrecision is what %g of C has where none is written; Go's has as many digits as it takes.
const shortPrecision = ".6"

// Print writes a format with Go's verbs as a device prints it: an infinite number and one that is
// none are words of C.
func Print(w io.Writer, format string, args ...any) (n int, err error) {
	words := make([]any, len(args))
	for i, a := range args {
		words[i] = a
		switch f := a.(type) {
		case float32:
			words[i] = wordOf(float64(f), a)
		case float64:
			words[i] = wordOf(f, a)
		}
	}
	return fmt.Fprintf(w, format, words...)
}

// word is a number that no digits write.
type word float64

func wordOf(f float64, a any) any {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return word(f)
	}
	return a
}

// Format implements fmt.Formatter.
func (f word) Format(s fmt.State, verb rune) {
	text := "inf"
	if math.IsNaN(float64(f)) {
		text = "nan"
	}
	switch {
	case math.Signbit(float64(f)):
		text = "-" + text
	case s.Flag('+'):
		text = "+" + text
	case s.Flag(' '):
		text = " " + text
	}
	if unicode.IsUpper(verb) {
		text = strings.ToUpper(text)
	}
	width, _ := s.Width()
	if s.Flag('-') {
		width = -width
	}
	fmt.Fprintf(s, "%*s", width, text)
}

// The sizes of arguments in bytes: C passes smaller ones as these.
const intBytes, longBytes = 4, 8

// verbOf returns a verb and what Go writes for it; 0 for one that cannot be read.
func verbOf(c byte, long bool) (v Verb, goVerb byte) {
	v = Verb{Char: c, Bytes: intBytes}
	if long {
		v.Bytes = longBytes
	}
	switch c {
	case '%':
		return Verb{}, '%'
	case 'd', 'i':
		v.Signed = true
		return v, 'd'
	case 'u':
		return v, 'd'
	case 'x', 'X', 'o', 'c':
		return v, c
	case 'e', 'E', 'f', 'F', 'g', 'G':
		return Verb{Char: c, Bytes: longBytes, Float: true}, c
	case 'p':
		return Verb{Char: c, Bytes: longBytes}, 'x'
	case 's':
		return Verb{Char: c, Bytes: longBytes}, 's'
	}
	return Verb{}, 0
}

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

// Value returns an argument from its bytes, little-endian, as Go's verbs take it.
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

// Texts puts texts into a format of C in the place of %s: the text of argument i, where there is
// one. The others stay.
func Texts(format string, text func(i int) (string, bool)) string {
	i := -1
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		if v == "%%" {
			return v
		}
		if i++; !strings.HasSuffix(v, "s") {
			return v
		}
		s, ok := text(i)
		if !ok {
			return v
		}
		if v != "%s" {
			s = fmt.Sprintf(v, s)
		}
		return strings.ReplaceAll(s, "%", "%%")
	})
}
