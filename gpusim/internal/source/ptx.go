package source

// This file makes Units of PTX.

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ianlancetaylor/demangle"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx"
	"gpucourse/gpusim/internal/ptx/syntax"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/internal/wording"
)

// PTX is a Unit of a file of PTX. Its places are those of the source that the file was made from,
// where the file says them.
type PTX struct {
	m     *syntax.Module
	text  []byte            // for ptxas; nil where it is not asked
	names map[string]string // of kernels in PTX, by their names in the source
	shown map[string]string // and the other way round, one name for each kernel
	list  []string          // the names in the source
	mu    sync.Mutex
	texts map[string][]string // the lines of sources, by file; nil for one that is not there
}

// isPTX reports whether a file is PTX, by its name.
func isPTX(path string) bool { return strings.EqualFold(filepath.Ext(path), ".ptx") }

// loadPTX returns a Unit of a file of PTX.
func loadPTX(path string, text []byte) (Unit, error) {
	m, err := syntax.Parse(path, text)
	if err != nil {
		return nil, err
	}
	u := &PTX{m: m, names: map[string]string{}, shown: map[string]string{}, texts: map[string][]string{}}
	for _, f := range m.Funcs {
		if f.Entry && f.Body != nil {
			u.add(f.Name)
		}
	}
	return u, nil
}

// LoadProgram returns a Unit of the PTX of a program, whose kernels run with the registers that ptxas gives them.
func LoadProgram(name string, text []byte) (Unit, error) {
	u, err := loadPTX(name, text)
	if err != nil {
		return nil, err
	}
	u.(*PTX).text = text
	return u, nil
}

// Assembled implements Assembler: ptxas is asked of the PTX of a program, where it is installed.
func (u *PTX) Assembled(kernel string, device *arch.Spec, most int) *ir.Assembled {
	if u.text == nil {
		return nil
	}
	inPTX := u.names[kernel]
	p := &toolchain.PTX{Text: u.text, Target: toolchain.Target(device.CC.Major, device.CC.Minor)}
	said, err := toolchain.Assemble(context.Background(), p, most, inPTX)
	if err != nil {
		return nil
	}
	a, ok := said[inPTX]
	if !ok {
		return nil
	}
	made := ir.Assembled(a)
	return &made
}

// add lists a kernel by its name in the source; by that in PTX where another has the same one.
func (u *PTX) add(inPTX string) {
	name := KernelName(inPTX)
	if u.names[name] != "" {
		name = inPTX
	}
	u.names[name], u.names[inPTX], u.shown[inPTX] = inPTX, inPTX, name
	u.list = append(u.list, name)
}

var (
	boolArgument = regexp.MustCompile(`\(bool\)([01])`)
	suffix       = regexp.MustCompile(`\b(\d+)(?:u|ul|ull|l|ll)\b`)
)

// KernelName returns the name in C++ of a kernel in PTX, as package cfront writes it: "scale<float,256>".
func KernelName(inPTX string) string {
	name := demangle.Filter(inPTX, demangle.NoParams, demangle.NoEnclosingParams)
	name = boolArgument.ReplaceAllStringFunc(name, func(b string) string { return strconv.FormatBool(b[len(b)-1] == '1') })
	name = strings.ReplaceAll(suffix.ReplaceAllString(name, "$1"), ", ", ",")
	return tags.ReplaceAllString(name, "")
}

// tags are the marks of an ABI in a name: Numba's versions and options of a function.
var tags = regexp.MustCompile(`\[abi:\w*\]`)

// Kernels implements Unit.
func (u *PTX) Kernels() []string { return u.list }

// Generic implements Unit: no kernel is.
func (u *PTX) Generic(string) bool { return false }

// Example implements Unit.
func (u *PTX) Example(kernel string) string { return kernel }

// Line implements Unit.
func (u *PTX) Line(pos diag.Pos) string {
	if pos.File == u.m.Name {
		return strings.TrimSpace(u.m.Line(pos.Line))
	}
	lines := u.sourceOf(pos.File)
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return lines[pos.Line-1]
}

// sourceOf returns the lines of a source, nil where it is not there.
func (u *PTX) sourceOf(file string) []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	lines, known := u.texts[file]
	if !known {
		lines = u.linesOf(file)
		u.texts[file] = lines
	}
	return lines
}

// linesOf reads a source: beside the PTX, or where it was when the PTX was made.
func (u *PTX) linesOf(file string) []string {
	for _, path := range []string{filepath.Join(filepath.Dir(u.m.Name), filepath.Base(file)), file} {
		if text, err := readSource(path); err == nil {
			return strings.Split(string(text), "\n")
		}
	}
	return nil
}

// Language implements Unit.
func (u *PTX) Language() wording.Language { return wording.CUDA }

// Lower implements Unit.
func (u *PTX) Lower(kernel string, _ bool) (*ir.Kernel, error) {
	inPTX := cmp.Or(u.names[kernel], kernel)
	k, err := ptx.Lower(u.m, inPTX, u.declared(inPTX))
	if err != nil {
		return nil, err
	}
	k.Name = u.shown[k.Name]
	return k, nil
}
