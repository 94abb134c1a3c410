package cfront

// This file gives a program in CUDA C back without the code of its host, so that another
// program can launch its kernels.

import (
	"bytes"
	"cmp"
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/padding"
)

// Param is a parameter of a kernel, or a part of one: a field of a struct, an element of
// an array in a struct.
type Param struct {
	Path  string // as a launch names it: "a.width", "v.X" of a float2
	C     string // as an expression: "v.x"
	Type  string // of an array: of its elements
	Array bool   // a pointer
	Parts []Param
	// Offset is the place in the outermost struct or array; Bytes and Align are the layout. Of an
	// array, Bytes and Align are those of its elements, and Elems is the numbers in one.
	Offset, Bytes, Align int
	Number               string // the type of a number in Go: "uint8"; "" for others
	Elems                []Param
}

// Paths returns the names that launches have for parameters and their parts, by those of C.
func Paths(params []Param) map[string]string {
	paths := map[string]string{}
	addPaths(params, paths)
	return paths
}

func addPaths(params []Param, to map[string]string) {
	for _, p := range params {
		to[p.C] = p.Path
		addPaths(p.Parts, to)
	}
}

// Params returns the parameters of a kernel. The error is a diag.List.
func (p *Program) Params(name string) (params []Param, err error) {
	err = p.write(func(u *unit) {
		u.unread = true
		target, e := u.findKernel(u.kernelName(name))
		f := &fn{u: u, env: e, kernel: true}
		for i, v := range target.Params {
			params = append(params, Param{Path: cmp.Or(v.Name, fmt.Sprintf("unnamed%d", i))}.of(f.paramType(v)))
		}
	})
	return params, err
}

// of completes the parameter by its type.
func (p Param) of(t *typ) Param {
	p.C, p.Type = cmp.Or(p.C, p.Path), plainType(t)
	p.Bytes, p.Align = t.layout()
	switch t.k {
	case pointer:
		p.Type, p.Array = plainType(t.elem), true
		p.Bytes, p.Align, p.Elems = elements(t.elem)
	case structure:
		var placed padding.Struct
		for _, f := range t.s.fields {
			at := p.Offset + placed.Add(f.layout())
			name := f.name
			if t.s.vector {
				name = f.goName
			}
			p.Parts = append(p.Parts, Param{Path: p.Path + "." + name, C: p.C + "." + f.name, Offset: at}.of(f.t))
		}
	case array:
		for i := range t.n {
			size, _ := t.elem.layout()
			p.Parts = append(p.Parts, Param{Path: fmt.Sprintf("%s[%d]", p.Path, i), C: fmt.Sprintf("%s[%d]", p.C, i), Offset: p.Offset + i*size}.of(t.elem))
		}
	default:
		if goKinds[t.k] != types.Invalid {
			p.Number = types.Typ[goKinds[t.k]].Name()
		}
	}
	return p
}

// elements returns the layout of an array's elements and the numbers in one; nothing of elements
// that hold pointers.
func elements(t *typ) (size, align int, numbers []Param) {
	if t.holdsPointer() || t.k != structure && t.k != array && cNames[t.k] == "" || t.k == void {
		return 0, 0, nil
	}
	whole := Param{}.of(t)
	return whole.Bytes, whole.Align, whole.Numbers()
}

// Numbers lists the numbers and pointers in the parameter, in order of their offsets.
func (p *Param) Numbers() (list []Param) {
	if p.Array || p.Number != "" {
		return []Param{*p}
	}
	for i := range p.Parts {
		list = append(list, p.Parts[i].Numbers()...)
	}
	return list
}

// readSignatures reads the kernels as a host sees them: what cannot be read in a body is left out.
func (p *Program) readSignatures() map[string][]*syntax.Func {
	all := map[string][]*syntax.Func{}
	for _, d := range p.Host().Decls {
		if f, ok := d.(*syntax.Func); ok && f.Attrs.Global && f.Of == "" {
			all[f.Key(f.Name)] = append(all[f.Key(f.Name)], f)
		}
	}
	return all
}

// Declared returns the place of a kernel and the names of its parameters, also of one that cannot
// be translated. ok is false if the program has no kernel of that name or more than one.
func (p *Program) Declared(kernel string) (at diag.Pos, params []string, ok bool) {
	base, _, _ := strings.Cut(kernel, "<")
	base = base[strings.LastIndex(base, ":")+1:]
	n := 0
	for _, key := range p.kernelKeys[base] {
		for _, f := range p.signatures()[key] {
			if !f.Attrs.Global || f.Body == nil {
				continue
			}
			n++
			at, params = f.Pos, nil
			for _, v := range f.Params {
				params = append(params, v.Name)
			}
		}
	}
	return at, params, n == 1
}

// plainType writes a type without const and volatile.
func plainType(t *typ) string {
	return strings.TrimPrefix(strings.TrimPrefix(t.String(), "const "), "volatile ")
}

// includeLine and onceLine are directives whose work DeviceText has done.
var (
	includeLine = regexp.MustCompile(`^\s*#\s*include\b`)
	onceLine    = regexp.MustCompile(`^\s*#\s*pragma\s+once\b`)
	emptyLines  = regexp.MustCompile(`\n\s*\n(\s*\n)+`)
)

// DeviceText returns the source as it stands, with the files that it includes in their
// places and without the host's functions; and the headers of CUDA and C++
// that it names.
func (p *Program) DeviceText() (headers []string, text string) {
	for _, h := range p.source.Headers {
		if !slices.Contains(headers, h) {
			headers = append(headers, h)
		}
	}
	var b strings.Builder
	p.deviceFile(&b, p.name, nil)
	return headers, emptyLines.ReplaceAllString(b.String(), "\n\n")
}

// deviceFile writes one file. around are the files that include it.
func (p *Program) deviceFile(b *strings.Builder, name string, around []string) {
	for i, line := range bytes.Split(p.withoutHost(name), []byte("\n")) {
		switch {
		case onceLine.Match(line):
		case includeLine.Match(line):
			file := p.source.Included[diag.Pos{File: name, Line: i + 1}]
			if around := append(around, name); file != "" && !slices.Contains(around, file) {
				p.deviceFile(b, file, around)
			}
		default:
			b.Write(bytes.TrimSuffix(line, []byte("\r")))
			b.WriteByte('\n')
		}
	}
}

// withoutHost returns a file with empty lines in the place of the host's code.
func (p *Program) withoutHost(name string) []byte {
	lines := p.lines[name]
	text := bytes.Join(lines, []byte("\n"))
	start := make([]int, len(lines)+1) // of each line, from 1
	for i, line := range lines[:max(0, len(lines)-1)] {
		start[i+2] = start[i+1] + len(line) + 1
	}
	for _, s := range p.host {
		from, to, ok := extent(text, start, s, name)
		if !ok {
			continue
		}
		for i := from; i < to; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	return text
}

// extent returns where a part of the source lies in the text of a file; ok is false when it
// lies elsewhere, or comes from a macro.
func extent(text []byte, start []int, s syntax.Span, name string) (from, to int, ok bool) {
	first, last := s.First.Pos, s.Last.Pos
	if first.File != name || last.File != name || first.Line >= len(start) || last.Line >= len(start) {
		return 0, 0, false
	}
	from, to = start[first.Line]+first.Col-1, start[last.Line]+last.Col-1
	if to < from || to >= len(text) || !bytes.HasPrefix(text[from:], []byte(s.First.Text)) || !bytes.HasPrefix(text[to:], []byte(s.Last.Text)) {
		return 0, 0, false
	}
	return from, to + len(s.Last.Text), true
}
