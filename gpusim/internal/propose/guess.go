package propose

// This file guesses what the host does not tell.

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/hostc"
	"gpucourse/gpusim/report"
)

// param is a parameter with what is known of its value.
type param struct {
	report.Parameter
	value  string // of a scalar; "" where it is not known yet
	length int    // of an array; -1 where it is not known yet
	fill   string // of an array
}

// guess is a launch that is not complete.
type guess struct {
	kernel      *gpusim.Kernel
	grid, block [3]int // 0 where it is not known yet
	shared      int
	params      []param
	symbols     []hostc.Arg
	uses        uses
}

func (s *Source) guess(k *gpusim.Kernel, name string) *guess {
	g := &guess{kernel: k}
	for _, p := range k.Parameters() {
		g.params = append(g.params, param{Parameter: p, length: -1})
	}
	if lowered, err := compile.Lower(s.unit, name, false); err == nil {
		g.uses = usesOf(lowered)
	}
	return g
}

// threadsInAll is how many threads a guessed launch has.
const threadsInAll = 1 << 20

// complete guesses what is not known, and writes the launch.
func (g *guess) complete(l *Launch) {
	if !known(g.block) {
		g.block = [3]int{256, 1, 1}
		l.because("block", 0, "a usual size")
	}
	if !known(g.grid) {
		g.grid = [3]int{threadsInAll / (g.block[0] * g.block[1] * g.block[2]), 1, 1}
		l.because("grid", 0, "%d threads in all", threadsInAll)
	}
	threads := g.grid[0] * g.grid[1] * g.grid[2] * g.block[0] * g.block[1] * g.block[2]
	for i := range g.params {
		p := &g.params[i]
		switch {
		case p.Texture:
		case p.Slice && p.length < 0:
			p.length = threads
			l.because(p.Name, 0, "an element per thread")
		case !p.Slice && p.value == "":
			p.value = strconv.Itoa(threads)
			if strings.HasPrefix(p.Type, "float") {
				p.value = "2"
			}
			if p.Type == "bool" {
				p.value = "true"
			}
			l.because(p.Name, 0, "a guess")
		}
		if p.Slice && p.fill == "" && g.uses.read[p.Name] && len(p.Elem.Scalars) > 0 && p.Elem.Scalars[0].Float {
			p.fill = "rand(1)"
		}
	}
	l.Grid, l.Block, l.Shared = dim(g.grid), dim(g.block), strconv.Itoa(g.shared)
	l.Values = strings.Join(g.values(), " ")
}

// values writes the values for the command line.
func (g *guess) values() (list []string) {
	for i := range g.params {
		p := &g.params[i]
		switch {
		case p.Texture:
		case !p.Slice:
			list = append(list, p.Name+"="+p.value)
		case p.fill == "":
			list = append(list, fmt.Sprintf("%s=%d", p.Name, p.length))
		default:
			list = append(list, fmt.Sprintf("%s=%d:%s", p.Name, p.length, p.fill))
		}
	}
	for _, sym := range g.kernel.Symbols() {
		for _, a := range g.symbols {
			if a.Path == sym.Name {
				list = append(list, symbolValue(sym, a))
			}
		}
	}
	return list
}

// symbolValue writes the value of a variable of the device.
func symbolValue(sym report.Symbol, a hostc.Arg) string {
	if s := sym.Elem.Scalars; sym.Len == 1 && len(s) == 1 && !strings.HasPrefix(sym.Type, "[") {
		return sym.Name + "=" + numberText(a.Contents.Data, s[0])
	}
	return fmt.Sprintf("%s=%d:main", sym.Name, sym.Len)
}

// numberText writes the first scalar of some bytes.
func numberText(data []byte, s report.Scalar) string {
	var word [8]byte
	copy(word[:], data[s.Offset:][:s.Bytes])
	bits := binary.LittleEndian.Uint64(word[:])
	switch {
	case s.Float && s.Bytes == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	case s.Float:
		return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	case s.Signed:
		shift := 64 - 8*s.Bytes
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	}
	return strconv.FormatUint(bits, 10)
}
