package source

// This file makes Units of PTX.

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx"
	"gpucourse/gpusim/internal/ptx/syntax"
	"gpucourse/gpusim/internal/wording"
)

// PTX is a Unit of a file of PTX. Its places are those of the source that the file was made from,
// where the file says them.
type PTX struct {
	m     *syntax.Module
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
	return &PTX{m: m, texts: map[string][]string{}}, nil
}

// Kernels implements Unit.
func (u *PTX) Kernels() (names []string) {
	for _, f := range u.m.Funcs {
		if f.Entry && f.Body != nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// Generic implements Unit: no kernel is.
func (u *PTX) Generic(string) bool { return false }

// Example implements Unit.
func (u *PTX) Example(kernel string) string { return kernel }

// Line implements Unit.
func (u *PTX) Line(pos diag.Pos) string {
	if pos.File == u.m.Name {
		return strings.TrimSpace(u.m.Line(pos.Line))
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	lines, ok := u.texts[pos.File]
	if !ok {
		if text, err := readSource(filepath.Join(filepath.Dir(u.m.Name), filepath.Base(pos.File))); err == nil {
			lines = strings.Split(string(text), "\n")
		} else if text, err := os.ReadFile(pos.File); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		u.texts[pos.File] = lines
	}
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return lines[pos.Line-1]
}

// Language implements Unit.
func (u *PTX) Language() wording.Language { return wording.CUDA }

// Optimised implements Unit.
func (u *PTX) Optimised() bool { return true }

// Lower implements Unit.
func (u *PTX) Lower(kernel string, _ bool) (*ir.Kernel, error) { return ptx.Lower(u.m, kernel) }
