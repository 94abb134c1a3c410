package propose

// This file guesses what the host does not tell.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hostc"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/report"
)

// param is a parameter with what is known of its value.
type param struct {
	report.Parameter
	value   string // of a scalar or a texture; "" where it is not known yet
	length  int    // of an array; -1 where it is not known yet
	first   int    // the element of the array to which the pointer points
	fill    string // of an array
	guessed bool   // the length is
}

// guess is a launch that is not complete.
type guess struct {
	kernel      *gpusim.Kernel
	device      *arch.Spec
	grid, block [3]int // 0 where it is not known yet
	shared      int
	free        bool // the host tells neither grid nor block
	params      []param
	symbols     []hostc.Arg
	uses        uses
}

func (s *Source) guess(k *gpusim.Kernel, name string) *guess {
	g := &guess{kernel: k, device: s.device}
	for _, p := range k.Parameters() {
		g.params = append(g.params, param{Parameter: p, length: -1})
	}
	if lowered, err := kernel.ModuleOf(s.unit).Kernel(name); err == nil {
		g.uses = usesOf(lowered.Lowered)
	}
	return g
}

// threadsAlong is the threads of a guessed launch, along each axis, by the number of axes. A kernel
// that also loops up to a parameter gets those of the third row, and one that does not end, or whose
// arrays would be too large, because they have n² elements, those of the next.
var threadsAlong = []map[int][3]int{
	{1: {1 << 20, 1, 1}, 2: {1 << 10, 1 << 10, 1}, 3: {128, 128, 64}},
	{1: {1 << 16, 1, 1}, 2: {1 << 9, 1 << 9, 1}, 3: {64, 64, 32}},
	{1: {1 << 10, 1, 1}, 2: {256, 256, 1}, 3: {64, 64, 16}},
	{1: {64, 1, 1}, 2: {64, 64, 1}, 3: {16, 16, 4}},
}

var usualBlock = map[int][3]int{1: {256, 1, 1}, 2: {16, 16, 1}, 3: {8, 8, 4}}

// complete guesses what is not known, and writes the launch.
func (g *guess) complete(l *Chosen) {
	g.free = !known(g.grid) && !known(g.block)
	g.guessBlock(l)
	sizes := threadsAlong
	if len(g.uses.limits) > 0 {
		sizes = sizes[2:]
	}
	told, reasons := *g, len(l.Because)
	for i, size := range sizes {
		*g, l.Because = told, l.Because[:reasons]
		g.params = slices.Clone(told.params)
		g.guessGrid(l, size[g.uses.dimensions()])
		if !g.guessValues(l) || known(told.grid) || i == len(sizes)-1 {
			break
		}
	}
	g.guessFills(l)
	l.Grid, l.Block, l.Shared = dim(g.grid), dim(g.block), strconv.Itoa(g.shared)
	l.Values = strings.Join(g.values(), " ")
}

// guessValues guesses scalars and the lengths of arrays. It reports whether the launch is too large
// to find them.
func (g *guess) guessValues(l *Chosen) (tooLarge bool) {
	threads := [3]int{g.grid[0] * g.block[0], g.grid[1] * g.block[1], g.grid[2] * g.block[2]}
	var lengths []*param
	for i := range g.params {
		switch p := &g.params[i]; {
		case p.Texture, p.Unread:
		case !p.Slice && p.value == "":
			g.guessScalar(l, p, threads)
		case p.Slice && p.length < 0:
			p.guessed, p.length = true, threads[0]*threads[1]*threads[2]
			lengths = append(lengths, p)
		}
	}
	block, shared := g.block, g.shared
	tooLarge = (g.free || len(lengths) > 0) && g.grow()
	if g.block != block {
		l.because("block", 0, "a dry run with more threads failed")
	}
	if g.shared != shared {
		l.because("shared", 0, "%d bytes: every index of a dry run is inside", g.shared)
	}
	for _, p := range lengths {
		l.because(p.Name, 0, "%d elements: every index of a dry run is inside", p.length)
	}
	return tooLarge
}

// guessBlock takes the extents of a shared array, or a usual size within the launch bounds.
func (g *guess) guessBlock(l *Chosen) {
	if known(g.block) {
		return
	}
	n, spec := g.uses.dimensions(), g.device
	mostThreads := spec.Limits.ThreadsPerBlock
	g.block = usualBlock[n]
	why := "a usual size"
	if most := g.uses.most; most > 0 && n == 1 {
		g.block[0], why = most, "the launch bounds"
	}
	for _, d := range g.uses.tiles {
		last := d[len(d)-1]
		switch {
		case n == 2 && len(d) == 2 && d[0]*powerBelow(last) <= mostThreads:
			g.block, why = [3]int{powerBelow(last), powerBelow(d[0]), 1}, "the extents of a shared array"
		case n == 1 && len(d) == 1 && last == powerBelow(last) && last <= mostThreads && last >= spec.WarpSize:
			g.block, why = [3]int{last, 1, 1}, "the length of a shared array"
		}
	}
	l.because("block", 0, "%s", why)
}

// powerBelow returns the largest power of two that is at most n.
func powerBelow(n int) int {
	p := 1
	for 2*p <= n {
		p *= 2
	}
	return p
}

// guessGrid gives a thread to each element.
func (g *guess) guessGrid(l *Chosen, threads [3]int) {
	if known(g.grid) {
		return
	}
	for i := range g.grid {
		g.grid[i] = max(threads[i]/g.block[i], 1)
	}
	l.because("grid", 0, "%d × %d × %d threads", threads[0], threads[1], threads[2])
}

// guessScalar gives a scalar that is compared with a place the threads along that axis, a side of an
// area the root of them, and one that ends a loop the threads along the first axis.
func (g *guess) guessScalar(l *Chosen, p *param, threads [3]int) {
	a, side := g.uses.extent[p.Name], g.uses.sides[p.Name]
	switch {
	case strings.HasPrefix(p.Type, "float"):
		p.value = "2"
	case p.Type == "bool":
		p.value = "true"
	case a != noAxis:
		p.value = fitting(p.Type, threads[a-axisX])
		l.because(p.Name, 0, "the threads along %c", "xyz"[a-axisX])
		return
	case side != noAxis:
		p.value = fitting(p.Type, int(math.Sqrt(float64(threads[side-axisX]))))
		l.because(p.Name, 0, "a side of the threads along %c", "xyz"[side-axisX])
		return
	case g.uses.limits[p.Name]:
		p.value = fitting(p.Type, threads[0])
		l.because(p.Name, 0, "the threads along x")
		return
	default:
		p.value = "1"
	}
	l.because(p.Name, 0, "a guess")
}

// fitting writes a number, or the largest that an integer type of fewer bits holds: "uint8 or bool".
func fitting(goType string, n int) string {
	name, _, _ := strings.Cut(goType, " ")
	whole, unsigned := strings.CutPrefix(name, "u")
	if bits, err := strconv.Atoi(strings.TrimPrefix(whole, "int")); err == nil && bits < strconv.IntSize {
		if !unsigned {
			bits--
		}
		n = min(n, 1<<bits-1)
	}
	return strconv.Itoa(n)
}

// guessFills gives arrays values that the kernel reads: floats at random, and integers that are
// indices, if any are. Integers of the host that are not known stay zeros.
func (g *guess) guessFills(l *Chosen) {
	for i := range g.params {
		p := &g.params[i]
		if !p.Slice || p.fill != "" || !g.uses.read[p.Name] || len(p.Elem.Scalars) == 0 {
			continue
		}
		if p.Elem.Scalars[0].Float {
			p.fill = "rand(1)"
		} else if p.guessed {
			p.fill = "ramp"
		}
		if !p.guessed {
			l.because(p.Name, 0, "%s: what main() stores there is not known", cmp.Or(p.fill, "zeros"))
		}
	}
}

// values writes the values for the command line.
func (g *guess) values() (list []string) {
	for i := range g.params {
		p := &g.params[i]
		switch {
		case p.Unread:
		case p.Texture:
			list = append(list, p.Name+"="+cmp.Or(p.value, g.texture(p)+":rand(1)"))
		case !p.Slice:
			list = append(list, p.Name+"="+p.value)
		default:
			list = append(list, p.Name+"="+p.array())
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

// array writes an array for the command line.
func (p *param) array() string {
	text := strconv.Itoa(p.length)
	if p.first > 0 {
		text += "@" + strconv.Itoa(p.first)
	}
	if p.fill != "" {
		text += ":" + p.fill
	}
	return text
}

// texture is a size that has a texel for each thread.
func (g *guess) texture(p *param) string {
	x, y := g.grid[0]*g.block[0], g.grid[1]*g.block[1]
	if strings.Contains(p.Type, "Texture1D") {
		return strconv.Itoa(x * y)
	}
	return fmt.Sprintf("%dx%d", x, y)
}

// symbolValue writes the value of a variable of the device.
func symbolValue(sym report.Symbol, a hostc.Arg) string {
	if s := sym.Elem.Scalars; sym.Len == 1 && len(s) == 1 && !strings.HasPrefix(sym.Type, "[") {
		_, text := s[0].Read(a.Contents.Data, -1)
		return sym.Name + "=" + text
	}
	return fmt.Sprintf("%s=%d:main", sym.Name, sym.Len)
}
