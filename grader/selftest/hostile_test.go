//go:build unix

package selftest

// This file makes hostile submissions by rule: every construct of Go that holds another one of
// its kind, inside itself to a great depth; chains of declarations; constants without end; and
// folders with what is no file.

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The depths that constructs are nested to. A file holds no more at the larger one.
var depths = []int{3000, 20_000}

// nestings hold one of their kind: before, inside of all, after, and the frame around it in the
// body of Saxpy, or in front of it where declares is set.
var nestings = []struct {
	name, before, inside, after, frame string
	declares                           bool
}{
	{"closures", "func() {\n", "y[i]++\n", "}()\n", "%s", false},
	{"closures with values", "func(v float32) float32 { return ", "v", "}(a)", "y[i] = %s", false},
	{"calls", "min(1, ", "a", ")", "y[i] = %s", false},
	{"conversions", "float32(", "a", ")", "y[i] = %s", false},
	{"sums", "a*(", "a", "+1)", "y[i] = %s", false},
	{"indexes", "int(x[", "i", "])", "y[0] = x[%s]", false},
	{"addresses", "*&(", "a", ")", "y[i] = %s", false},
	{"negations", "!", "(a > 1)", "", "_ = %s", false},
	{"complements", "^", "i", "", "_ = %s", false},
	{"literals", "[]any{", "1", "}", "_ = %s", false},
	{"literals without a type", "{", "1", "}", "_ = [][]int%s", false},
	{"switches", "switch { default:\n", "", "}\n", "%s", false},
	{"selects", "select { default:\n", "", "}\n", "%s", false},
	{"ranges", "for range y {\n", "", "}\n", "%s", false},
	{"labels", "l: {\n", "", "}\n", "%s", false},
	{"sub-slices", "", "y", "[0:]", "_ = %s", false},
	{"assertions", "", "any(a)", ".(any)", "_ = %s", false},
	{"shifts", "", "1", "<<1", "_ = %s", false},
	{"selectors", "", "node{}", ".next", "_ = %s", false},
	{"else", "if a == 1 {} else ", "{}", "", "%s", false},
	{"structs", "struct{ a ", "int32", "}", "type T %s\nvar v T", true},
	{"arrays", "[1]", "int32", "", "type T %s\nvar v T", true},
	{"slices", "[]", "int32", "", "type T %s\nvar v T", true},
	{"maps", "map[int]", "int32", "", "type T %s\nvar v T", true},
	{"channels", "chan ", "int32", "", "type T %s\nvar v T", true},
	{"functions", "func() ", "int32", "", "type T %s\nvar v T", true},
	{"parameters", "func(", "int32", ")", "type T %s\nvar v T", true},
	{"interfaces", "interface{ m(", "int32", ") }", "type T %s\nvar v T", true},
	{"type arguments", "G[", "int32", "]", "type G[T any] struct{ v T }\nvar v %s", true},
	{"texts", "", `"x"`, `+"x"`, "const v = len(%s)", true},
}

// chains declare one name after another by the name before it: N and M are a number and the next.
var chains = []struct{ name, each, last, body string }{
	{"constants", "const cN = cM + 1", "const cN = 1", "y[i] = c0"},
	{"variables", "var vN = vM", "var vN = 1", "_ = v0"},
	{"types", "type tN tM", "type tN int", "var v t0; _ = v"},
	{"aliases", "type tN = tM", "type tN = int", "var v t0; _ = v"},
	{"embedded structs", "type tN struct{ tM }", "type tN struct{ z int32 }", "var v t0; y[i] = float32(v.z)"},
	{"functions", "func fN(v float32) float32 { return fM(v) }", "func fN(v float32) float32 { return v }", "y[i] = f0(a)"},
	{"generic functions", "func fN[T any](v T) T { return fM(v) }", "func fN[T any](v T) T { return v }", "y[i] = f0(a)"},
	{"methods", "func (r R) mN(v float32) float32 { return r.mM(v) }", "type R int\nfunc (r R) mN(v float32) float32 { return v }", "y[i] = R(0).m0(a)"},
	{"texts that double", "const sN = sM + sM", "const sN = \"word\"", "y[i] = float32(len(s0))"},
	{"structs that double", "type tN struct{ a, b tM }", "type tN int32", "var v t0; _ = v"},
	{"arrays that double", "type tN [2]tM", "type tN int32", "var v t0; _ = v"},
}

// single are hostile in one place: declarations and the body of Saxpy.
var single = map[string][2]string{
	"a shift of a shift":           {"const c = 1 << 1 << 30", "y[i] = c"},
	"a shift there and back":       {"const c = 1 << 500000000 >> 500000000", "y[i] = c"},
	"an exponent":                  {"const c = 1e999999999", "y[i] = c"},
	"a small exponent":             {"const c = 1 / 1e-999999999", "y[i] = c"},
	"binary exponents":             {"const c = 0x1p999999999 / 0x1p999999998", "y[i] = c"},
	"digits":                       {"const c = " + strings.Repeat("9", 200_000), "y[i] = c % 7"},
	"digits behind the point":      {"const c = 1." + strings.Repeat("3", 200_000), "y[i] = c"},
	"products of digits":           {"const c = " + strings.Repeat(strings.Repeat("9", 60_000)+" * ", 3) + "1", "y[i] = c % 7"},
	"a long text":                  {"const c = \"" + strings.Repeat("x", 200_000) + "\"", "y[i] = float32(len(c))"},
	"a key far away":               {"var t = [...]int{1 << 40: 1}", add},
	"a large array by its key":     {"var t = [...]int32{1 << 28: 1}", "y[i] = float32(t[i])"},
	"a local array by its key":     {"", "t := [...]int32{1 << 28: 1}; y[i] = float32(t[i])"},
	"arrays compared":              {"", "var p, q [1 << 20]int32; if p == q { y[i] = 1 }"},
	"arrays copied":                {"type T [1 << 22]int32\nfunc f(t T) T { return t }", "var t T; t = f(f(f(t))); y[i] = float32(t[0])"},
	"a struct of many fields":      {"type T struct {\n" + lines(12_000, "fN int32") + "}\nfunc f(t T) T { return t }", "var t T; t = f(f(t)); y[i] = float32(t.f1)"},
	"a generic of functions":       {"func f[T any](n int) float32 { return f[func(T) T](n) }", "y[i] = f[int](3)"},
	"a generic of pointers":        {"func f[T any](v *T, n int) float32 { return f(&v, n) }", "y[i] = f(&a, 3)"},
	"generics of each other":       {"func f[T any](v T) float32 { return g([1]T{v}) }\nfunc g[T any](v T) float32 { return f(struct{ a T }{v}) }", "y[i] = f(a)"},
	"a generic type of larger":     {"type G[T any] struct{ p *G[[2]T] }", "var g G[int]; _ = g"},
	"an interface of itself":       {"type I interface{ I }", "var v I; _ = v"},
	"an alias of itself":           {"type p = q\ntype q = p", "var v p; _ = v"},
	"a constant of itself":         {"const p = q\nconst q = p", add},
	"a length of itself":           {"var t [len(t)]int", "_ = t"},
	"a size":                       {"import \"unsafe\"\n\nconst c = unsafe.Sizeof([1 << 40]int64{})", "y[i] = float32(c)"},
	"an import of itself":          {"import _ \"gpucourse/exercises/07_coalescing\"", add},
	"an import of nothing":         {"import _ \"nowhere.example/x\"", add},
	"an import of a folder":        {"import _ \"../../../../../../etc\"", add},
	"an import of the grader":      {"import \"gpucourse/grader/rubric\"", add + "; _ = rubric.Exercises"},
	"an embedded file":             {"import _ \"embed\"\n\n//go:embed /etc/passwd\nvar s string", "y[i] = float32(len(s))"},
	"another module's function":    {"//go:wasmimport a b\nfunc f(int32)", "f(1)"},
	"a function without a body":    {"func f(v float32) float32", "y[i] = f(a)"},
	"a far line":                   {"//line kernel.go:1000000000", "y[i] = u"},
	"a line of another file":       {"", "//line /etc/passwd:1\ny[i] = u"},
	"a line below":                 {"//line kernel.go:-5", "y[i] = u"},
	"a mistake in another file":    {"//line /etc/passwd:2", "y[i] = = 1"},
	"launch bounds":                {"//gpu:launchbounds 99999999999999999999 1", add},
	"a long directive":             {"//gpu:" + strings.Repeat("x", 100_000), add},
	"formats":                      {"", "gpu.Printf(\"" + strings.Repeat("%d", 30_000) + "\\n\")"},
	"shared arrays":                {"", lines(2000, "sN := gpu.Shared[[1024]float32](); sN[0] = a")},
	"constants in a row":           {"", lines(15_000, "y[i] += N.5")},
	"branches with values":         {"", "v := a\n" + lines(4000, "if x[i] > N { v *= x[N%n] } else { v += N }") + "y[i] = v"},
	"divisions":                    {"", "k := i\n" + strings.Repeat("k = k/(n+k%7+1) + 3\n", 6000) + "y[i] = float32(k)"},
	"a deep stack":                 {"//gpu:noinline\nfunc r(k int, t [256]int32) int32 { if k == 0 { return t[k] }; t[k%256]++; return r(k-1, t) + t[k%256] }", "var t [256]int32; y[i] = float32(r(1000, t))"},
	"zeros in the code":            {"", "y[i] = a\x00"},
	"a byte order mark in between": {"", "y[i] = \ufeffa"},
	"no UTF-8":                     {"", "y[i] = \"\xff\""},
	"two bytes per letter":         {"", strings.Repeat("\x00y", 100)},
}

// besides make what stands beside a kernel file that needs it.
var besides = map[string]func(file string) error{
	"a pipe beside":                func(file string) error { return syscall.Mkfifo(file, 0o600) },
	"a device beside":              func(file string) error { return os.Symlink("/dev/zero", file) },
	"a link beside":                func(file string) error { return os.Symlink("/etc/passwd", file) },
	"a link beside to itself":      func(file string) error { return os.Symlink(file, file) },
	"a folder beside":              func(file string) error { return os.Mkdir(file, 0o700) },
	"fifty megabytes beside":       func(file string) error { return os.WriteFile(file, make([]byte, 50<<20), 0o600) },
	"three thousand files beside":  func(file string) error { return manyFiles(file, 3000) },
	"a file without rights beside": func(file string) error { return os.WriteFile(file, nil, 0) },
}

func manyFiles(file string, n int) error {
	for i := range n {
		if err := os.WriteFile(fmt.Sprintf("%s%d.go", strings.TrimSuffix(file, ".go"), i), []byte("package coalescing\n\nfunc help() {}\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// generated returns the kernel files that rules make, by name.
func generated() map[string]string {
	all := map[string]string{}
	for _, n := range nestings {
		for _, depth := range depths {
			text := fmt.Sprintf(n.frame, strings.Repeat(n.before, depth)+n.inside+strings.Repeat(n.after, depth))
			file := saxpy("type node struct{ next *node }", text)
			if n.declares {
				file = saxpy(text, "y[i] = 1; _ = v")
			}
			all[fmt.Sprintf("%d %s", depth, n.name)] = file
		}
	}
	for _, c := range chains {
		for _, length := range depths {
			var b strings.Builder
			for i := range length + 1 {
				line := c.each
				if i == length {
					line = c.last
				}
				b.WriteString(strings.NewReplacer("N", fmt.Sprint(i), "M", fmt.Sprint(i+1)).Replace(line) + "\n")
			}
			all[fmt.Sprintf("a chain of %d %s", length, c.name)] = saxpy(b.String(), c.body)
		}
	}
	for name, s := range single {
		all[name] = saxpy(s[0], s[1])
	}
	return all
}

// TestGeneratedHostileSubmissions grades one in 16 of what rules make, as TestHostileSubmissions
// does. All are graded by
//
//	go test ./grader/selftest -every -run Generated
func TestGeneratedHostileSubmissions(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits for limits of time")
	}
	all := generated()
	for _, name := range oneIn(16, slices.Sorted(maps.Keys(all))) {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "07_coalescing")
			put(t, filepath.Join(dir, "kernel.go"), []byte(all[name]))
			gradeHostile(t, dir)
		})
	}
	for name, place := range besides {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "07_coalescing")
			put(t, filepath.Join(dir, "kernel.go"), []byte(saxpy("", "help()")))
			if err := place(filepath.Join(dir, "help.go")); err != nil {
				t.Fatal(err)
			}
			gradeHostile(t, dir)
		})
	}
}
