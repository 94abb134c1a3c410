package cudac

// This file writes the host's side of a launch.

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/launch"
)

// suite holds the files that every folder of launches has.
//
//go:embed suite
var suite embed.FS

// Launch is a launch of a program.
type Launch struct {
	launch.Shape                   // of no device
	Name         string            // of the launch, an identifier in C
	Stack        int               // bytes per thread; 0 for what the device gives
	Numbers      map[string]string // the values of numbers, by path, as C has them
	Arrays       map[string]Array  // by path
	Symbols      []SymbolValue
	Command      string // the command that wrote the launch
}

// Array says how an array is filled.
type Array struct {
	Fill    string // "1048576", "1048576:ramp", "1048576:rand(7)", "1048576:words(0)", "@in.bin"
	Alias   string // the path of another array that this one is, instead of Fill
	Length  int    // elements
	Output  bool   // the launch writes it
	Scalars []Scalar
}

// Scalar is a number in an element of an array.
type Scalar struct {
	Offset, Bytes int
	Float         bool
}

// SymbolValue is the value of a variable in constant or global memory.
type SymbolValue struct {
	Name string // in Go
	Array
	Bytes int // of an element
}

// header is a header of a program, with a part of the program's text that needs it.
type header struct{ part, name string }

// headers are those of C, deviceHeaders those of CUDA that are not part of every program.
var (
	headers       = []header{{"INFINITY", "cmath"}, {"NAN", "cmath"}, {"printf(", "cstdio"}, {"memcpy(", "cstring"}}
	deviceHeaders = sync.OnceValue(func() (list []header) {
		list = append(list, header{"cooperative_groups::", "cooperative_groups.h"}, header{"cuda::", "cuda/barrier"}, header{"CUtensorMap", "cuda.h"}, header{"std::move(", "utility"}, header{"__float2half", "cuda_fp16.h"}, header{"__half2float", "cuda_fp16.h"})
		for name, f := range intrinsic.ByC {
			if f.Header != "" {
				list = append(list, header{name + "(", f.Header})
			}
		}
		return list
	})
)

// needed returns the lines that include those of some headers that the text needs.
func (p *Program) needed(list []header) string {
	var lines []string
	for _, h := range list {
		if line := "#include <" + h.name + ">\n"; strings.Contains(p.Text, h.part) && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// Standalone returns the kernel as a file of its own.
func (p *Program) Standalone() string {
	text := p.needed(slices.Concat(headers, deviceHeaders()))
	return text + prefixed(text != "", "\n") + p.Text
}

// WithHost returns a complete program for one launch.
func (p *Program) WithHost(l *Launch) string {
	text, launch := p.Text+"\n"+p.launch(l), "launch"
	if p.Given { // it may have a main of its own
		text, launch = "namespace "+l.Name+" {\n\n"+text+"\n}  // namespace "+l.Name+"\n", l.Name+"::launch"
	}
	return "// " + l.Command + "\n\n" + suiteFile("host.cuh") + "\n" + p.includes() + text +
		"\nint main(int argc, char** argv) {\n\thost::Run run(\"" + l.Name + "\", argc > 1 ? argv[1] : \".\");\n\t" + launch + "(run);\n\treturn 0;\n}\n"
}

// includes names the headers of a text that is given, and those of CUDA that another one needs.
func (p *Program) includes() string {
	text := ""
	if !p.Given {
		text = p.needed(deviceHeaders())
	}
	for _, h := range p.Headers {
		line := "#include <" + h + ">\n"
		if strings.Contains(h, ".") { // it may belong to a library that only the host's code needs
			line = "#if __has_include(<" + h + ">)\n" + line + "#endif\n"
		}
		text += line
	}
	return text + prefixed(text != "", "\n")
}

// InSuite returns the launch as a file of a folder of launches.
func (p *Program) InSuite(l *Launch) string {
	return "// " + l.Command + "\n#include \"host.cuh\"\n" + p.includes() + "\nnamespace " + l.Name + " {\n\n" + p.Using() + p.Text + "\n" + p.launch(l) +
		"\nstatic host::Case entry(\"" + l.Name + "\", launch);\n\n}  // namespace " + l.Name + "\n"
}

// Using returns the declarations that the text needs in a namespace, where its overloads
// would hide CUDA's functions.
func (p *Program) Using() string {
	text := ""
	for _, name := range p.overloads {
		text += "using ::" + name + ";\n"
	}
	return text + prefixed(text != "", "\n")
}

// SuiteFiles returns the files that every folder of launches has, by name.
func SuiteFiles() map[string]string {
	entries, err := fs.ReadDir(suite, "suite")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	files := map[string]string{}
	for _, e := range entries {
		files[e.Name()] = suiteFile(e.Name())
	}
	return files
}

func suiteFile(name string) string {
	text, err := suite.ReadFile("suite/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(text)
}

// launch writes the function that launches the kernel.
func (p *Program) launch(l *Launch) string {
	var b strings.Builder
	b.WriteString("static void launch(host::Run& run) {\n")
	for _, s := range l.Symbols {
		for _, c := range p.Symbols {
			if c.Name == s.Name {
				fmt.Fprintf(&b, "\trun.symbol(%s, %q, %d, %s);\n", c.C, s.Fill, s.Bytes, scalarList(s.Scalars))
			}
		}
	}
	var args []string
	for _, param := range p.Params {
		args = append(args, p.hostParam(&b, l, param)...)
	}
	if l.Stack > 0 {
		fmt.Fprintf(&b, "\trun.stack(%d);\n", l.Stack)
	}
	fmt.Fprintf(&b, "\trun.start(%s, %d);\n\t%s<<<%s, %s, %d>>>(%s);\n\trun.finish();\n}\n", p.Kernel, l.Dynamic, p.Kernel, dim3(l.Grid), dim3(l.Block), l.Dynamic, strings.Join(args, ", "))
	return b.String()
}

func dim3(d arch.Dim3) string { return fmt.Sprintf("dim3(%d, %d, %d)", d.X, d.Y, d.Z) }

func scalarList(list []Scalar) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("{%d, %d, %v}", s.Offset, s.Bytes, s.Float))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// hostParam declares a parameter and gives its parts their values. It returns the
// arguments of the launch.
func (p *Program) hostParam(b *strings.Builder, l *Launch, param Param) []string {
	single := len(param.Parts) == 1 && param.Parts[0].C == param.C
	if !single {
		fmt.Fprintf(b, "\t%s = {};\n", param.Declare)
	}
	args := []string{param.C}
	for _, part := range param.Parts {
		value := l.Numbers[part.Path]
		if part.Slice {
			a := l.Arrays[part.Path]
			if a.Alias != "" {
				value = "(" + part.Type + "*)" + p.nameOf(a.Alias)
			} else {
				value = a.allocation(part)
			}
		}
		switch {
		case single && value == "": // a parameter without a name
			fmt.Fprintf(b, "\t%s = {};\n", param.Declare)
		case single:
			fmt.Fprintf(b, "\t%s = %s;\n", param.Declare, value)
		case value != "":
			fmt.Fprintf(b, "\t%s = %s;\n", part.C, value)
		}
		if part.Length == "" {
			continue
		}
		fmt.Fprintf(b, "\t%s%s = %d;\n", prefixed(single, "int "), part.Length, l.Arrays[part.Path].Length)
		if single {
			args = append(args, part.Length)
		}
	}
	return args
}

// Passes reports whether a launch can give a number or an array its value, by its path.
func (p *Program) Passes(path string) bool {
	for _, param := range p.Params {
		for _, part := range param.Parts {
			if part.Path == path {
				return true
			}
		}
	}
	return false
}

// allocation writes the call that allocates and fills an array.
func (a *Array) allocation(part Part) string {
	method := "array"
	if a.Output {
		method = "output"
	}
	return fmt.Sprintf("run.%s<%s>(%q, %q, %s)", method, part.Type, part.Path, a.Fill, scalarList(a.Scalars))
}

// nameOf returns the C expression of an array.
func (p *Program) nameOf(path string) string {
	for _, param := range p.Params {
		for _, part := range param.Parts {
			if part.Path == path {
				return part.C
			}
		}
	}
	panic("BUG: no array " + path)
}
