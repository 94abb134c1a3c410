package printf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerbs lists the arguments of formats.
func TestVerbs(t *testing.T) {
	for _, c := range []struct{ text, verbs string }{
		{"%d %5u %-3lld%%\n", "[{100 4 false true} {117 4 false false} {100 8 false true}]"},
		{"%p %x %8.3f %hhd", "[{112 8 false false} {120 4 false false} {102 8 true false} {100 4 false true}]"},
		{"%*.*a %zu", "[{42 4 false true} {42 4 false true} {97 8 true false} {117 8 false false}]"},
		{"%s|%c %lc", "[{115 8 false false} {99 4 false false} {99 4 false false}]"},
		{"100%", "[]"},
	} {
		verbs, bad := Verbs(c.text)
		if fmt.Sprint(verbs) != c.verbs || bad != 0 {
			t.Errorf("%s: got %v %c, want %s", c.text, verbs, bad, c.verbs)
		}
	}
	for text, want := range map[string]byte{"%n": 'n', "%d %5q": 'q', "%!": '!'} {
		if _, bad := Verbs(text); bad != want {
			t.Errorf("%s: got %c, want %c", text, bad, want)
		}
	}
}

// TestKernel: directives that a device does not read are text.
func TestKernel(t *testing.T) {
	for format, want := range map[string]string{
		"%zu %d%% %5.*f|%*d %hd %lld": "%%zu %d%% %%5.*f|%*d %hd %lld ",
		"%hhd":                        " %hhd", "%5n": " %5n",
	} {
		if text, bad := Kernel(format); text+" "+bad != want {
			t.Errorf("%s: got %q %q, want %q", format, text, bad, want)
		}
	}
}

// argument is a value for a test, in C and in Go.
type argument struct {
	c string
	v any
}

func argumentsOf[T any](cType string, values ...T) (list []argument) {
	for _, v := range values {
		list = append(list, argument{fmt.Sprintf("(%s)%v", cType, v), v})
	}
	return list
}

// The values of the test, by the argument of a verb.
var (
	ints   = argumentsOf[int32]("int", 0, -1, 1, 42, -42, 127, 128, 200, 255, 256, -129, 300, 65535, 65536, 123456789, math.MaxInt32)
	longs  = argumentsOf[int64]("long", 0, -1, 1, 42, -300, math.MaxInt64, 5_000_000_000, -5_000_000_000)
	floats = argumentsOf[float64]("double", 0, 1, -2.5, 0.5, 1e5, 123456, 1234567, 1e6, 0.0001, 0.00001234, 1e21, 7.565799611934068e-21, 1e300, -1e-300, 5e-324, 1.5e-310,
		3.0000001, 99999.95, 999999.5, 2.5, 3.5, 0.1, 1.0/3, math.MaxFloat64)
	texts = []argument{{`""`, ""}, {`"a"`, "a"}, {`"hello world"`, "hello world"}, {`"\303\251t"`, "ét"}}
)

func init() {
	for c, v := range map[string]float64{"-0.0": math.Copysign(0, -1), "INFINITY": math.Inf(1), "-INFINITY": math.Inf(-1), "NAN": math.NaN()} {
		floats = append(floats, argument{c, v})
	}
}

// pick returns one of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// randomFormat draws a format of one directive, and its arguments. What C leaves undefined is not drawn.
func randomFormat(r *rand.Rand) (format string, args []argument) {
	verb := pick(r, []byte("diuxXocsfFeEgGaA"))
	flags := map[byte]string{'d': "-+ 0", 'i': "-+ 0", 'u': "-0", 'x': "-#0", 'X': "-#0", 'o': "-#0", 'c': "-", 's': "-", 'g': "-+ 0", 'G': "-+ 0"}[verb] // glibc writes %#g of 999999.5 wrong
	if flags == "" {
		flags = "-+ #0"
	}
	var b strings.Builder
	b.WriteByte('%')
	for _, f := range []byte(flags) {
		if r.IntN(3) == 0 {
			b.WriteByte(f)
		}
	}
	size := func(most int) {
		if r.IntN(4) == 0 {
			n := int32(r.IntN(most) - most/3)
			b.WriteByte('*')
			args = append(args, argument{fmt.Sprint(n), n})
		} else {
			fmt.Fprint(&b, r.IntN(most))
		}
	}
	if b.Len() == 1 && r.IntN(2) == 0 || r.IntN(3) == 0 {
		fmt.Fprint(&b, 1+r.IntN(9))
	} else if r.IntN(5) == 0 {
		size(25)
	}
	if verb != 'c' && r.IntN(2) == 0 {
		b.WriteByte('.')
		if r.IntN(5) > 0 {
			size(18)
		}
	}
	values := floats
	switch {
	case strings.IndexByte("diuxXo", verb) >= 0 && r.IntN(3) == 0:
		b.WriteString(pick(r, []string{"l", "ll", "z"}))
		values = longs
	case strings.IndexByte("diuxXo", verb) >= 0:
		b.WriteString(pick(r, []string{"", "", "h", "hh"}))
		values = ints
	case verb == 'c':
		values = ints[3:10]
	case verb == 's':
		values = texts
	}
	b.WriteByte(verb)
	return b.String(), append(args, pick(r, values))
}

// TestC compares random formats with a program of C.
func TestC(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var program strings.Builder
	var formats, got []string
	program.WriteString("#include <cstdio>\n#include <cmath>\nint main() {\n")
	add := func(format string, args []argument) {
		fmt.Fprintf(&program, "printf(\"%s%%c\"", format)
		var values []any
		for _, a := range args {
			program.WriteString(", " + a.c)
			values = append(values, a.v)
		}
		program.WriteString(", 1);\n")
		formats, got = append(formats, fmt.Sprint(format, args)), append(got, C(format, values...))
	}
	add("100%% %5%", nil)
	add("%p|%12p|%-12p|", []argument{{"(void*)0", uint64(0)}, {"(void*)0x1234", uint64(0x1234)}, {"(void*)0xabc", uint64(0xabc)}})
	add("%#g|%#.3G|%#.0g", []argument{{"1.5", 1.5}, {"1e5", 1e5}, {"1e-5", 1e-5}})
	for range 4000 {
		add(randomFormat(r))
	}
	program.WriteString("}\n")
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "print.cc"), filepath.Join(dir, "print")
	if err := os.WriteFile(source, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-w", "-O0", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(out), "\x01")
	for i, text := range got {
		if i >= len(want) || text != want[i] {
			t.Errorf("%s: got %q, a program of C prints %q", formats[i], text, want[min(i, len(want)-1)])
		}
	}
}

// TestTexts: texts stand in the place of %s, with their width; a percent sign in one is no verb.
func TestTexts(t *testing.T) {
	got := Texts("%d %s %5s %*d %s %.1s %%", func(i int) (string, bool) { return []string{"", "5%", "ab", "", "", "", "xy"}[i], i != 5 })
	if want := "%d 5%%    ab %*d %s x %%"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
