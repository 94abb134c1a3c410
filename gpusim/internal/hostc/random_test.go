package hostc

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// draws is how many numbers are compared of each pair: more than a Mersenne twister has at once.
const draws = 700

// randomPairs are engines with their seeds, and distributions with their parameters.
func randomPairs() (pairs []string) {
	for _, e := range []string{"std::mt19937 g(7)", "std::mt19937 g", "std::mt19937_64 g{99}", "std::default_random_engine g(3)", "std::minstd_rand g(0)", "std::mt19937 g; g.seed(12)"} {
		for _, d := range []string{
			"std::uniform_int_distribution<int> d(-5, 99)", "std::uniform_int_distribution<> d(0, 1 << 30)", "std::uniform_int_distribution<long> d(0, 1L << 40)", "std::uniform_int_distribution<int> d",
			"std::uniform_real_distribution<float> d(-1.0f, 2.5f)", "std::uniform_real_distribution<> d{0.0, 10.0}", "std::uniform_real_distribution<double> d",
			"std::normal_distribution<float> d(1.0f, 0.25f)", "std::normal_distribution<double> d{0, 1}", "std::bernoulli_distribution d(0.3)", "std::exponential_distribution<double> d(1.5)",
		} {
			pairs = append(pairs, e+"; "+d)
		}
	}
	return pairs
}

// TestRandomNumbers: engines and distributions draw what those of a C++ compiler's library draw.
func TestRandomNumbers(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ on the PATH")
	}
	pairs := randomPairs()
	var reference strings.Builder
	reference.WriteString("#include <random>\n#include <cstdio>\nint main() {\n")
	for _, p := range pairs {
		fmt.Fprintf(&reference, "{ %s; for (int i = 0; i < %d; i++) std::printf(\"%%.17g \", (double)d(g)); std::puts(\"\"); }\n", p, draws)
	}
	reference.WriteString("}\n")
	for i, line := range strings.Split(strings.TrimSpace(output(t, compiler, reference.String())), "\n") {
		got := drawnBy(t, pairs[i])
		for k, word := range strings.Fields(line) {
			var want float64
			fmt.Sscan(word, &want)
			// Logarithms of float differ in their last bits.
			if math.Abs(got[k]-want) > 1e-6*math.Max(math.Abs(want), 1) || got[k] != want && strings.Contains(pairs[i], "uniform") {
				t.Errorf("%s: draw %d is %v, want %v", pairs[i], k, got[k], want)
				break
			}
		}
	}
}

// output compiles a program and returns what it prints.
func output(t *testing.T, compiler, text string) string {
	t.Helper()
	source, program := filepath.Join(t.TempDir(), "a.cpp"), filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), compiler, "-std=c++17", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// drawnBy runs the declarations of a pair here.
func drawnBy(t *testing.T, pair string) (list []float64) {
	t.Helper()
	f := parse(fmt.Sprintf("__global__ void k(const double *x) {}\nint main() { %s; double *x = new double[%d]; for (int i = 0; i < %d; i++) x[i] = d(g); k<<<1, 1>>>(x); }\n", pair, draws, draws))
	launches, _ := launchesOf(f, hotRounds)
	if len(launches) != 1 || launches[0].Args[0].Contents == nil || !launches[0].Args[0].Contents.All() {
		t.Fatalf("%s: not all draws are known", pair)
	}
	for i := range draws {
		list = append(list, math.Float64frombits(binary.LittleEndian.Uint64(launches[0].Args[0].Contents.Data[8*i:])))
	}
	return list
}

// TestRandomUses: the ways in which programs hold engines give known numbers.
func TestRandomUses(t *testing.T) {
	for _, use := range []string{
		"std::random_device rd; std::mt19937 g(rd()); std::uniform_real_distribution<float> d(0, 1); for (auto &e : v) e = d(g);",
		"std::mt19937 g{std::random_device{}()}; std::uniform_int_distribution<> d(1, 6); std::generate(v.begin(), v.end(), [&] { return d(g); });",
		"auto seed = std::chrono::system_clock::now().time_since_epoch().count(); std::default_random_engine g(seed); std::normal_distribution<float> d; for (int i = 0; i < 40; i++) v[i] = d(g);",
		"fill(v);",
		"for (int i = 0; i < 40; i++) v[i] = source.one();",
	} {
		f := parse(`#include <random>
__global__ void k(const float *x) {}
void fill(std::vector<float> &v) { static std::mt19937 g(42); std::uniform_real_distribution<float> d{-1.f, 1.f}; for (float &x : v) x = d(g); }
struct Source { std::mt19937_64 g{5}; std::uniform_int_distribution<int> d{0, 9}; int one() { return d(g); } };
int main() { Source source; std::vector<float> v(40); ` + use + ` k<<<1, 40>>>(v.data()); }`)
		launches, _ := launchesOf(f, hotRounds)
		if len(launches) != 1 || launches[0].Args[0].Contents == nil || !launches[0].Args[0].Contents.All() {
			t.Errorf("%s: not all numbers are known", use)
		}
	}
}
