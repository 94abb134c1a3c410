package site_test

// This file compares reports of measured launches in the tab with those of the terminal.

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/workbench/programs"
)

// reports compares the JSON and HTML of measured launches in the tab with those of the
// terminal, byte by byte.
func (x *tab) reports(t testing.TB) {
	data := filepath.Join(x.dir, "data")
	list := launches(t, data)
	t.Chdir(data)
	long := 0
	for _, l := range list {
		var stdout, stderr strings.Builder
		start := time.Now()
		code := programs.Run(t.Context(), l.words, &stdout, &stderr)
		if took := time.Since(start); *every && took > 10*time.Second {
			long++
			continue
		}
		got := x.eval(t, fmt.Sprintf(`(async () => {
			const files = {};
			for (const name of %s) files[name] = new Uint8Array(await (await fetch("data/" + name)).arrayBuffer());
			const r = await workbench.command(%s, files);
			return [String(r.code), r.stdout, r.stderr];
		})()`, quoted(l.files), quoted(l.words)))
		if want := fmt.Sprint(code) + sep + stdout.String() + sep + stderr.String(); unquoted(t, got) != want {
			t.Errorf("%s: in the tab\n%.2000s\nnatively\n%.2000s", strings.Join(l.words, " "), got, want)
		}
	}
	t.Logf("%d reports compared; %d launches took more than 10 s natively", len(list)-long, long)
}

// unquoted is a JSON list of texts as one text.
func unquoted(t testing.TB, list string) string {
	t.Helper()
	var texts []string
	if err := json.Unmarshal([]byte(list), &texts); err != nil {
		t.Fatal(err)
	}
	return strings.Join(texts, sep)
}

const sep = "\x00"

// launched is a command line with the files that it reads.
type launched struct {
	words []string
	files []string
}

// The short comparison: how many kernels share a launch, and how many threads it has at most.
// Four million threads take 16 s in a tab.
const (
	eachOf      = 12
	mostThreads = 1 << 20
)

// launches writes the files of measured launches into a folder: the smallest of every twelfth
// kernel, unless it is large, or with -every all.
func launches(t testing.TB, dir string) (list []launched) {
	t.Helper()
	all := slices.SortedStableFunc(slices.Values(validation.Cases()), func(a, b cases.Case) int { return a.Threads() - b.Threads() })
	seen := map[string]bool{}
	for _, c := range all {
		if c.Args == nil {
			continue
		}
		k := gpusim.Must(gpusim.Compile(c.Kernel))
		plain, _, _ := strings.Cut(k.Name(), "[")
		first := !seen[plain]
		seen[plain] = true
		if !*every && (!first || len(seen)%eachOf != 0 || c.Threads() > mostThreads) {
			continue
		}
		if l, ok := launchOf(t, dir, c, k, len(list)); ok {
			list = append(list, l)
		}
	}
	const least = 10
	if len(list) < least {
		t.Errorf("%d launches, want %d at least", len(list), least)
	}
	return list
}

// launchOf writes the files of a case; it reports false of cases that have an argument which
// is no plain data.
func launchOf(t testing.TB, dir string, c cases.Case, k *gpusim.Kernel, number int) (launched, bool) {
	t.Helper()
	file, _, err := gpusim.SourceOf(c.Kernel)
	if err != nil {
		t.Fatal(err)
	}
	l := launched{files: copyPackage(t, dir, filepath.Dir(file))}
	format := []string{"json", "html"}[number%2]
	l.words = []string{"gpusim", "profile", "-format", format, "-grid", extent(c.Grid.X, c.Grid.Y, c.Grid.Z), "-block", extent(c.Block.X, c.Block.Y, c.Block.Z), "-shared", fmt.Sprint(c.Shared),
		filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file), k.Name()}
	args, params := cases.Leaves(c.Args()), k.Parameters()
	if len(args) != len(params) {
		return l, false
	}
	for i, p := range params {
		value := fmt.Sprint(args[i])
		if p.Slice {
			bytes, err := binary.Append(nil, binary.LittleEndian, args[i])
			if err != nil || len(bytes)%p.Elem.Bytes != 0 || len(bytes)/p.Elem.Bytes != reflect.ValueOf(args[i]).Len() {
				return l, false
			}
			value = fmt.Sprintf("%d_%d.bin", number, i)
			write(t, filepath.Join(dir, value), bytes)
			l.files = append(l.files, value)
		}
		l.words = append(l.words, p.Name+"="+value)
	}
	return l, true
}

func extent(x, y, z int) string { return fmt.Sprintf("%d,%d,%d", x, y, z) }

// copyPackage copies the files of a package into a folder of its name, and names them.
func copyPackage(t testing.TB, dir, from string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(from) + "/" + filepath.Base(file)
		write(t, filepath.Join(dir, name), text)
		names = append(names, name)
	}
	return names
}

func write(t testing.TB, file string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
