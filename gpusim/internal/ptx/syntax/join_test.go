package syntax

import (
	"strings"
	"testing"

	_ "gpucourse/internal/collect"
)

// TestJoin joins modules that declare the same names and numbers of files.
func TestJoin(t *testing.T) {
	const head = ".version 9.5\n.target sm_90\n.address_size 64\n"
	one := head + `.file 3 "one.cu"
.extern .func f;
.extern .global .u32 count;
.global .u32 own = 1;
.visible .entry k()
{
	.loc 3 7 1, function_name $L__info_string0, inlined_at 3 8 2
	call.uni f;
	mov.u64 %rd1, own;
}
.section .debug_str { $L__info_string0: .b8 102 .b8 0 }
`
	two := head + `.file 1 "two.cu"
.visible .global .u32 count = 5;
.global .u32 own = 2;
.weak .func twice { ret; }
.visible .func f
{
	.loc 1 9 1, function_name $L__info_string0, inlined_at 1 8 2
	mov.u64 %rd1, own;
}
.section .debug_str { $L__info_string0: .b8 103 .b8 0 }
`
	text, err := Join("m.ptx", []string{one, two})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Parse("m.ptx", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var vars, places []string
	for _, v := range m.Vars {
		vars = append(vars, words(v.Name, v.Linkage, v.Init.Bits))
	}
	for _, f := range m.Funcs {
		for _, s := range f.stmts() {
			if in, ok := s.(*Instr); ok && in.Op == "mov" {
				places = append(places, words(f.Name, in.Operands[1].Name, m.Sources[in.Loc.File], in.Loc.Line, in.Loc.Func, m.Sources[in.Loc.Caller.File]))
			}
		}
	}
	if got, want := strings.Join(vars, ", "), "count visible 5, own$0  1, own$1  2"; got != want {
		t.Errorf("variables %q, want %q", got, want)
	}
	if got, want := strings.Join(places, ", "), "k own$0 one.cu 7 f one.cu, f own$1 two.cu 9 g two.cu"; got != want {
		t.Errorf("instructions %q, want %q", got, want)
	}
	for name, texts := range map[string][]string{"f": {one, two, two}, "instead of a declaration": {one, "?"}} {
		if _, err := Join("m.ptx", texts); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error with %q", err, name)
		}
	}
	if text, err := Join("m.ptx", []string{one}); err != nil || text != one {
		t.Errorf("one module became %q, %v", text, err)
	}
}

// stmts are the statements of a function; none of a prototype.
func (f *Func) stmts() []Stmt {
	if f.Body == nil {
		return nil
	}
	return f.Body.Stmts
}
