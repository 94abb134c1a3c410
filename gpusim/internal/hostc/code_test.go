package hostc

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// parse parses a program.
func parse(text string) *syntax.File {
	return syntax.ParseHost(lex.Preprocess("a.cu", []byte(text), func(string) ([]byte, error) { return nil, errors.New("no file") }).Tokens)
}

// launchesOf runs a program in which a loop becomes code after a number of iterations.
func launchesOf(f *syntax.File, hot int) (list []*KernelCall, steps int) {
	m := newMachine(f, &arch.Devices[0], func(string) bool { return true }, func(l *KernelCall) { list = append(list, l) })
	m.argc, m.hot = intValue(intType, 1), hot
	m.program(f)
	return list, m.steps
}

// never is more iterations than a program makes.
const never = 1 << 40

// drawn is a random program.
type drawn struct {
	*rand.Rand
	depth int
}

func (d *drawn) one(list ...string) string { return list[d.IntN(len(list))] }

// value is an expression.
func (d *drawn) value() string {
	if d.depth++; d.depth > 5 {
		d.depth--
		return d.one("i", "s", "u", "f", "d", "l", "c", "3", "0.25f", "1.5", "7u", "a[i]", "b[i]", "v[i]", "p.x", "p.n")
	}
	defer func() { d.depth-- }()
	x, y := d.value, d.value
	switch d.IntN(14) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", x(), d.one("+", "-", "*", "/", "<", ">", "<=", "==", "!="), y())
	case 1:
		return fmt.Sprintf("((int)(%s) %s (%s %% 5 + 9))", x(), d.one("%", "&", "|", "^"), d.one("i", "s", "u"))
	case 2:
		return fmt.Sprintf("(%s %s 3)", d.one("i", "s", "u", "l", "c"), d.one("<<", ">>"))
	case 3:
		return fmt.Sprintf("%s(%s)", d.one("sqrtf", "sinf", "fabs", "abs", "floor", "half", "twice"), x())
	case 4:
		return fmt.Sprintf("%s(%s, %s)", d.one("std::min", "std::max", "pow", "fmaxf"), x(), y())
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", x(), y(), d.value())
	case 6:
		return fmt.Sprintf("(%s %s %s)", x(), d.one("&&", "||"), y())
	case 7:
		return d.one("-", "!", "+") + "(" + x() + ")"
	case 8:
		return d.one("rand()", "(float)rand() / RAND_MAX", "rand() % 100", "(int)v.size()", "sizeof(float)")
	case 9:
		return fmt.Sprintf("(%s)(%s)", d.one("int", "float", "double", "unsigned char", "long", "unsigned"), x())
	case 10:
		return d.one("s++", "--u", "*(a + i)", "w", "(&a[i] - i == a)", "a[(i * 7) % n]", "g[i % 2][i % 3]")
	}
	return d.one("i", "s", "u", "f", "d", "l", "c", "a[i]", "b[i]", "v[i]", "p.x", "2", "1.0f")
}

// statement is a statement of a loop's body.
func (d *drawn) statement() string {
	if d.depth++; d.depth > 3 {
		d.depth--
		return "s += i;"
	}
	defer func() { d.depth-- }()
	switch d.IntN(10) {
	case 0:
		return fmt.Sprintf("if (%s) { %s } else %s", d.value(), d.statement(), d.statement())
	case 1:
		return fmt.Sprintf("for (int j = 0; j < %d; j++) { %s if (j == 2) %s; }", 2+d.IntN(4), d.statement(), d.one("break", "continue"))
	case 2:
		return fmt.Sprintf("{ %s t = %s; %s = t; }", d.one("int", "float", "auto", "const double", "unsigned short"), d.value(), d.one("a[i]", "s", "f"))
	case 3:
		return fmt.Sprintf("%s %s %s;", d.one("s", "u", "f", "d", "l", "c", "a[i]", "b[i]", "v[i]", "g[1][i % 3]"), d.one("+=", "-=", "*="), d.value())
	case 4:
		return fmt.Sprintf("do { s++; %s } while (s %% 3);", d.one("", "f *= 0.5f;", "printf(\"%d\\n\", s);"))
	case 5:
		return "add(u, (int)" + d.value() + ");"
	}
	return fmt.Sprintf("%s = %s;", d.one("s", "u", "f", "d", "l", "c", "a[i]", "b[i]", "v[i]", "p.x", "p.n", "g[i % 2][0]"), d.value())
}

func (d *drawn) program() string {
	var body strings.Builder
	for range 1 + d.IntN(4) {
		body.WriteString("\t\t" + d.statement() + "\n")
	}
	loop := d.one("for (int i = 0; i < n; i++)", "for (size_t i = 0; i < v.size(); ++i)", "int i = 0; while (i++ < n - 1)")
	return `struct P { float x; int n; };
__global__ void k(float *a, int *b, double *v, int s, unsigned u, float f, double d, long l, unsigned char c, P p) {}
float half(float x) { return x / 2; }
int twice(int x) { if (x > 100) return x; int y = 2 * x; return y; }
void add(unsigned &to, int n) { to += n; }
int main() {
	int n = 70, s = 3;
	float *a = new float[n](), f = 0.5f;
	int *b = (int *)calloc(n, sizeof(int)), g[2][3] = {{1, 2, 3}, {4}}, w;
	std::vector<double> v(n, 1.25);
	unsigned u = 1; double d = 2; long l = 7; unsigned char c = 200; P p = {1, 2};
	` + loop + " {\n" + body.String() + `	}
	for (auto &x : v) x += g[0][1];
	for (float x : {1.0f, 2.0f}) f += x;
	k<<<1, 1>>>(a, b, v.data(), s, u, f, d, l, c, p);
}
`
}

// TestCodeAgrees: a loop of which code is made computes what it computes statement by statement.
func TestCodeAgrees(t *testing.T) {
	faster := 0
	for seed := range uint64(400) {
		d := &drawn{Rand: rand.New(rand.NewPCG(seed, 0))}
		text := d.program()
		f := parse(text)
		want, steps := launchesOf(f, never)
		got, fewer := launchesOf(f, 4)
		if len(want) != 1 || len(got) != 1 {
			t.Fatalf("seed %d: got %d launches, and %d in code, want 1\n%s", seed, len(want), len(got), text)
		}
		if found := difference(got[0], want[0]); found != "" {
			t.Errorf("seed %d: %s\n%s", seed, found, text)
		}
		if fewer < steps {
			faster++
		}
	}
	if faster < 200 {
		t.Errorf("code was made in %d programs of 400", faster)
	}
}

// difference says which argument differs; "" for none.
func difference(got, want *KernelCall) string {
	for i, a := range got.Args {
		b := want.Args[i]
		if a.Contents == nil || b.Contents == nil {
			if fmt.Sprint(a) == fmt.Sprint(b) { // also of NaN
				continue
			}
			return fmt.Sprintf("%s is %v in code, and %v without", a.Path, a, b)
		}
		for at := range a.Contents.Data {
			x, y := a.Contents.IsKnown(at, 1), b.Contents.IsKnown(at, 1)
			if x != y || x && a.Contents.Data[at] != b.Contents.Data[at] {
				return fmt.Sprintf("byte %d of %s is %d (known: %v) in code, and %d (known: %v) without", at, a.Path, a.Contents.Data[at], x, b.Contents.Data[at], y)
			}
		}
	}
	return ""
}
