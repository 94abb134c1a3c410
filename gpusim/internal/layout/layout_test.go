package layout

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"strings"
	"testing"
)

// declared are types in Go and, with the fields of the same names, in C.
var declared = []struct {
	text, c     string
	size, align int
	last        string // the last field
	at          int    // its offset
	differs     bool   // on the host
}{
	{"struct{ A int8; B int32 }", "signed char A; int B;", 8, 4, "B", 4, false},
	{"struct{ A int; B int64 }", "int A; long long B;", 16, 8, "B", 8, true},
	{"struct{ A int; B int }", "int A, B;", 8, 4, "B", 4, true},
	{"struct{ A bool; B [3]int16; C uint8 }", "bool A; short B[3]; unsigned char C;", 10, 2, "C", 8, false},
	{"struct{ A float32; B struct{ C float64; D int8 } }", "float A; struct { double C; signed char D; } B;", 24, 8, "B", 8, false},
	{"struct{ A int32; B []float32 }", "int A; struct { float *p; int n; } B;", 24, 8, "B", 8, true},
	{"struct{ A int8; B [4]struct{ C int16; D int8 } }", "signed char A; struct { short C; signed char D; } B[4];", 18, 2, "B", 2, false},
	{"struct{ A [2][3]int8; B uint32 }", "signed char A[2][3]; unsigned B;", 12, 4, "B", 8, false},
	{"struct{ A *float32; B int8 }", "float *A; signed char B;", 16, 8, "B", 8, false},
	{"struct{ A [1000][1000]struct{ B int64; C int8 }; B uint64 }", "struct { long long B; signed char C; } A[1000][1000]; unsigned long long B;", 16_000_008, 8, "B", 16_000_000, false},
}

// TestSizes: types lie on the device where the table says.
func TestSizes(t *testing.T) {
	for _, c := range declared {
		typ := typed(t, c.text)
		got := Sizes{}.Of(typ)
		last := got.Fields[len(got.Fields)-1]
		if got.Size != c.size || got.Align != c.align || last.Name != c.last || last.Offset != c.at {
			t.Errorf("%s: %d bytes, aligned to %d, %s at %d", c.text, got.Size, got.Align, last.Name, last.Offset)
		}
		if int(Sizes{}.Sizeof(typ)) != c.size || int(Sizes{}.Alignof(typ)) != c.align {
			t.Errorf("%s: go/types sees other sizes", c.text)
		}
		if got := (Sizes{}).HostDiffers(typ) != (Difference{}); got != c.differs {
			t.Errorf("%s: differs on the host is %v", c.text, got)
		}
	}
}

// TestSizesInC: the table says what a compiler of C++ says of the same types.
func TestSizesInC(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("g++ is not installed")
	}
	var text strings.Builder
	text.WriteString("#include <cstddef>\n")
	for i, c := range declared {
		fmt.Fprintf(&text, "struct T%[1]d { %[2]s };\nstatic_assert(sizeof(T%[1]d) == %[3]d && alignof(T%[1]d) == %[4]d && offsetof(T%[1]d, %[5]s) == %[6]d, \"\");\n",
			i, c.c, c.size, c.align, c.last, c.at)
	}
	cmd := exec.Command(compiler, "-fsyntax-only", "-x", "c++", "-")
	cmd.Stdin = strings.NewReader(text.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, text.String())
	}
}

// TestRecord: the scalars of a value, in order.
func TestRecord(t *testing.T) {
	r := Sizes{}.Of(typed(t, "struct{ A int8; B [2]struct{ C float32; D bool } }")).Record()
	want := []int{0, 4, 8, 12, 16}
	if r.Bytes != 20 || len(r.Scalars) != len(want) {
		t.Fatalf("got %v", r)
	}
	for i, s := range r.Scalars {
		if s.Offset != want[i] {
			t.Errorf("scalar %d lies at %d, want %d", i, s.Offset, want[i])
		}
	}
}

// typed returns the type that a text of Go names.
func typed(t *testing.T, text string) types.Type {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "t.go", "package t\n\ntype T "+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("t", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Scope().Lookup("T").Type().Underlying()
}

// TestNumbers: the device has every number of Go by its name, as wide as the host has it but for
// int and uint.
func TestNumbers(t *testing.T) {
	for kind := range basics {
		name := types.Typ[kind].Name()
		memory, ok := Number(name)
		if !ok || 8*memory.Bytes() != Bits(kind) {
			t.Errorf("%s: %d bytes by name, %d bits by kind", name, memory.Bytes(), Bits(kind))
		}
		host := GoType(name)
		if kind == types.Uintptr {
			continue // no host passes it
		}
		if narrow := name == "int" || name == "uint"; host == nil || narrow != (int(host.Size()) != memory.Bytes()) {
			t.Errorf("%s is %v on the host, and has %d bytes on the device", name, host, memory.Bytes())
		}
	}
	for _, name := range []string{"string", "error", "nil", "Point", "rune2"} {
		if _, ok := Number(name); ok || GoType(name) != nil {
			t.Errorf("%s is a number", name)
		}
	}
}
