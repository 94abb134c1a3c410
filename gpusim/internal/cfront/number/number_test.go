package number

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

// names are the kinds as C has them.
var names = map[Kind]string{
	Bool: "bool", Char: "char", SChar: "signed char", UChar: "unsigned char", Short: "short", UShort: "unsigned short", Int: "int", UInt: "unsigned int",
	Long: "long", ULong: "unsigned long", LongLong: "long long", ULongLong: "unsigned long long", Float: "float", Double: "double",
}

// compiler returns a compiler of C++.
func compiler(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"clang++", "g++"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("neither clang++ nor g++ is here")
	return ""
}

// written writes a number as an expression of its type.
func written(n uint64, k Kind) string {
	if k.Floating() {
		return fmt.Sprintf("(%s)%x", names[k], Real(n, k))
	}
	return fmt.Sprintf("(%s)%dull", names[k], n)
}

// drawn returns a number of a kind: small, large or any.
func drawn(r *rand.Rand, k Kind) uint64 {
	n := [...]int64{r.Int64N(20) - 5, r.Int64(), -r.Int64(), math.MaxInt32 + r.Int64N(5) - 2}[r.IntN(4)]
	if k.Floating() {
		return Bits(float64(n>>40)/8, k)
	}
	return Fit(uint64(n), k)
}

// shown begins a program that prints a number, the bytes of its type, and whether that has a fraction.
const shown = `#include <cstdio>
#include <cstring>
#include <type_traits>
template <class T> void show(T x) {
	constexpr bool fraction = std::is_floating_point<T>::value;
	double d = x;
	unsigned long n = (unsigned long)x;
	if (fraction) memcpy(&n, &d, 8);
	printf("%lu %zu %d\n", n, sizeof(T), fraction);
}
int main() {
`

// TestAsCompiled compares operators and conversions of all kinds with those of a C++ compiler.
func TestAsCompiled(t *testing.T) {
	cxx := compiler(t)
	r := rand.New(rand.NewPCG(1, 2))
	var program strings.Builder
	program.WriteString(shown)
	var want []string
	expect := func(expression string, n uint64, k Kind) {
		fraction := Truth(k.Floating())
		fmt.Fprintf(&program, "show(%s);\n", expression)
		want = append(want, fmt.Sprintf("%s: %d %d %d", expression, n, k.Bytes(), fraction))
	}
	for a := Bool; a <= Double; a++ {
		for b := Bool; b <= Double; b++ {
			x, y := drawn(r, a), drawn(r, b)
			if fits(x, a, b) {
				expect(fmt.Sprintf("(%s)%s", names[b], written(x, a)), Convert(x, a, b), b)
			}
			in := Common(a, b)
			for _, op := range []string{"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="} {
				compute, result := Of(op, in), in
				if Compares(op) {
					result = Bool
				}
				if compute == nil {
					continue
				}
				if n, ok := compute(Convert(x, a, in), Convert(y, b, in)); ok && !math.IsNaN(Real(n, result)) {
					expect(written(x, a)+" "+op+" "+written(y, b), n, result)
				}
			}
			if in = Promoted(a); !a.Floating() && !b.Floating() {
				count := uint64(r.IntN(8 * in.Bytes()))
				for _, op := range []string{"<<", ">>"} {
					n, _ := Of(op, in)(Convert(x, a, in), count)
					expect(fmt.Sprintf("%s %s %d", written(x, a), op, count), n, in)
				}
			}
		}
	}
	program.WriteString("}\n")
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a")
	if err := os.WriteFile(source, []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cxx, "-w", "-std=c++17", "-fwrapv", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(want) || len(want) < 2000 {
		t.Fatalf("got %d results, want %d", len(lines), len(want))
	}
	for i, line := range lines {
		expression, wanted, _ := strings.Cut(want[i], ": ")
		if line != wanted {
			t.Errorf("%s is %s in C++, and %s here", expression, line, wanted)
		}
	}
}

// fits reports whether C says what a number becomes: of a fraction that its whole part fits.
func fits(n uint64, from, to Kind) bool {
	if !from.Floating() || to.Floating() || to == Bool {
		return true
	}
	f := math.Trunc(Real(n, from))
	return f >= 0 && f < 100
}

// TestLiterals: the type of an integer follows from its size, its suffix and its base.
func TestLiterals(t *testing.T) {
	for _, l := range []struct {
		n      uint64
		suffix string
		based  bool
		want   Kind
	}{
		{1, "", false, Int}, {1 << 31, "", false, Long}, {1 << 31, "", true, UInt}, {1 << 31, "u", false, UInt}, {1 << 32, "u", false, ULong},
		{1, "l", false, Long}, {1, "ul", false, ULong}, {1, "ll", false, LongLong}, {1 << 63, "ll", false, ULongLong}, {1 << 63, "", true, ULong},
	} {
		if got := OfLiteral(l.n, l.suffix, l.based); got != l.want {
			t.Errorf("%d%s: got a %s, want a %s", l.n, l.suffix, names[got], names[l.want])
		}
	}
}
