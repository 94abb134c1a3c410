package cudart

// This file writes the C++ that is linked into a program.

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed stub/stub.cc
var hands string

// Stub returns the C++ text of the runtime: the hands, and a function for each row of the tables.
// It is compiled with the headers of the toolkit that the program was compiled with.
func Stub() string {
	var b strings.Builder
	b.WriteString(hands)
	for i := range calls {
		calls[i].write(&b, i)
	}
	writeErrors(&b)
	b.WriteString("} // extern \"C\"\n\nnamespace {\n\n")
	writeStructs(&b)
	b.WriteString("} // namespace\n")
	return b.String()
}

// Functions lists the functions of the runtime that programs call, in the order of the table.
func Functions() (names []string) {
	for i := range calls {
		if !strings.HasPrefix(calls[i].name, "__") {
			names = append(names, calls[i].name)
		}
	}
	return append(names, "cudaGetErrorName", "cudaGetErrorString", "cudaCreateChannelDesc")
}

// parameter is one parameter of a C function.
type parameter struct{ kind, name string }

// parameters takes the declaration of a function's parameters apart.
func parameters(declared string) []parameter {
	if declared == "void" {
		return nil
	}
	var list []parameter
	for p := range strings.SplitSeq(declared, ",") {
		p = strings.TrimSpace(p)
		at := strings.LastIndexAny(p, " *") + 1
		list = append(list, parameter{strings.TrimSpace(p[:at]), p[at:]})
	}
	return list
}

// parts are the words of values that are passed as structs.
var parts = map[string][]string{
	"dim3":              {"x", "y", "z"},
	"struct cudaExtent": {"width", "height", "depth"},

	"struct cudaMemLocation": {"type", "id"},

	"struct cudaPitchedPtr": {"ptr", "pitch", "xsize", "ysize"},
}

// words are the expressions of a parameter's words.
func (p parameter) words() []string {
	fields, isStruct := parts[p.kind]
	if !isStruct {
		return []string{"word(" + p.name + ")"}
	}
	var list []string
	for _, f := range fields {
		list = append(list, "word("+p.name+"."+f+")")
	}
	return list
}

// streamWord returns which word of a call names its stream; -1 where none does.
func (c *row) streamWord() int {
	at := 0
	for _, p := range parameters(c.declared) {
		if p.kind == "cudaStream_t" && p.name == "stream" {
			return at
		}
		at += len(p.words())
	}
	return -1
}

// write writes the function of a row.
func (c *row) write(b *strings.Builder, number int) {
	var words []string
	for _, p := range parameters(c.declared) {
		words = append(words, p.words()...)
	}
	if first := since[c.name]; first > 0 {
		fmt.Fprintf(b, "#if CUDART_VERSION >= %d\n", first)
		defer b.WriteString("#endif\n\n")
	}
	for _, version := range c.versions() {
		fmt.Fprintf(b, "%s CUDARTAPI %s(%s) {\n", c.result, version, c.declared)
		if len(words) == 0 {
			words = []string{"0"}
		}
		fmt.Fprintf(b, "\tuint64_t passed[] = {%s};\n\treturn (%s)call(%d, passed, %d, %s);\n}\n\n", strings.Join(words, ", "), c.result, number, len(words), c.site())
	}
}

// site is the expression of the address that a call came from.
func (c *row) site() string {
	const own = "__builtin_return_address(0)"
	if strings.HasSuffix(c.name, "LaunchKernel") {
		return "siteOfLaunch(" + own + ")"
	}
	return own
}

// versions are the names of a function: what takes a stream has another name in programs that are
// compiled for a default stream per thread.
func (c *row) versions() []string {
	if c.perThread == "" {
		return []string{c.name}
	}
	return []string{c.name, c.name + c.perThread}
}

// writeErrors writes what names errors, which needs no simulator.
func writeErrors(b *strings.Builder) {
	for _, f := range []struct {
		name string
		text func(*failure) string
	}{
		{"cudaGetErrorName", func(e *failure) string { return e.name }},
		{"cudaGetErrorString", func(e *failure) string { return e.text }},
	} {
		fmt.Fprintf(b, "const char *CUDARTAPI %s(cudaError_t e) {\n\tswitch ((int)e) {\n", f.name)
		for i := range failures {
			fmt.Fprintf(b, "\tcase %d: return %q;\n", failures[i].code, f.text(&failures[i]))
		}
		b.WriteString("\t}\n\treturn \"unrecognized error code\";\n}\n\n")
	}
}

// writeStructs writes what reads and fills the fields of structs.
func writeStructs(b *strings.Builder) {
	b.WriteString("int fields(uint32_t what, const void *from, uint64_t *w) {\n\tint n = 0;\n\tswitch (what) {\n")
	for i := range structs {
		structs[i].write(b, i, "const "+structs[i].name+" &s = *static_cast<const "+structs[i].name+" *>(from)", "w[n++] = word(s.%s);", "w[n++] = 0;")
	}
	b.WriteString("\t}\n\treturn n;\n}\n\nvoid fill(uint32_t what, void *to, const uint64_t *w) {\n\tint n = 0;\n\tswitch (what) {\n")
	for i := range structs {
		structs[i].write(b, i, structs[i].name+" &s = *static_cast<"+structs[i].name+" *>(to);\n\t\tmemset(to, 0, sizeof s)", "s.%[1]s = (decltype(s.%[1]s))w[n++];", "n++;")
	}
	b.WriteString("\t}\n}\n\n")
}

// write writes the case of a struct, with a statement for each field that the toolkit has, and
// one for others.
func (s *record) write(b *strings.Builder, number int, declaration, each, absent string) {
	fmt.Fprintf(b, "\tcase %d: {\n\t\t%s;\n", number, declaration)
	for _, f := range s.fields {
		statement := fmt.Sprintf(each, f.name)
		if f.until > 0 {
			statement = fmt.Sprintf("\n#if CUDART_VERSION < %d\n%s\n#else\n%s\n#endif\n", f.until, statement, absent)
		}
		fmt.Fprintf(b, "\t\t%s\n", statement)
	}
	b.WriteString("\t\tbreak;\n\t}\n")
}
