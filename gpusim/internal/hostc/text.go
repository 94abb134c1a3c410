package hostc

// This file is texts: those of C, which end with 0, and std::string.

import (
	"fmt"
	"strconv"
	"strings"
)

// textOf reads a text of C or a std::string.
func (m *machine) textOf(v value) (text string, known bool) {
	if v.t.list {
		data, n := m.listParts(v)
		bytes, known := m.bytesAt(data, n)
		return string(bytes), known && v.known
	}
	v = decayed(v)
	if !v.known || v.t.kind != pointer || v.t.elem.size != 1 {
		return "", false
	}
	for n := 0; n < maxText; n++ {
		m.step()
		c, known := m.mem.word(v.bits+uint64(n), 1)
		if !known {
			return "", false
		}
		if c == 0 {
			bytes, known := m.bytesAt(v.bits, n)
			return string(bytes), known
		}
	}
	return "", false
}

// maxText bounds a text.
const maxText = 1 << 20

func (m *machine) bytesAt(addr uint64, n int) (data []byte, known bool) {
	m.work(n)
	c := m.mem.contents(addr, n)
	return c.Data, c.All()
}

// setBytes stores bytes.
func (m *machine) setBytes(addr uint64, data string) {
	m.work(len(data))
	for i := range len(data) {
		m.mem.setWord(addr+uint64(i), 1, uint64(data[i]), true)
	}
}

// append adds a text or a character to a std::string.
func (m *machine) append(at lvalue, a argument) {
	text, known := m.textOf(a.value)
	if a.value.t.kind == integer {
		text, known = string(rune(a.value.bits)), a.value.known
	}
	if !known {
		m.unknownList(at)
		return
	}
	_, n := m.listParts(m.load(at))
	m.setList(at, n+len(text), true)
	data, _ := m.listParts(m.load(at))
	m.setBytes(data+uint64(n*at.t.elem.size), text)
}

// textCalls are the functions of texts.
var textCalls = map[string]func(m *machine, c *invocation) value{
	"strlen": func(m *machine, c *invocation) value {
		text, known := m.textOf(c.arg(0))
		return value{t: sizeType, known: known, bits: uint64(len(text))}
	},
	"strcmp": func(m *machine, c *invocation) value {
		a, known := m.textOf(c.arg(0))
		b, knownToo := m.textOf(c.arg(1))
		return value{t: intType, known: known && knownToo, bits: intValue(intType, int64(strings.Compare(a, b))).bits}
	},
	"getenv": func(*machine, *invocation) value { return value{t: pointerTo(charType), known: true} }, // nothing is set
	"strcpy": copyText, "strncpy": copyText, "strcat": copyText,
	"atoi": parsed(intType), "atol": parsed(longType), "atoll": parsed(longType), "stoi": parsed(intType), "stol": parsed(longType), "stoul": parsed(sizeType), "strtol": parsed(longType), "strtoul": parsed(sizeType),
	"atof": parsed(doubleType), "stof": parsed(floatType), "stod": parsed(doubleType), "strtod": parsed(doubleType), "strtof": parsed(floatType),
	"to_string": func(m *machine, c *invocation) value {
		at := m.local(stringType)
		m.mem.set(at.addr, at.t.size, 0, true)
		v := c.arg(0)
		text := fmt.Sprint(v.scalar())
		if v.t.kind == floating {
			text = fmt.Sprintf("%f", v.float())
		}
		if v.known {
			m.append(at, argument{value: m.text(strconv.Quote(text))})
		} else {
			m.unknownList(at)
		}
		return m.load(at)
	},
}

func copyText(m *machine, c *invocation) value {
	to := c.arg(0)
	text, known := m.textOf(c.arg(1))
	end := uint64(0)
	if c.name == "strcat" {
		before, knownToo := m.textOf(to)
		end, known = uint64(len(before)), known && knownToo
	}
	switch n, bounded := c.count(2); {
	case !to.known:
	case !known:
		if b, place := m.mem.find(to.bits); b != nil {
			m.mem.set(to.bits, b.size-place, 0, false)
		}
	case bounded:
		m.setBytes(to.bits, (text + strings.Repeat("\x00", max(min(n, maxText)-len(text), 0)))[:max(min(n, maxText), 0)])
	default:
		m.setBytes(to.bits+end, text+"\x00")
	}
	return to
}

// parsed reads a number of a text.
func parsed(t *typ) func(m *machine, c *invocation) value {
	return func(m *machine, c *invocation) value {
		text, known := m.textOf(c.arg(0))
		f := 0.0
		fmt.Sscan(text, &f)
		return value{t: t, known: known, bits: convert(floatValue(doubleType, f), t).bits}
	}
}
