package printf

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// directive is one directive of a format of C: %[flags][width][.precision][length]verb.
type directive struct {
	text             string // as it is written
	flags            string
	width, precision int // none where the format has no number, starred where an argument has it
	length           string
	verb             byte
}

// The widths and precisions that are not numbers of the format.
const none, starred = -1, -2

func (d *directive) has(flag byte) bool { return strings.IndexByte(d.flags, flag) >= 0 }

// argumentVerbs are the verbs that take an argument.
const argumentVerbs = "diuxXocspfFeEgGaA"

// directives divides a format into texts and the directives behind them; the last has none. A
// percent sign without a verb is text.
func directives(format string) iter.Seq2[string, *directive] {
	return func(yield func(string, *directive) bool) {
		for from := 0; ; {
			at := strings.IndexByte(format[from:], '%')
			if at < 0 {
				yield(format[from:], nil)
				return
			}
			d := read(format[from+at:])
			if d == nil {
				yield(format[from:], nil)
				return
			}
			if !yield(format[from:from+at], d) {
				return
			}
			from += at + len(d.text)
		}
	}
}

// read reads the directive that a text begins with; nil where the text ends before its verb.
func read(text string) *directive {
	d, rest := &directive{}, text[1:]
	d.flags, rest = span(rest, "-+ #0")
	d.width, rest = number(rest)
	d.precision = none
	if after, ok := strings.CutPrefix(rest, "."); ok {
		if d.precision, rest = number(after); d.precision == none {
			d.precision = 0
		}
	}
	if d.length, rest = span(rest, "hlzjtL"); rest == "" {
		return nil
	}
	d.verb, d.text = rest[0], text[:len(text)-len(rest)+1]
	return d
}

// span divides a text behind its first bytes that are in a set.
func span(text, set string) (first, rest string) {
	n := len(text) - len(strings.TrimLeft(text, set))
	return text[:n], text[n:]
}

// number reads a width or a precision.
func number(text string) (n int, rest string) {
	if after, ok := strings.CutPrefix(text, "*"); ok {
		return starred, after
	}
	digits, rest := span(text, "0123456789")
	if digits == "" {
		return none, rest
	}
	n, _ = strconv.Atoi(digits) // the largest number where it is larger
	return n, rest
}

// Verb is an argument that a format takes: that of a verb, or a width or a precision (*).
type Verb struct {
	Char   byte // 'd', 'f', 's' …, as in C, or '*'
	Bytes  int  // of its argument, as C passes it
	Float  bool
	Signed bool
}

// The sizes of arguments in bytes: C passes smaller ones as these.
const intBytes, longBytes = 4, 8

// Verbs returns the arguments that a format of C takes. bad is the verb that kernels do not have; 0 for
// none.
func Verbs(format string) (list []Verb, bad byte) {
	for _, d := range directives(format) {
		switch {
		case d == nil || d.verb == '%':
			continue
		case strings.IndexByte(argumentVerbs, d.verb) < 0:
			return nil, d.verb
		}
		for _, n := range []int{d.width, d.precision} {
			if n == starred {
				list = append(list, Verb{Char: '*', Bytes: intBytes, Signed: true})
			}
		}
		list = append(list, d.argument())
	}
	return list, 0
}

// Kernel returns a format as a device reads it, which knows the lengths h, l and ll, and no precision from an
// argument: a directive with others is text there (an H200, CUDA 13). bad is a directive that a device does not
// have, or reads wrong: with the length hh it takes a part of its argument.
func Kernel(format string) (text, bad string) {
	var b strings.Builder
	for before, d := range directives(format) {
		b.WriteString(before)
		switch {
		case d == nil:
		case d.length == "hh" || d.verb != '%' && strings.IndexByte(argumentVerbs, d.verb) < 0:
			return "", d.text
		case d.precision == starred || !slices.Contains([]string{"", "h", "l", "ll"}, d.length):
			b.WriteString("%" + d.text)
		default:
			b.WriteString(d.text)
		}
	}
	return b.String(), ""
}

// argument is the argument of the verb itself.
func (d *directive) argument() Verb {
	v := Verb{Char: d.verb, Bytes: intBytes}
	switch {
	case strings.IndexByte("fFeEgGaA", d.verb) >= 0:
		v.Bytes, v.Float = longBytes, true
	case d.verb == 'p' || d.verb == 's':
		v.Bytes = longBytes
	case d.verb != 'c' && d.length != "" && d.length[0] != 'h':
		v.Bytes = longBytes
	}
	v.Signed = d.verb == 'd' || d.verb == 'i'
	return v
}

// Texts puts texts into a format of C in the place of %s: the text of argument i, where there is
// one. The others stay.
func Texts(format string, text func(i int) (string, bool)) string {
	var b strings.Builder
	i := 0
	for before, d := range directives(format) {
		b.WriteString(before)
		if d == nil || d.verb == '%' {
			b.WriteString(d.String())
			continue
		}
		if d.width == starred || d.precision == starred {
			b.WriteString(d.text)
			verbs, _ := Verbs(d.text)
			i += len(verbs)
			continue
		}
		s, ok := "", false
		if d.verb == 's' {
			s, ok = text(i)
		}
		if i++; ok {
			b.WriteString(strings.ReplaceAll(C(d.text, s), "%", "%%"))
		} else {
			b.WriteString(d.text)
		}
	}
	return b.String()
}

// String is the directive as it is written; "" for none.
func (d *directive) String() string {
	if d == nil {
		return ""
	}
	return d.text
}
