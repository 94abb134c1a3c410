package printf

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestFormat reads verbs of C, and writes those of Go.
func TestFormat(t *testing.T) {
	for _, c := range []struct{ text, format, verbs string }{
		{"%d %5u %-3lld%%\n", "%d %5d %-3d%%\n", "[{100 4 false true} {117 4 false false} {100 8 false true}]"},
		{"%p %x %8.3f %hhd", "%x %x %8.3f %d", "[{112 8 false false} {120 4 false false} {102 8 true false} {100 4 false true}]"},
		{"%g %8G %.3g", "%.6g %8.6G %.3g", "[{103 8 true false} {71 8 true false} {103 8 true false}]"},
		{"%s|%c", "%s|%c", "[{115 8 false false} {99 4 false false}]"},
		{"100%", "100%", "[]"},
	} {
		format, verbs, bad := Format(c.text)
		if format != c.format || fmt.Sprint(verbs) != c.verbs || bad != 0 {
			t.Errorf("%s: got %q %v %c, want %q %s", c.text, format, verbs, bad, c.format, c.verbs)
		}
	}
	for text, want := range map[string]byte{"%n": 'n', "%*d": '*', "%q": 'q'} {
		if _, _, bad := Format(text); bad != want {
			t.Errorf("%s: got %c, want %c", text, bad, want)
		}
	}
}

// TestPrint compares what Print writes with a program of C.
func TestPrint(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	formats := []string{"%g", "%f", "%e", "%.3g", "%10.2f|", "%-12g|", "%+g", "%G", "%012.4f", "% e", "%.0f", "%8g"}
	values := []float64{0, math.Copysign(0, -1), 1, -2.5, 1e5, 123456, 1234567, 1e6, 0.0001, 0.00001234, 1e21, 7.565799611934068e-21, math.Inf(1), math.Inf(-1), math.NaN(), 3.0000001, 99999.95, 999999.5}
	var program, got strings.Builder
	program.WriteString("#include <cstdio>\n#include <cmath>\nint main() {\n")
	for _, f := range formats {
		format, _, _ := Format(f)
		for _, v := range values {
			text := strconv.FormatFloat(v, 'x', -1, 64)
			switch {
			case math.IsNaN(v):
				text = "NAN"
			case math.IsInf(v, 0):
				text = strings.Replace(strings.ToUpper(text[:1])+"INFINITY", "+", "", 1)
			}
			fmt.Fprintf(&program, "printf(\"%s\\n\", %s);\n", f, text)
			Print(&got, format+"\n", v)
		}
	}
	program.WriteString("}\n")
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "print.cc"), filepath.Join(dir, "print")
	if err := os.WriteFile(source, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	want, lines := strings.Split(string(out), "\n"), strings.Split(got.String(), "\n")
	for i := range want {
		if i >= len(lines) || want[i] != lines[i] {
			t.Errorf("line %d: got %q, a program of C prints %q", i, lines[min(i, len(lines)-1)], want[i])
		}
	}
}

// TestTexts: texts stand in the place of %s, with their width; a percent sign in one is no verb.
func TestTexts(t *testing.T) {
	got := Texts("%d %s %5s %s %%", func(i int) (string, bool) { return []string{"", "5%", "ab", ""}[i], i < 3 })
	if want := "%d 5%%    ab %s %%"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
