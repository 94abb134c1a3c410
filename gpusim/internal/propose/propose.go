// Package propose finds a launch for each kernel of a file: grid, block, dynamic shared memory,
// template arguments and values.
//
// Of a file in CUDA C with a main function, package hostc runs the host code: a kernel gets
// the shape and the arguments of its first launch. What the host does not tell, and all of a
// kernel that nobody launches, is guessed from the kernel (guess.go): blocks from its launch
// bounds and shared arrays, lengths from the largest index of dry runs, scalars from what
// they are compared with.
package propose

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/hostc"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/wording"
)

// Proposal is the launches of a file.
type Proposal struct {
	Language string   `json:"language"` // "cu" or "go"
	Kernels  []Chosen `json:"kernels"`  // in the order of their launches, then those never launched
}

// Chosen is a launch, in the words of the command line.
type Chosen struct {
	Name    string   `json:"name"`
	Grid    string   `json:"grid"`   // "4096" or "64,64"
	Block   string   `json:"block"`  //
	Shared  string   `json:"shared"` // bytes
	Values  string   `json:"values"` // "n=1048576 x=1048576:main"
	Because []Reason `json:"because"`
}

// Reason says where a part of a launch comes from.
type Reason struct {
	Field string `json:"field"` // "grid", "block", "shared", or a parameter
	Line  int    `json:"line"`  // 0 for none
	Text  string `json:"text"`
}

// JSON returns the proposal as gpusim propose -format json prints it.
func (p *Proposal) JSON() []byte {
	text, err := json.MarshalIndent(p, "", "\t")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(text, '\n')
}

// Text returns the proposal as command lines with their reasons.
func (p *Proposal) Text(file string) string {
	var b strings.Builder
	for i, k := range p.Kernels {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "gpusim profile %s\n", k.Command(file))
		b.WriteString(k.Reasons())
	}
	return b.String()
}

// Command returns the arguments of a command that launches the kernel.
func (l *Chosen) Command(file string) string {
	words := []string{"-grid", l.Grid, "-block", l.Block}
	if l.Shared != "0" {
		words = append(words, "-shared", l.Shared)
	}
	words = append(words, file, quoted(l.Name))
	if l.Values != "" {
		for v := range strings.FieldsSeq(l.Values) {
			words = append(words, quoted(v))
		}
	}
	return strings.Join(words, " ")
}

// quoted puts a word into quotes that a shell would read otherwise.
func quoted(word string) string {
	if strings.ContainsAny(word, "<>()[]*& ") {
		return "'" + word + "'"
	}
	return word
}

// Reasons lists where the parts come from, one per line.
func (l *Chosen) Reasons() string {
	var b strings.Builder
	for _, r := range l.Because {
		at := ""
		if r.Line > 0 {
			at = fmt.Sprintf(" (line %d)", r.Line)
		}
		fmt.Fprintf(&b, "  %s: %s%s\n", r.Field, r.Text, at)
	}
	return b.String()
}

func (l *Chosen) because(field string, line int, format string, args ...any) {
	l.Because = append(l.Because, Reason{field, line, fmt.Sprintf(format, args...)})
}

// Source is a file whose launches are asked for.
type Source struct {
	unit   source.Unit
	device *arch.Spec
	ran    bool
	found  []*hostc.KernelCall // the first launch of each kernel
}

// Of returns the source of a unit, for launches on a device.
func Of(unit source.Unit, device *arch.Spec) *Source { return &Source{unit: unit, device: device} }

// Unit returns the unit.
func (s *Source) Unit() source.Unit { return s.unit }

// Kernel lowers a kernel, once. The error is a diag.List.
func (s *Source) Kernel(name string) (*gpusim.Kernel, error) {
	k, err := kernel.ModuleOf(s.unit).Kernel(name)
	if err != nil {
		return nil, err
	}
	return gpusim.Compile(k)
}

// Shape returns the grid, the block and the bytes of shared memory with which the host code
// launches a kernel first. ok is false where it does not, or where one of them is unknown.
func (s *Source) Shape(name string) (grid, block gpusim.Dim3, shared int, ok bool) {
	l := s.launchOf(name)
	if l == nil || !known(l.Grid) || !known(l.Block) || l.Shared < 0 {
		return grid, block, 0, false
	}
	return dim3(l.Grid), dim3(l.Block), l.Shared, true
}

// launches runs the host code of the source, once.
func (s *Source) launches() []*hostc.KernelCall {
	cu, ok := s.unit.(source.HostCode)
	if !ok || s.ran {
		return s.found
	}
	s.ran = true
	seen := map[string]bool{}
	hostc.Run(cu.Host(), s.device, func(kernel string) bool { return !seen[kernel] }, func(l *hostc.KernelCall) {
		seen[l.Kernel] = true
		s.found = append(s.found, l)
	})
	return s.found
}

// All returns a launch for each kernel that can be compiled, and the mistakes of those that
// cannot.
func (s *Source) All() (*Proposal, error) {
	p := &Proposal{Language: "go", Kernels: []Chosen{}}
	if s.unit.Language() == wording.CUDA {
		p.Language = "cu"
	}
	var failed []error
	for _, name := range s.names() {
		l, err := s.Launch(name)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		p.Kernels = append(p.Kernels, *l)
	}
	return p, errors.Join(failed...)
}

// First returns the launch of the first kernel that can be compiled, and the mistakes of one before
// it that cannot; ok is false where none can.
func (s *Source) First() (l *Chosen, ok bool, err error) {
	for _, name := range s.names() {
		found, failed := s.Launch(name)
		if failed == nil {
			return found, true, err
		}
		if err == nil {
			err = failed
		}
	}
	return nil, false, err
}

// names lists the kernels in the order of their launches, then those that nobody launches.
func (s *Source) names() (names []string) {
	launched := map[string]bool{}
	for _, l := range s.launches() {
		names = append(names, l.Kernel)
		base, _, _ := strings.Cut(unqualified(l.Kernel), "<")
		launched[base] = true
	}
	for _, name := range s.unit.Kernels() {
		if launched[name] {
			continue
		}
		if s.unit.Generic(name) {
			name = s.unit.Example(name)
		}
		names = append(names, name)
	}
	return names
}

// Launch returns the launch of a kernel.
func (s *Source) Launch(name string) (*Chosen, error) {
	if err := s.surface(name); err != nil {
		return nil, err
	}
	k, err := s.Kernel(name)
	if err != nil {
		return nil, err
	}
	l := &Chosen{Name: name, Shared: "0", Because: []Reason{}}
	g := s.guess(k, name)
	found := s.launchOf(name)
	if found != nil {
		s.told(l, g, found)
	} else if s.hasMain() {
		l.because("launch", 0, "a guess: main() makes none of this kernel that could be followed")
	}
	g.complete(l)
	return l, nil
}

// surface returns an error for a kernel with a parameter that is a surface: only a program makes one.
func (s *Source) surface(name string) error {
	cu, ok := s.unit.(source.HostCode)
	if !ok {
		return nil
	}
	base, _, _ := strings.Cut(unqualified(name), "<")
	for _, d := range cu.Host().Decls {
		f, ok := d.(*syntax.Func)
		if !ok || f.Name != base {
			continue
		}
		for _, p := range f.Params {
			if t, ok := p.Type.(*syntax.Named); ok && t.Name == "cudaSurfaceObject_t" {
				return diag.List{{Code: diag.Unsupported, Pos: p.Pos,
					Message: fmt.Sprintf("parameter %s is a cudaSurfaceObject_t, which a launch of the kernel alone cannot make", p.Name),
					Hint:    "write to an array; or let gpusim run, with nvcc, run the whole program: -profile " + base + ":1 reports the launch"}}
			}
		}
	}
	return nil
}

// hasMain reports whether the source has a main function.
func (s *Source) hasMain() bool {
	cu, ok := s.unit.(*source.CUDA)
	return ok && slices.ContainsFunc(cu.Host().Decls, func(d syntax.Decl) bool {
		f, ok := d.(*syntax.Func)
		return ok && f.Name == "main" && f.Body != nil
	})
}

// launchOf returns the first launch of a kernel by the host; nil for none. A kernel in a namespace
// may be named without it.
func (s *Source) launchOf(name string) *hostc.KernelCall {
	for _, spelled := range []func(string) string{compact, unqualified} {
		for _, l := range s.launches() {
			if spelled(l.Kernel) == spelled(name) {
				return l
			}
		}
	}
	return nil
}

func compact(name string) string { return strings.ReplaceAll(name, " ", "") }

// unqualified drops the namespaces before the name of a kernel.
func unqualified(name string) string {
	base, args, found := strings.Cut(compact(name), "<")
	base = base[strings.LastIndex(base, ":")+1:]
	if !found {
		return base
	}
	return base + "<" + args
}

// dim writes the size of a grid or block.
func dim(n [3]int) string {
	text := strconv.Itoa(n[0])
	if n[1] > 1 || n[2] > 1 {
		text += "," + strconv.Itoa(n[1])
	}
	if n[2] > 1 {
		text += "," + strconv.Itoa(n[2])
	}
	return text
}
