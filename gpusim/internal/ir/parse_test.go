package ir

// This file tests that Parse and Print are inverses and that errors name their line.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/diag"
)

// texts returns every kernel of testdata.
func texts(t testing.TB) map[string]string {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels in testdata: %v", err)
	}
	m := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m[f] = string(b)
	}
	return m
}

func mustParse(t testing.TB, text string) *Kernel {
	t.Helper()
	k, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse: %v\n%s", err, text)
	}
	return k
}

func TestPrintIsTheInverseOfParse(t *testing.T) {
	for name, text := range texts(t) {
		if diff := cmp.Diff(text, mustParse(t, text).String()); diff != "" {
			t.Errorf("%s: Print(Parse(text)) differs (-want +got):\n%s", name, diff)
		}
	}
}

func TestParseIsTheInverseOfPrint(t *testing.T) {
	for name, text := range texts(t) {
		k := mustParse(t, text)
		again := mustParse(t, Printer{Positions: true}.Print(k))
		if diff := cmp.Diff(k, again); diff != "" {
			t.Errorf("%s: Parse(Print(k)) differs (-want +got):\n%s", name, diff)
		}
	}
}

func TestPositionsSurvive(t *testing.T) {
	helper := diag.Pos{File: "k.go", Line: 3, Col: 7}
	call := Frame{Pos: diag.Pos{File: "k.go", Line: 12}, Func: "K"}
	k := &Kernel{Name: "K", Pos: diag.Pos{File: "k.go", Line: 10}, Frames: []Frame{{}, {Pos: helper, Func: "help", Caller: &call}, call}, Regs: []RegInfo{{}},
		Blocks: []*Block{{Label: "entry", Instrs: []*Instr{{Op: Bar, Pos: 1}, {Op: Bar, Pos: 1}, {Op: Exit, Pos: 2}}}}}
	text := Printer{Positions: true}.Print(k)
	if n := strings.Count(text, ".loc"); n != 2 {
		t.Errorf("got %d .loc lines, want 2:\n%s", n, text)
	}
	if diff := cmp.Diff(k, mustParse(t, text)); diff != "" {
		t.Errorf("Parse(Print(k)) differs (-want +got):\n%s", diff)
	}
}

func TestSourceLinesBesideInstructions(t *testing.T) {
	k := mustParse(t, ".entry K()\n{\nL0:\n.loc \"k.go:2\";\nbar.sync;\n.loc \"k.go:3\";\nbar.sync;\nexit;\n}")
	lines := map[int]string{2: "a := 1", 3: "b := 2"}
	got := Printer{Source: func(p diag.Pos) string { return lines[p.Line] }}.Print(k)
	want := "L0:\n\t// k.go:2: a := 1\n\tbar.sync;\n\t// k.go:3: b := 2\n\tbar.sync;\n\texit;\n}\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant it to end with\n%s", got, want)
	}
}

func TestParseErrorsNameTheLine(t *testing.T) {
	body := func(s string) string { return ".entry K(.param .u64 in)\n{\n.slice .b8 in[];\nL0:\n" + s + "\n}" }
	tests := []struct{ text, want string }{
		{"", "line 1: want '.entry', got the end of the text"},
		{".entry K(.param .x32 n)", "line 1: unknown type '.x32'"},
		{".entry K() .maxreg 3 {", "line 1: unknown attribute '.maxreg'"},
		{".entry K()\n{\nL1:", "line 3: want the label L0, got 'L1'"},
		{".entry K()\n{\n.slice .b8 a[];\n.slice .b8 a[];", "line 4: two variables are called a"},
		{".entry K()\n{\n.reg .f32 %r1;", "line 3: register %r1 cannot be of type f32"},
		{".entry K()\n{\n.reg .u8 %r1;", "line 3: register %r1 cannot be of type u8"},
		{body("frob.s32 %r1, %r2;"), "line 5: 'frob.s32': unknown operation"},
		{body("add.s33 %r1, %r2, 1;"), "line 5: 'add.s33': unknown part .s33"},
		{body("add.s32 %r1 %r2, 1;"), "line 5: want ',', got '%r2'"},
		{body("add.s32 %x1, %r2, 1;"), "line 5: want a register such as %r1, got '%x1'"},
		{body("add.s32 %r1, %r2, 4294967296;"), "line 5: '4294967296' is no constant of type \"s32\""},
		{body("add.f32 %f1, %f2, 0d00;"), "line 5: '0d00' is no constant of type \"f32\""},
		{body("add.s32 %r1, %r2, %f2;"), "line 5: '%f2': register 2 is also used as %r2"},
		{body("ld.global.f32 %f1, out[%rd2];"), "line 5: no variable is called 'out'"},
		{body("printf \"%d\", 3;"), "line 5: '3' is no constant of type \"\""},
		{body("@true exit;"), "line 5: want a predicate register after '@'"},
		{body("bra 3;"), "line 5: want a label such as L1, got '3'"},
		{body("exit"), "line 6: want an operand, got '}'"},
		{body("trap \"x;"), "line 5: literal not terminated"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%q)\n got %v\nwant %v", tt.text, err, tt.want)
		}
	}
}

// FuzzParse checks that no text makes Parse panic, and that an accepted text prints
// to a text that parses and prints the same. Its seeds are the lines of testdata, each
// in a kernel of its own: a short text is quickly minimized.
func FuzzParse(f *testing.F) {
	for _, text := range texts(f) {
		head, body, _ := strings.Cut(text, "\n{\n")
		f.Add(head + "\n{\nL0:\n\texit;\n}\n")
		for line := range strings.Lines(body) {
			f.Add(".entry K()\n{\n" + line + "L0:\n\texit;\n}\n")
			f.Add(".entry K()\n{\nL0:\n" + line + "\texit;\n}\n")
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Parse(text)
		if err != nil {
			return
		}
		p := Printer{Positions: true}
		once := p.Print(k)
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("the printed text does not parse: %v\n%s", err, once)
		}
		if twice := p.Print(again); twice != once {
			t.Fatalf("printing again differs:\n%s", cmp.Diff(once, twice))
		}
	})
}
