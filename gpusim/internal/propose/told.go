package propose

// This file takes what the host code tells of a launch.

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/hostc"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

const ofMain = "the launch in main()"

// told takes the shape and the values that a launch has.
func (s *Source) told(l *Chosen, g *guess, found *hostc.KernelCall) {
	if known(found.Grid) {
		g.grid = found.Grid
		l.because("grid", found.Pos.Line, ofMain)
	}
	if known(found.Block) {
		g.block = found.Block
		l.because("block", found.Pos.Line, ofMain)
	}
	if found.Shared >= 0 {
		g.shared = found.Shared
		if found.Shared > 0 {
			l.because("shared", found.Pos.Line, ofMain)
		}
	}
	args := s.byPath(l.Name, found)
	for i := range g.params {
		p := &g.params[i]
		a, ok := args[p.Name]
		switch {
		case !ok || !a.Known:
		case p.Texture:
			p.tellTexture(l, found, a)
		case !p.Slice:
			p.value = scalarText(a.Value, p.Type)
			l.because(p.Name, found.Pos.Line, ofMain)
		default:
			p.tell(l, found, a)
		}
	}
	g.symbols = append(g.symbols, found.Symbols...)
}

// tell takes the length of an array, and what the host stored in it.
func (p *param) tell(l *Chosen, found *hostc.KernelCall, a hostc.Arg) {
	size := max(p.Elem.Bytes, 1)
	p.length, p.first = a.Bytes/size, a.First/size
	if p.length == p.first {
		p.length, p.first = -1, 0
		return
	}
	if l.because(p.Name, found.Pos.Line, "%d elements: what main() allocates", p.length); p.first > 0 {
		l.because(p.Name, found.Pos.Line, "the pointer is that of element %d", p.first)
	}
	if a.Contents != nil && a.Contents.Count() > 0 {
		p.fill = "main"
		if !a.Contents.All() {
			l.because(p.Name, found.Pos.Line, "main() fills %d of %d bytes; the rest repeats them", a.Contents.Count(), len(a.Contents.Data))
		}
	}
}

// tellTexture takes the size and the modes of a texture, and its texels where they are known.
func (p *param) tellTexture(l *Chosen, found *hostc.KernelCall, a hostc.Arg) {
	t := a.Texture
	if row := strings.Contains(p.Type, "Texture1D"); t == nil || row != (t.Height == 0) {
		return
	}
	size, fill := strconv.Itoa(t.Width), "rand(1)"
	if t.Height > 0 {
		size = fmt.Sprintf("%dx%d", t.Width, t.Height)
	}
	if a.Contents != nil && a.Contents.Count() > 0 {
		fill = "main"
	}
	words := []string{size + ":" + fill}
	if !p.Fetched {
		words = append(words, []string{"wrap", "clamp", "mirror", "border"}[t.Address&3])
		if t.Linear {
			words = append(words, "linear")
		}
		if t.Normalized {
			words = append(words, "normalized")
		}
		if t.ReadAsFloat && !t.Floating {
			words = append(words, map[bool]string{true: "int", false: "uint"}[t.Signed]+strconv.Itoa(t.Bits))
		}
	}
	p.value = strings.Join(words, ",")
	l.because(p.Name, found.Pos.Line, "%s texels: the texture that main() makes", strings.ReplaceAll(size, "x", " × "))
}

func known(n [3]int) bool { return n[0] > 0 && n[1] > 0 && n[2] > 0 }

// scalarText writes a number as the command line reads it, with no more digits than its type has.
func scalarText(v any, goType string) string {
	f, fraction := v.(float64)
	switch {
	case !fraction:
		return fmt.Sprint(v)
	case goType == "float32":
		return strconv.FormatFloat(f, 'g', -1, 32)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// byPath returns the arguments of a launch by the names that the command line has for them.
func (s *Source) byPath(kernel string, found *hostc.KernelCall) map[string]hostc.Arg {
	names := map[string]string{}
	if cu, ok := s.unit.(source.HostCode); ok {
		if params, err := cu.Params(kernel); err == nil {
			names = cfront.Paths(params)
		}
	}
	args := map[string]hostc.Arg{}
	for _, a := range found.Args {
		args[cmp.Or(names[a.Path], a.Path)] = a
	}
	return args
}

// Same returns the array of an earlier kernel that main() passes to a kernel, too; "" for none.
func (s *Source) Same(kernel, name, earlier string) string {
	now, before := s.launchOf(kernel), s.launchOf(earlier)
	if now == nil || before == nil {
		return ""
	}
	at := s.byPath(kernel, now)[name].Address
	for of, a := range s.byPath(earlier, before) {
		if at != 0 && a.Address == at {
			return of
		}
	}
	return ""
}

// Main returns what main() gives an array or a variable before the first launch of a kernel;
// ok is false where it gives nothing. Elements that main() does not store repeat those that it
// stores.
func (s *Source) Main(kernel, name string, elem report.Element) (data []byte, ok bool) {
	found := s.launchOf(kernel)
	if found == nil {
		return nil, false
	}
	a, ok := s.byPath(kernel, found)[name]
	for _, sym := range found.Symbols {
		if sym.Path == name {
			a, ok = sym, true
		}
	}
	if !ok || a.Contents == nil {
		return nil, false
	}
	return completed(a.Contents, max(elem.Bytes, 1)), true
}

// completed fills elements that are unknown with the known ones before them, in turn.
func completed(c *hostc.Contents, size int) []byte {
	data := bytes.Clone(c.Data)
	if c.All() {
		return data
	}
	var stored []int
	next := 0
	for at := 0; at+size <= len(data); at += size {
		if c.IsKnown(at, size) {
			stored = append(stored, at)
			continue
		}
		clear(data[at : at+size])
		if len(stored) > 0 {
			copy(data[at:at+size], data[stored[next%len(stored)]:])
			next++
		}
	}
	return data
}
