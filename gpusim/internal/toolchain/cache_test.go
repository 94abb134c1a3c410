//go:build unix

package toolchain

// This file asks the cache of PTX for files that lie elsewhere.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeNVCC writes the name of its input into the PTX, and counts its runs in a file beside itself. It
// includes all headers beside the input.
const fakeNVCC = `PATH=/bin:/usr/bin
case "$*" in
*--version*) echo "release 13.0, V13.0.1"; exit ;;
*--list-gpu-arch*) echo compute_90; exit ;;
esac
for word; do
	case "$last" in -o) out=$word ;; -MF) rule=$word ;; esac
	last=$word
done
echo "k.o: $last $(echo "${last%/*}"/*.h)" >"$rule"
printf '\t.file\t1 "%s"\n' "$last" >"$out"
echo >>"$(dirname "$0")/runs"
`

// TestMoved: the same files in another folder are compiled once, and the PTX names the files of that
// folder. Files that differ, whose code has their names, or that include more than lies beside them are
// compiled again.
func TestMoved(t *testing.T) {
	const plain = "__global__ void k() {}\n"
	for name, c := range map[string]struct {
		first, second map[string]string
		folders       []string
		runs          int
	}{
		"the same":           {map[string]string{"k.cu": plain, "a.h": "int a;\n"}, map[string]string{"k.cu": plain, "a.h": "int a;\n"}, nil, 1},
		"another header":     {map[string]string{"k.cu": plain, "a.h": "int a;\n"}, map[string]string{"k.cu": plain, "a.h": "int b;\n"}, nil, 2},
		"no header":          {map[string]string{"k.cu": plain, "a.h": "int a;\n"}, map[string]string{"k.cu": plain}, nil, 2},
		"another text":       {map[string]string{"k.cu": plain, "a.h": "\n"}, map[string]string{"k.cu": plain + "\n", "a.h": "\n"}, nil, 2},
		"the name of a file": {map[string]string{"k.cu": plain, "a.h": "#define HERE __FILE__\n"}, map[string]string{"k.cu": plain, "a.h": "#define HERE __FILE__\n"}, nil, 2},
		"folders":            {map[string]string{"k.cu": plain, "a.h": "\n"}, map[string]string{"k.cu": plain, "a.h": "\n"}, []string{"."}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			bin, _ := alone(t, map[string]string{"nvcc": fakeNVCC})
			for _, files := range []map[string]string{c.first, c.second} {
				folder := t.TempDir()
				for file, text := range files {
					if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				for range 2 { // the second time from the cache
					ptx, err := Compile(t.Context(), Find("nvcc"), Input{File: filepath.Join(folder, "k.cu"), Folders: c.folders, Major: 9})
					if want := "\t.file\t1 \"" + folder + "/k.cu\"\n"; err != nil || string(ptx.Text) != want {
						t.Fatalf("got %+v, %v; want %s", ptx, err, want)
					}
				}
			}
			if runs, err := os.ReadFile(filepath.Join(bin, "runs")); err != nil || strings.Count(string(runs), "\n") != c.runs {
				t.Errorf("compiled %d times, want %d (%v)", strings.Count(string(runs), "\n"), c.runs, err)
			}
		})
	}
}
