package lex

// This file runs directives and includes files.

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
)

// ErrNoText is the error of an open that finds something other than a file of text: a
// device, a pipe, or a file that is too large.
var ErrNoText = errors.New("no file of text")

// Source is the tokens of a file and of all that it includes.
type Source struct {
	Tokens  []Token
	Files   map[string][][]byte // the lines of each file that was read
	Missing []string            // headers that were not found
	Headers []string            // of CUDA and C++ that #include names: cstdio
	// Included has the files that were read, by the places of #include.
	Included map[diag.Pos]string
	Errs     diag.List
}

// preprocessor runs the directives of a file and of those that it includes.
type preprocessor struct {
	Source
	open     func(name string) ([]byte, error)
	folders  []string // of headers, beside the usual ones
	macros   map[string]*macro
	once     map[string]bool // files with #pragma once
	depth    int
	conds    []condition
	tooBig   bool
	endless  bool    // files include one another
	included int     // files read
	bytes    int     // of them
	written  int     // tokens that macros wrote
	unroll   []Token // Token.Unroll of the next token
}

// condition is an #if that is open.
type condition struct {
	pos    diag.Pos
	active bool // the lines in it count
	taken  bool // a branch was taken
	outer  bool // the lines around it count
	last   bool // #else was read
}

// Options are what a compiler's command line says to the preprocessor.
type Options struct {
	Folders []string // with files to include: -I
	Defines []string // macros, each as behind #define: -D
}

// commandLine is the file of the macros of a command line in positions.
const commandLine = "<command line>"

// Preprocess returns the tokens of a file after the preprocessor. open reads an
// included file.
func Preprocess(name string, text []byte, open func(name string) ([]byte, error)) *Source {
	return Options{}.Preprocess(name, text, open)
}

// Preprocess is the function of this name with options.
func (o Options) Preprocess(name string, text []byte, open func(name string) ([]byte, error)) *Source {
	p := &preprocessor{open: open, folders: o.Folders, macros: map[string]*macro{}, once: map[string]bool{}}
	p.Files, p.Included = map[string][][]byte{}, map[diag.Pos]string{}
	p.prelude()
	if len(o.Defines) > 0 {
		p.file(commandLine, []byte("#define "+strings.Join(o.Defines, "\n#define ")))
	}
	p.file(name, text)
	p.addDemanded()
	end := diag.Pos{File: name, Line: bytes.Count(text, []byte("\n")) + 1, Col: 1}
	p.Tokens = append(p.Tokens, Token{Kind: EOF, Pos: end})
	return &p.Source
}

// onDemand are headers of which a source gets the declarations when it names one of them.
var onDemand = []string{"limits", "type_traits", "device_functions.h"}

// demanded has, for each name that such a header declares, the header. Programs that read no CUDA do not
// wait for it.
var demanded = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, file := range onDemand {
		text, _ := known.ReadFile("include/" + file)
		tokens, _ := scan(file, string(text))
		for i := 1; i+1 < len(tokens); i++ {
			next, before := tokens[i+1], tokens[i-1]
			function := next.Is("(") && (before.Kind == Ident || before.Is("*")) && tokens[i].Pos.Col > 1 && strings.HasSuffix(file, ".h")
			if tokens[i].Kind == Ident && (before.Is("struct") || function && !tokens[i].Is("if") && !tokens[i].Is("for")) {
				names[tokens[i].Text] = file
			}
		}
	}
	return names
})

// addDemanded puts the headers that a source needs before it.
func (p *preprocessor) addDemanded() {
	need, of := map[string]bool{}, demanded()
	for _, t := range p.Tokens {
		if t.Kind == Ident {
			need[of[strings.TrimSuffix(strings.TrimSuffix(t.Text, "_v"), "_t")]] = true
		}
	}
	rest := p.Tokens
	p.Tokens = nil
	for _, file := range onDemand {
		if need[file] {
			text, _ := known.ReadFile("include/" + file)
			p.file("<"+file+">", text)
		}
	}
	p.Tokens = append(p.Tokens, rest...)
}

func (p *preprocessor) fail(at diag.Pos, hint, format string, args ...any) {
	p.Errs = append(p.Errs, diag.Diagnostic{Pos: at, Code: diag.Syntax, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// failLarge reports a source that is more than the front end holds. A real compiler would work on it for minutes.
func (p *preprocessor) failLarge(at diag.Pos, hint, format string, args ...any) {
	p.fail(at, hint, format, args...)
	p.Errs[len(p.Errs)-1].Code = diag.TooLarge
}

// file processes one file.
func (p *preprocessor) file(name string, text []byte) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // the mark of some editors
	p.Files[name] = bytes.Split(text, []byte("\n"))
	tokens, errs := scan(name, string(text))
	p.Errs = append(p.Errs, errs...)
	open := len(p.conds)
	p.lines(tokens)
	for len(p.conds) > open {
		p.fail(p.conds[len(p.conds)-1].pos, "close it with #endif", "this condition has no #endif")
		p.conds = p.conds[:len(p.conds)-1]
	}
}

// lines processes tokens: directives one by one, the text between them as a whole, as a
// call of a macro may take several lines.
func (p *preprocessor) lines(tokens []Token) {
	var text []Token
	flush := func() {
		p.emit(p.expand(text))
		text = nil
	}
	for i := 0; i < len(tokens) && !p.tooBig; {
		end := i + 1
		for end < len(tokens) && !tokens[end].first {
			end++
		}
		switch line := tokens[i:end]; {
		case line[0].first && line[0].Is("#"):
			flush()
			p.directive(line)
		case p.active():
			text = append(text, line...)
		}
		i = end
	}
	flush()
}

func (p *preprocessor) emit(tokens []Token) {
	if len(p.Tokens)+len(tokens) > limit.Tokens {
		if !p.tooBig {
			p.failLarge(tokens[0].Pos, "keep only what the kernels need", "the source has more than %d tokens after its macros", limit.Tokens)
		}
		p.tooBig = true
		return
	}
	if len(tokens) > 0 && p.unroll != nil {
		tokens[0].Unroll, p.unroll = p.unroll, nil
	}
	p.Tokens = append(p.Tokens, withOperators(tokens)...)
}

// pragma runs the directives once and unroll.
func (p *preprocessor) pragma(rest []Token) {
	switch {
	case len(rest) == 0:
	case rest[0].Text == "once":
		p.once[rest[0].Pos.File] = true
	case rest[0].Text == "pack":
		p.fail(rest[0].Pos, "order the fields by size, or read bytes", "#pragma pack is not supported: structs are laid out as C does by itself")
	default:
		if n := p.unrolling(rest); n != nil {
			p.unroll = n
		}
	}
}

// unrolling returns Token.Unroll for a pragma, nil when it is not about unrolling.
func (p *preprocessor) unrolling(rest []Token) []Token {
	switch rest[0].Text {
	case "unroll":
		return append([]Token{}, p.expand(rest[1:])...)
	case "nounroll":
		return []Token{{Kind: Number, Text: "1", Pos: rest[0].Pos}}
	}
	return nil
}

func (p *preprocessor) active() bool { return len(p.conds) == 0 || p.conds[len(p.conds)-1].active }

// directive runs one line that begins with #.
func (p *preprocessor) directive(line []Token) {
	if len(line) < 2 { // # alone does nothing
		return
	}
	name, rest := line[1], line[2:]
	if p.conditional(name, rest) || !p.active() {
		return
	}
	switch name.Text {
	case "define":
		p.define(name, rest)
	case "undef":
		if len(rest) == 0 || rest[0].Kind != Ident {
			p.fail(name.Pos, "write #undef NAME", "#undef names no macro")
			return
		}
		delete(p.macros, rest[0].Text)
	case "include":
		p.include(name, rest)
	case "pragma":
		p.pragma(rest)
	case "error":
		if p.depth > 0 { // a header may ask for what only host code needs
			return
		}
		p.fail(name.Pos, "define what it asks for", "#error %s", spell(rest))
	case "warning", "ident":
	default:
		p.fail(name.Pos, "leave it out", "#%s is no directive that is read", name.Text)
	}
}

// conditional runs the directives that begin and end conditions.
func (p *preprocessor) conditional(name Token, rest []Token) bool {
	switch name.Text {
	case "if":
		p.push(name, func() bool { return p.truth(name, rest) })
	case "ifdef":
		p.push(name, func() bool { return p.defined(name, rest) })
	case "ifndef":
		p.push(name, func() bool { return !p.defined(name, rest) })
	case "elif":
		p.branch(name, func() bool { return p.truth(name, rest) })
	case "else":
		p.branch(name, func() bool { return true })
	case "endif":
		if len(p.conds) == 0 {
			p.fail(name.Pos, "remove it", "#endif without #if")
			return true
		}
		p.conds = p.conds[:len(p.conds)-1]
	default:
		return false
	}
	return true
}

func (p *preprocessor) push(name Token, holds func() bool) {
	outer := p.active()
	taken := outer && holds()
	p.conds = append(p.conds, condition{pos: name.Pos, active: taken, taken: taken, outer: outer})
}

func (p *preprocessor) branch(name Token, holds func() bool) {
	if len(p.conds) == 0 {
		p.fail(name.Pos, "remove it", "#%s without #if", name.Text)
		return
	}
	c := &p.conds[len(p.conds)-1]
	if c.last {
		p.fail(name.Pos, "remove it", "#%s behind #else", name.Text)
	}
	c.last = name.Text == "else"
	c.active = c.outer && !c.taken && holds()
	c.taken = c.taken || c.active
}

func (p *preprocessor) defined(at Token, rest []Token) bool {
	if len(rest) == 0 || rest[0].Kind != Ident {
		p.fail(at.Pos, "write #"+at.Text+" NAME", "#%s names no macro", at.Text)
		return false
	}
	return p.isDefined(rest[0])
}

// include reads a header. One that is not found in angle brackets is taken for one of CUDA
// or C++, whose names are known.
func (p *preprocessor) include(name Token, rest []Token) {
	file, system := p.headerOf(rest)
	if file == "" {
		p.fail(name.Pos, "write #include <file> or #include \"file\"", "#include names no file")
		return
	}
	if p.endless {
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	if p.included++; p.depth > limit.Includes || p.included > limit.Files {
		p.failLarge(name.Pos, "add #pragma once to it", "%s includes itself, or more than %d files include one another", file, limit.Includes)
		p.endless = true
		return
	}
	for _, at := range p.places(name.Pos.File, file) {
		if p.once[at] {
			return
		}
		if text, err := p.open(at); err == nil {
			if p.bytes += len(text); p.bytes > limit.IncludedBytes {
				p.fail(name.Pos, "add #pragma once to it", "%s: the files that are included have more than %d bytes together", file, limit.IncludedBytes)
				p.endless = true
				return
			}
			p.Included[diag.Pos{File: name.Pos.File, Line: name.Pos.Line}] = at
			p.file(at, text)
			return
		} else if errors.Is(err, ErrNoText) {
			p.fail(name.Pos, "include a file of CUDA C", "%s cannot be included: %v", file, err)
			p.endless = true
			return
		}
	}
	if text, err := known.ReadFile("include/" + knownName(file)); err == nil && !slices.Contains(onDemand, knownName(file)) {
		p.Headers = append(p.Headers, file)
		if at := "<" + knownName(file) + ">"; !p.once[at] {
			p.file(at, text)
		}
		return
	}
	if !system {
		p.Missing = append(p.Missing, file)
		return
	}
	p.Headers = append(p.Headers, file)
}

// known are the headers of CUDA that are code; the others are known to the checker.
//
//go:embed include
var known embed.FS

// knownName returns the header that has a header's declarations.
func knownName(file string) string {
	if strings.HasPrefix(file, "cooperative_groups/") {
		return "cooperative_groups.h"
	}
	if file == "cudaTypedefs.h" {
		return "cuda.h"
	}
	if strings.HasPrefix(file, "cublas") {
		return "cublas_v2.h"
	}
	return file
}

// standard are the headers of C++ and CUDA that every compiler has, among those that
// sources ask for.
var standard = strings.Fields(`algorithm array atomic cassert cfloat climits cmath complex cstddef cstdint cstdio cstdlib
	cstring cuda.h cuda_pipeline.h cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h functional iostream limits math.h memory
	numeric optional stddef.h stdint.h stdio.h stdlib.h string string.h string_view tuple type_traits utility variant vector`)

// has reports whether a compiler finds a header; sure is false where that is not known.
func (p *preprocessor) has(from, file string, system bool) (found, sure bool) {
	if slices.Contains(standard, file) {
		return true, true
	}
	for _, at := range p.places(from, file) {
		if _, err := p.open(at); err == nil {
			return true, true
		}
	}
	_, err := known.ReadFile("include/" + knownName(file))
	return err == nil, err == nil || !system
}

// headerOf returns the file that a directive names, itself or by macros.
func (p *preprocessor) headerOf(rest []Token) (file string, system bool) {
	if file, system = header(rest); file == "" {
		file, system = header(p.expand(rest))
	}
	return file, system
}

// header returns the file that #include names; system if in angle brackets.
func header(rest []Token) (file string, system bool) {
	switch {
	case len(rest) == 0:
	case rest[0].Kind == String && len(rest[0].Text) > 1:
		return strings.Trim(rest[0].Text, `"`), false
	case rest[0].Text == "<":
		if end := slices.IndexFunc(rest, func(t Token) bool { return t.Text == ">" }); end > 1 {
			return spell(rest[1:end]), true
		}
	}
	return "", false
}

// headerFolders are where projects keep the headers that their Makefile names with -I.
var headerFolders = []string{"", "include/", "inc/", "common/", "common/inc/", "Common/", "utilities/", "utils/"}

// foldersUp is how many folders above a source are searched for headers.
const foldersUp = 5

// places lists where a header may lie: beside the file that names it, then in the usual
// folders of the folders above, then in those of the command line.
func (p *preprocessor) places(from, name string) []string {
	list := []string{beside(from, name)}
	if strings.HasPrefix(name, "/") {
		return list
	}
	for up, above := 0, ""; up < foldersUp; up, above = up+1, above+"../" {
		for _, folder := range headerFolders {
			list = append(list, beside(from, above+folder+name))
		}
	}
	folders := append(slices.Clone(p.folders), filepath.SplitList(os.Getenv("CPATH"))...) // as compilers do
	for _, folder := range folders {
		list = append(list, filepath.Join(folder, name))
	}
	return list
}

// beside returns the path of a file that another one names.
func beside(from, name string) string {
	if i := strings.LastIndexAny(from, `/\`); i >= 0 && !strings.HasPrefix(name, "/") {
		return from[:i+1] + name
	}
	return name
}

// spell writes tokens as text.
func spell(tokens []Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.Space {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}
