package hostc

// This file is what a program prints that is played: printf and the streams of C++.

import (
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/printf"
)

// printing are the functions that print, and the manipulators of streams.
var printing map[string]func(m *machine, c *invocation) value

func init() {
	printing = map[string]func(m *machine, c *invocation) value{
		"printf":  func(m *machine, c *invocation) value { return m.printf(c, 0, false) },
		"fprintf": func(m *machine, c *invocation) value { return m.printf(c, 1, m.toError(c.arg(0))) },
		"puts": func(m *machine, c *invocation) value {
			m.play.Print(m.mustText(c.arg(0))+"\n", false)
			return intValue(intType, 1)
		},
		"putchar": func(m *machine, c *invocation) value {
			m.play.Print(string([]byte{byte(m.mustNumber(c.arg(0)).bits)}), false)
			return c.arg(0)
		},
		"fflush": success,
		"assert": func(m *machine, c *invocation) value {
			if holds, known := c.arg(0).truth(); !known {
				m.forgotten()
			} else if !holds {
				m.refuse("the assertion does not hold: the program ends here")
			}
			return value{t: voidType}
		},
		"cudaGetErrorString": func(m *machine, c *invocation) value { return m.errorText(c, false) },
		"cudaGetErrorName":   func(m *machine, c *invocation) value { return m.errorText(c, true) },
		"setprecision":       manipulator, "setw": manipulator, "setfill": manipulator,
	}
	for _, name := range []string{"stdout", "cout", "stderr", "cerr"} {
		streams[name] = value{t: streamType, known: true, bits: uint64(len(streams) / 2)}
	}
	for _, name := range []string{"endl", "flush", "fixed", "scientific", "defaultfloat", "boolalpha", "noboolalpha", "left", "right", "hex", "dec"} {
		streams[name] = value{t: manipulatorType, known: true, fn: &function{name: name}}
	}
}

// streams are standard output and the error output, and the manipulators without arguments.
var streams = map[string]value{}

var (
	streamType      = &typ{kind: opaque, name: "std::ostream", size: 8, align: 8}
	manipulatorType = &typ{kind: opaque, name: "a manipulator", size: 8, align: 8}
)

// manipulator is one with an argument.
func manipulator(m *machine, c *invocation) value {
	return value{t: manipulatorType, known: true, bits: m.mustNumber(c.arg(0)).bits, fn: &function{name: c.name}}
}

func (m *machine) toError(v value) bool {
	if v.t != streamType {
		m.refuse("the program writes to a file")
	}
	return v.bits != 0
}

func (m *machine) errorText(c *invocation, name bool) value {
	n, text := m.play.ErrorText(uint64(uint32(m.mustNumber(c.arg(0)).bits)))
	if name {
		text = n
	}
	return m.textValue(text)
}

// mustText is a text that is known.
func (m *machine) mustText(v value) string {
	text, known := m.textOf(v)
	if !known {
		m.unsetValue(m.play.in)
	}
	return text
}

// mustNumber is a number, or a pointer, that is known.
func (m *machine) mustNumber(v value) value {
	if !v.t.scalar() {
		m.refuse("a value of this type is not read of host code")
	}
	if !v.known {
		m.unsetValue(m.play.in)
	}
	return v
}

// printf prints a format with the arguments behind it.
func (m *machine) printf(c *invocation, at int, toError bool) value {
	text := m.mustText(c.arg(at))
	verbs, bad := printf.Verbs(text)
	if slices.ContainsFunc(verbs, func(v printf.Verb) bool { return v.Char == 'p' }) {
		bad = 'p'
	}
	if bad != 0 {
		m.refuse("the verb %" + string(rune(bad)) + " of a format is not read of host code")
	}
	if len(verbs) > len(c.args)-at-1 {
		m.refuse("the format has more verbs than arguments follow")
	}
	args := make([]any, len(verbs))
	for i, v := range verbs {
		m.play.in = c.expr(at + 1 + i)
		args[i] = m.printed(v, c.arg(at+1+i))
	}
	s := printf.C(text, args...)
	m.play.Print(s, toError)
	return intValue(intType, int64(len(s)))
}

// printed is an argument as a verb prints it: its bits, in the type that the verb says.
func (m *machine) printed(verb printf.Verb, v value) any {
	if verb.Char == 's' {
		return m.mustText(v)
	}
	v = m.mustNumber(v)
	if (v.t.kind == floating) != verb.Float {
		m.refuse("the verb %" + string(rune(verb.Char)) + " of the format does not fit its argument of type " + v.t.name)
	}
	switch {
	case verb.Float:
		return v.float()
	case verb.Signed && verb.Bytes == intType.size:
		return int32(v.bits)
	case verb.Signed:
		return int64(v.bits)
	case verb.Bytes == intType.size:
		return uint32(v.bits)
	}
	return v.bits
}

// stream is how a stream of C++ formats.
type stream struct {
	width     int
	precision int // 6 where it is 0 and was never set
	set       bool
	fill      byte
	float     byte // 'g', or 'f' or 'e'
	words     bool // boolalpha
	left, hex bool
}

// write is stream << v.
func (m *machine) write(of, v value) value {
	s := &m.play.out
	if of.bits != 0 {
		s = &m.play.err
	}
	if v.t == manipulatorType {
		if text := s.change(v); text != "" {
			m.play.Print(text, of.bits != 0)
		}
		return of
	}
	m.play.Print(s.pad(m.streamed(s, v)), of.bits != 0)
	return of
}

// change obeys a manipulator, and returns what it prints.
func (s *stream) change(v value) string {
	switch n := int(v.int()); v.fn.name {
	case "endl":
		return "\n"
	case "setw":
		s.width = n
	case "setprecision":
		s.precision, s.set = n, true
	case "setfill":
		s.fill = byte(n)
	case "fixed":
		s.float = 'f'
	case "scientific":
		s.float = 'e'
	case "defaultfloat":
		s.float = 'g'
	case "boolalpha", "noboolalpha":
		s.words = v.fn.name == "boolalpha"
	case "left", "right":
		s.left = v.fn.name == "left"
	case "hex", "dec":
		s.hex = v.fn.name == "hex"
	}
	return ""
}

// streamed is a value as a stream writes it.
func (m *machine) streamed(s *stream, v value) string {
	if v.t.list || v.t.kind == pointer && v.t.elem.size == 1 && v.t.elem.kind == integer || v.t.kind == array && v.t.elem == charType {
		return m.mustText(v)
	}
	if v.t.kind == pointer {
		m.refuse("an address is printed, which differs from run to run")
	}
	v = m.mustNumber(v)
	switch {
	case v.t.kind == floating:
		precision := s.precision
		if !s.set {
			precision = 6
		}
		verb := s.float
		if verb == 0 {
			verb = 'g'
		}
		return printf.C("%."+strconv.Itoa(precision)+string(rune(verb)), v.float())
	case v.t.kind == boolean && s.words:
		return strconv.FormatBool(v.bits != 0)
	case v.t.kind == integer && v.t.size == 1:
		return string([]byte{byte(v.bits)})
	case s.hex && v.t.size < 8:
		return strconv.FormatUint(v.bits&(1<<(8*v.t.size)-1), 16)
	case s.hex:
		return strconv.FormatUint(v.bits, 16)
	case v.t.kind == integer && !v.t.num.Unsigned():
		return strconv.FormatInt(v.int(), 10)
	}
	return strconv.FormatUint(v.bits, 10)
}

// pad fills a text up to the width, which holds for one value.
func (s *stream) pad(text string) string {
	fill := string([]byte{' '})
	if s.fill != 0 {
		fill = string([]byte{s.fill})
	}
	missing := strings.Repeat(fill, max(s.width-len(text), 0))
	s.width = 0
	if s.left {
		return text + missing
	}
	return missing + text
}
