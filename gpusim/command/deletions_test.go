package command

// This file takes barriers, fences and atomics out of the kernels without mistakes: the
// checkers must then find a mistake.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// deletions are lines, and what is left of them.
var deletions = []struct {
	line *regexp.Regexp
	left string
}{
	{regexp.MustCompile(`^\t+gpu\.(SyncThreads|SyncWarp|Threadfence\w*)\(\)$`), ""},
	{regexp.MustCompile(`^\t+gpu\.AtomicAdd\(&(.+), (.+)\)$`), "$1 = $1 + $2"},
	{regexp.MustCompile(`^\t+gpu\.AtomicMax\(&(.+), (.+)\)$`), "$1 = max($1, $2)"},
	{regexp.MustCompile(`^\t+gpu\.AtomicAdd\((\w+), (.+)\)$`), "*$1 = *$1 + $2"},
	{regexp.MustCompile(`^\t+gpu\.AtomicOr\((\w+), (.+)\)$`), "*$1 = *$1 | $2"},
	{regexp.MustCompile(`^(.*\S.*)gpu\.(AtomicAdd|AtomicInc|AtomicCAS)(\(.*)$`), "${1}plain$2$3"},
	{regexp.MustCompile(`^\t+gpu\.StoreVolatile\(&(.+), ([12])\)$`), "$1 = $2"},
}

// plain are atomics whose value is used, made plain.
const plain = `
func plainAtomicAdd[T gpu.Number](p *T, v T) T {
	old := *p
	*p = old + v
	return old
}

func plainAtomicInc(p *uint32, limit uint32) uint32 {
	old := *p
	*p = (old + 1) % (limit + 1)
	return old
}

func plainAtomicCAS[T gpu.Number](p *T, compare, v T) T {
	old := *p
	if old == compare {
		*p = v
	}
	return old
}
`

// unfound are the deletions that the checkers do not find, with the reason.
var unfound = map[string]string{
	"LookBack: gpu.Threadfence()":                  "blocks run one after another here, so each finds the sum of all before it, and nobody reads own",
	"ScanTree: gpu.SyncThreads()":                  "a thread reads the two elements that it wrote in the last round",
	"OddEven: gpu.SyncThreads()":                   "the elements are in order before the last round, which then writes nothing",
	"DoubleChecked: gpu.Threadfence()":             "who has the lock looks at ready alone, whose own fence publishes the table",
	"DoubleChecked: gpu.Threadfence(), deletion 2": "what the lock protects is published by the fence before ready",
	"TriesThenAdds: gpu.AtomicAdd(&t[0], 1)":       "blocks run one after another here, so the first try succeeds",
	"WarpReduceInPlace: gpu.SyncWarp()":            "thread 0 reads the element that it wrote in the last round",
}

// TestDeletionsAreFound makes each deletion in each kernel, one at a time. The findings name
// a line of the kernel, or of a plain update behind the file.
func TestDeletionsAreFound(t *testing.T) {
	const least = 80
	files, err := filepath.Glob("testdata/check/sound/*.go")
	if err != nil {
		t.Fatal(err)
	}
	count, missed := 0, map[string]bool{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(src), "\n")
		for _, k := range kernelsOf(t, file) {
			for at := k.first - 1; at < k.last; at++ {
				if left, ok := deleted(lines[at]); ok {
					count++
					k.missing(t, lines, at, left, missed)
				}
			}
		}
	}
	if count < least {
		t.Errorf("got %d deletions, want at least %d", count, least)
	}
	for what := range unfound {
		if !missed[what] {
			t.Errorf("%s: got it found, want it not listed", what)
		}
	}
}

// deleted returns what is left of a line with a statement that can be deleted.
func deleted(line string) (left string, ok bool) {
	for _, d := range deletions {
		if d.line.MatchString(line) {
			return d.line.ReplaceAllString(line, d.left), true
		}
	}
	return "", false
}

// missing checks a kernel with what is left of one of its lines. missed gets the deletions
// that are not found, of which only those listed may be.
func (k *checkedKernel) missing(t *testing.T, lines []string, at int, left string, missed map[string]bool) {
	t.Helper()
	changed := slices.Clone(lines)
	changed[at] = left
	mutant := *k
	mutant.file = filepath.Join(t.TempDir(), "kernel.go")
	if err := os.WriteFile(mutant.file, []byte(strings.Join(changed, "\n")+plain), 0o644); err != nil {
		t.Fatal(err)
	}
	found := mutant.check(t)
	what := k.name + ": " + strings.TrimSpace(lines[at])
	if slices.ContainsFunc(found, func(f foundLine) bool { return k.first <= f.Line && f.Line <= k.last || f.Line > len(lines) }) {
		return
	}
	for n := 2; missed[what]; n++ {
		what = fmt.Sprintf("%s: %s, deletion %d", k.name, strings.TrimSpace(lines[at]), n)
	}
	if unfound[what] == "" {
		t.Errorf("%s:%d: %s: got findings %v, want one on a line of the kernel", filepath.Base(k.file), at+1, what, found)
	}
	missed[what] = true
}
