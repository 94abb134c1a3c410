package program

// This file finds the lines of a program's calls in its debug information.

import (
	"debug/dwarf"
	"debug/elf"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
)

// places are the lines of a program. One without debug information, or in another format than
// ELF, has none.
type places struct {
	path   string
	read   bool
	data   *dwarf.Data
	anchor uint64 // the address of cudaGetLastError
	known  map[int64]diag.Pos
}

// load reads the program.
func (p *places) load() error {
	p.read, p.known = true, map[int64]diag.Pos{}
	file, err := elf.Open(p.path)
	if err != nil {
		return err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(symbols, func(s elf.Symbol) bool { return s.Name == "cudaGetLastError" && s.Value > 0 })
	if i < 0 {
		return errors.New("the runtime is not in the program")
	}
	p.anchor = symbols[i].Value
	p.data, err = file.DWARF()
	return err
}

// at returns the line of the call before an address, which counts from the anchor.
func (p *places) at(site int64) diag.Pos {
	if !p.read && p.load() != nil {
		p.data = nil
	}
	pos, known := p.known[site]
	if !known && p.data != nil {
		pos = p.line(p.anchor + uint64(site) - 1)
		p.known[site] = pos
	}
	return pos
}

// line returns the line of an instruction in the user's own files: that of the code itself, or of
// the innermost call that was inlined there from such a file.
func (p *places) line(pc uint64) diag.Pos {
	r := p.data.Reader()
	unit, err := r.SeekPC(pc)
	if err != nil {
		return diag.Pos{}
	}
	lines, err := p.data.LineReader(unit)
	if err != nil || lines == nil {
		return diag.Pos{}
	}
	list := append([]diag.Pos{lineAt(lines, pc)}, p.inlined(r, pc, lines.Files())...)
	if i := slices.IndexFunc(list, usersOwn); i >= 0 {
		return list[i]
	}
	return diag.Pos{}
}

// lineAt finds an instruction in a table of lines, whose sequences are in no order.
func lineAt(lines *dwarf.LineReader, pc uint64) diag.Pos {
	var before, at dwarf.LineEntry
	before.EndSequence = true
	for lines.Next(&at) == nil {
		if !before.EndSequence && before.Address <= pc && pc < at.Address {
			return diag.Pos{File: before.File.Name, Line: before.Line}
		}
		before = at
	}
	return diag.Pos{}
}

// inlined returns where the functions that hold an instruction were inlined, the innermost first.
func (p *places) inlined(r *dwarf.Reader, pc uint64, files []*dwarf.LineFile) (list []diag.Pos) {
	for {
		e, err := r.Next()
		if err != nil || e == nil || e.Tag == 0 || e.Tag == dwarf.TagCompileUnit {
			slices.Reverse(list)
			return list
		}
		ranges, err := p.data.Ranges(e)
		if err != nil || !slices.ContainsFunc(ranges, func(r [2]uint64) bool { return r[0] <= pc && pc < r[1] }) {
			r.SkipChildren()
			continue
		}
		file, _ := e.Val(dwarf.AttrCallFile).(int64)
		line, _ := e.Val(dwarf.AttrCallLine).(int64)
		if line > 0 && file > 0 && int(file) < len(files) && files[file] != nil {
			list = append(list, diag.Pos{File: files[file].Name, Line: int(line)})
		}
	}
}

// usersOwn reports whether a place is in none of the headers of the toolkit or the system.
func usersOwn(p diag.Pos) bool {
	if p.Line == 0 || strings.HasPrefix(p.File, "/usr/") {
		return false
	}
	dir := filepath.Dir(p.File)
	return !slices.ContainsFunc([]string{dir, filepath.Dir(dir)}, func(d string) bool {
		_, err := fs.Stat(os.DirFS(d), "cuda_runtime_api.h")
		return err == nil
	})
}
