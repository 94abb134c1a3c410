package hostc

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

var every = flag.Bool("every", false, "compare all random programs with a compiler of C++")

// hostOnly is a runtime without a device.
type hostOnly struct{ out, err strings.Builder }

func (*hostOnly) Begin(*Playing, []Symbol)               {}
func (*hostOnly) Has(name string) bool                   { return name == "cudaMalloc" || name == "cudaFree" }
func (*hostOnly) Names() []string                        { return []string{"cudaMalloc", "cudaFree"} }
func (*hostOnly) Call(diag.Pos, string, []uint64) uint64 { return 0 }
func (*hostOnly) Function(string) uint64                 { return 0 }
func (*hostOnly) Launch(*KernelCall, uint64) uint64      { return 0 }
func (*hostOnly) ErrorText(uint64) (name, text string)   { return "", "" }
func (*hostOnly) Constant(string) (value int64, ok bool) { return 0, false }
func (r *hostOnly) Print(text string, toError bool) {
	if toError {
		r.err.WriteString(text)
	} else {
		r.out.WriteString(text)
	}
}

// plays plays a program.
func plays(t *testing.T, text string, args ...string) (out string, status int, err error) {
	r := &hostOnly{}
	status, err = Play(t.Context(), parse(text), &arch.Devices[0], args, r)
	return r.out.String(), status, err
}

// compiled runs a program as g++ compiles it; ok is false where it is no C++, or where what it does
// is not defined.
func compiled(t *testing.T, compiler, text string, args ...string) (out string, status int, ok bool) {
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "a.cc"), filepath.Join(dir, "a")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	undefined := "-fsanitize=undefined,float-cast-overflow,float-divide-by-zero"
	if exec.Command(compiler, "-w", "-O1", "-ffp-contract=off", undefined, "-fno-sanitize-recover=all", "-o", binary, source).Run() != nil {
		return "", 0, false
	}
	cmd := exec.Command(binary, args...)
	b, _ := cmd.Output()
	status = cmd.ProcessState.ExitCode()
	return string(b), status, !strings.Contains(fmt.Sprint(cmd.ProcessState), "signal") && status != 1
}

const cHeaders = "#include <cstdio>\n#include <cstdlib>\n#include <cmath>\n#include <cstring>\n#include <vector>\n#include <algorithm>\n#include <iostream>\n#include <iomanip>\n"

// twoDraws finds a statement with two calls of rand, of which C++ leaves open which is the first.
var twoDraws = regexp.MustCompile(`rand\(\)[^;\n]*rand\(\)`)

// TestPlayedAsCompiled: random programs print what they print when g++ compiles them.
func TestPlayedAsCompiled(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	seeds, least := uint64(6), 1
	if *every {
		seeds, least = 400, 100
	}
	compared := 0
	for seed := range seeds {
		d := &drawn{Rand: rand.New(rand.NewPCG(seed, 1))}
		text := d.program()
		text = text[:strings.Index(text, "__global__")] + text[strings.Index(text, "float half"):]
		text = strings.Replace(text, "\tk<<<1, 1>>>(a, b, v.data(), s, u, f, d, l, c, p);\n",
			"\tfor (int i = 0; i < n; i++) printf(\"%g %d %.15g\\n\", a[i], b[i], v[i]);\n\tprintf(\"%d %u %g %.15g %ld %d %g %d\\n\", s, u, f, d, l, c, p.x, p.n);\n", 1)
		got, _, err := plays(t, text)
		if err != nil || twoDraws.MatchString(text) {
			continue // it depends on a value that was never set, or on an order
		}
		want, _, ok := compiled(t, compiler, cHeaders+text)
		if !ok {
			continue
		}
		compared++
		if got != want {
			t.Errorf("seed %d: played it prints\n%s\ncompiled\n%s\n%s", seed, got, want, text)
		}
	}
	if compared < least {
		t.Errorf("%d programs were compared, want %d", compared, least)
	}
}

// TestPlay: programs print and end as g++ lets them (-every asks it), or are refused.
func TestPlay(t *testing.T) {
	defer func(n int) { playSteps = n }(playSteps)
	playSteps = 1 << 20
	for name, c := range map[string]struct{ text, refused, prints string }{
		"exit":        {`int main() { printf("a"); exit(3); }`, "", "a(3)"},
		"no return":   {`int f() { return 7; } int main() { f(); }`, "", "(0)"},
		"arguments":   {`int main(int argc, char **argv) { printf("%d %s %d\n", argc, argv[1], atoi(argv[2]) + 1); return argc; }`, "", "3 word 42\n(3)"},
		"streams":     {`int main() { std::cout << 1 << ' ' << 2.5 << " " << 1e10f << " " << true << std::endl << std::fixed << std::setprecision(2) << 3.14159 << "|" << std::setw(6) << 42 << "|" << std::left << std::setw(5) << "ab" << "|\n" << std::hex << 255 << std::dec << " " << std::setfill('0') << std::right << std::setw(4) << 7 << '\n'; }`, "", "1 2.5 1e+10 1\n3.14|    42|ab   |\nff 0007\n(0)"},
		"strings":     {`int main() { std::string s = "ab"; s += "cd"; printf("%s %5s|%-5s|%.2s\n", s.c_str(), "x", "y", "zzz"); std::cout << s << "\n"; }`, "", "abcd     x|y    |zz\nabcd\n(0)"},
		"structs":     {`struct A { int x; float y[3]; }; int main() { A a = {1, {2, 3}}, b = a; b.x = 5; A *p = &b; p->y[2] = 4; printf("%d %g %g %d %zu\n", a.x, b.y[1], p->y[2], b.x, sizeof(A)); }`, "", "1 3 4 5 16\n(0)"},
		"switch":      {`int main() { for (int i = 0; i < 5; i++) switch (i) { case 1: printf("one "); case 2: printf("two "); break; case 3: continue; default: printf("%d ", i); } }`, "", "0 one two two 4 (0)"},
		"goto":        {`int main() { int i = 0; again: printf("%d", i); if (++i < 3) goto again; return i; }`, "", "012(3)"},
		"pointers":    {`int main() { int a[] = {3, 1, 2}, *p = a + 2; int **q = &p; **q = 9; (*q)--; printf("%d %d %ld\n", *p, a[2], p - a); }`, "", "1 9 1\n(0)"},
		"memory":      {`int main() { int *a = (int *)malloc(40); memset(a, 0xff, 40); a = (int *)realloc(a, 80); a[15] = 4; int b[20]; memcpy(b, a, 80); printf("%d %d\n", b[9], b[15]); free(a); }`, "", "-1 4\n(0)"},
		"function":    {`int add(int a, int b) { return a + b; } int main() { int (*f)(int, int) = add; printf("%d\n", f(2, 3)); }`, "", "5\n(0)"},
		"template":    {`template <typename T> T twice(T x) { return x + x; } int main() { printf("%d %g\n", twice(3), twice(1.5)); }`, "", "6 3\n(0)"},
		"unset":       {`int main() { int x; if (x) printf("a"); }`, "a value that was never set", ""},
		"unset print": {`int main() { int x; printf("%d", x); }`, "never set", ""},
		"null":        {`int main() { int *p = 0; *p = 1; }`, "null or was never set", ""},
		"beyond":      {`int main() { int *a = (int *)malloc(8); a[2] = 1; }`, "beyond an array of the host", ""},
		"file":        {`int main() { FILE *f = fopen("x", "w"); fprintf(f, "a"); }`, "fopen is not read", ""},
		"lambda":      {`int main() { auto f = [](int x) { return x; }; printf("%d", f(1)); }`, "a lambda is not read", ""},
		"method":      {`struct A { int f() { return 1; } }; int main() { A a; printf("%d", a.f()); }`, "struct A has functions of the host", ""},
		"constructor": {`struct A { int x; A() { x = 3; } ~A() { printf("end"); } }; int main() { A a; printf("%d", a.x); }`, "struct A has functions of the host", ""},
		"union":       {`union U { int i; float f; }; int main() { U u; u.f = 1; printf("%d", u.i); }`, "a union is not read", ""},
		"bits":        {`struct B { unsigned a : 3, b : 5; }; int main() { B b; b.a = 9; printf("%d", b.a); }`, "is not read", ""},
		"shadows":     {`int x = 1; int main() { printf("%d", ::x); int x = 2; { int x = 3; printf("%d", x); } for (int x = 0; x < 1; x++) printf("%d", x); printf("%d\n", x); }`, "", "1302\n(0)"},
		"statics":     {`int next() { static int n = 5; return n++; } int main() { next(); next(); printf("%d\n", next()); }`, "", "7\n(0)"},
		"vectors":     {`int main() { std::vector<int> v(2, 5); auto w = v; w[1] = 7; v.push_back(4); v.resize(5); printf("%d %d %d %zu %zu\n", v[1], w[1], v[2], v.size(), w.size()); }`, "", "5 7 4 5 2\n(0)"},
		"nested":      {`int main() { std::vector<std::vector<int>> v(2); auto w = v; printf("%zu", w.size()); }`, "a container of containers", ""},
		"spaces":      {`namespace a { int n = 1; } namespace b { int n = 2; } int main() { printf("%d", a::n); }`, "in two namespaces", ""},
		"qualified":   {`int n = 1; int main() { int n = 2; printf("%d", ::n + n); }`, "means something else here", ""},
		"integers":    {`int main() { unsigned char c = 250; c += 10; short s = 40000; unsigned u = -1; printf("%d %d %u %lu %d %x\n", c, s, u, (size_t)-1, -7 / 2, -7 % 3); printf("%lld %d\n", 1LL << 40, (int)3.99f); }`, "", "4 -25536 4294967295 18446744073709551615 -3 ffffffff\n1099511627776 3\n(0)"},
		"floats":      {`int main() { float f = 16777216.0f; f += 1; double d = 0.1f; printf("%.9g %.17g %g %d\n", f, d, 1.0f / 3, 0.1f + 0.2f == 0.3f); }`, "", "16777216 0.10000000149011612 0.333333 1\n(0)"},
		"overloads":   {`int f(int) { return 1; } int f(double) { return 2; } int main() { printf("%d", f(1.5f)); }`, "several definitions", ""},
		"sort":        {`int main() { std::vector<int> v = {2, 1}; std::sort(v.begin(), v.end()); printf("%d", v[0]); }`, "sort is not read", ""},
		"throw":       {`int main() { throw 1; }`, "throw is not read", ""},
		"format":      {`int main() { printf("%d", 1.5); }`, "does not fit its argument", ""},
		"endless":     {`int main() { volatile int x = 0; for (;;) x++; }`, "more steps than are played", ""},
		"no main":     {`void f() {}`, "no main()", ""},
	} {
		out, status, err := plays(t, c.text, "word", "41")
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: got %v and %q, want a refusal with %q", name, err, out, c.refused)
			}
			continue
		}
		if got := fmt.Sprintf("%s(%d)", out, status); err != nil || got != c.prints {
			t.Errorf("%s: it prints %q, %v; want %q", name, got, err, c.prints)
		}
		if compiler, err := exec.LookPath("g++"); *every && err == nil {
			out, status, _ := compiled(t, compiler, cHeaders+c.text, "word", "41")
			if got := fmt.Sprintf("%s(%d)", out, status); got != c.prints {
				t.Errorf("%s: compiled by g++ it prints %q, want %q", name, got, c.prints)
			}
		}
	}
}
