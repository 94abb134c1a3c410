//go:build unix

package toolchain

// This file installs with a Python of its own that downloads nothing.

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// alone leaves a test alone with the programs of a folder and an empty cache. It returns both.
func alone(t *testing.T, programs map[string]string) (bin, cache string) {
	t.Helper()
	bin, cache = t.TempDir(), t.TempDir()
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	forget()
	t.Cleanup(forget)
	return bin, cache
}

// python3 makes an environment whose pip installs a clang.
const python3 = `PATH=/bin:/usr/bin
case "$1 $2" in
-c*) exit 0 ;;
"-m venv") mkdir -p "$3/bin" "$3/lib/python3.11/site-packages" && cp "$0" "$3/bin/python" ;;
"-m pip")
	dir=$(dirname "$0")/../lib/python3.11/site-packages/ziglang
	mkdir -p "$dir" && printf '#!/bin/sh\necho "clang version 20.1.2"\n' >"$dir/zig" && chmod +x "$dir/zig"
	echo "$@" >"$dir/asked" ;;
esac
`

func TestInstall(t *testing.T) {
	alone(t, map[string]string{"python3": python3})
	if Find("clang").Found() {
		t.Fatal("clang was found in an empty cache")
	}
	s := setNamed("clang")
	if err := s.Install(t.Context(), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	clang := Find("clang")
	if !clang.Cached || clang.Version != "20.1.2" {
		t.Fatalf("got %+v, want clang 20.1.2 in the cache", clang)
	}
	asked, err := os.ReadFile(filepath.Join(filepath.Dir(clang.Path), "asked"))
	if err != nil || !strings.Contains(string(asked), s.packages[0]) {
		t.Errorf("pip was asked for %s, %v; want %s", asked, err, s.packages[0])
	}
}

// TestInstallMore adds packages to a set that was installed when it had fewer.
func TestInstallMore(t *testing.T) {
	alone(t, map[string]string{"python3": python3})
	s := setNamed("clang")
	if err := s.Install(t.Context(), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	more := *s
	more.packages = append(slices.Clone(s.packages), "more==1")
	if err := more.Install(t.Context(), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	asked, err := os.ReadFile(filepath.Join(filepath.Dir(Find("clang").Path), "asked"))
	if err != nil || !strings.Contains(string(asked), "more==1") {
		t.Errorf("pip was asked for %s, %v; want more==1", asked, err)
	}
}

// TestInstallFails names what is missing, and leaves nothing behind.
func TestInstallFails(t *testing.T) {
	for name, c := range map[string]struct {
		programs map[string]string
		want     string
	}{
		"no Python":  {nil, "python3"},
		"no venv":    {map[string]string{"python3": `case "$2" in venv) echo no ensurepip; exit 1; esac`}, "python3-venv"},
		"no network": {map[string]string{"python3": strings.Replace(python3, `"-m pip")`, `"-m pip") echo no route; exit 1;;`+"\nnever)", 1)}, "pypi.org"},
	} {
		t.Run(name, func(t *testing.T) {
			_, cache := alone(t, c.programs)
			err := setNamed("nvcc").Install(t.Context(), &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a remedy with %q", err, c.want)
			}
			if left, _ := filepath.Glob(filepath.Join(cache, "gpucourse", "*")); len(left) > 0 {
				t.Errorf("%v was left behind", left)
			}
		})
	}
}

// TestOldTool looks for a tool on PATH that is too old.
func TestOldTool(t *testing.T) {
	bin, _ := alone(t, map[string]string{"clang": "echo 'Debian clang version 14.0.6'"})
	if got := Find("clang"); got.Found() || !strings.Contains(got.Old, bin) {
		t.Errorf("got %+v, want a tool that is too old", got)
	}
}

// TestBounded runs a tool that prints without an end.
func TestBounded(t *testing.T) {
	alone(t, map[string]string{"nvcc": `i=0; while [ $i -lt 40000 ]; do echo "release 13.5, V13.5.37 ....................................................................................."; i=$((i+1)); done`})
	out := Find("nvcc").run(t.Context())
	if out.err != nil || len(out.text) != mostText {
		t.Errorf("got %d bytes, %v; want %d", len(out.text), out.err, mostText)
	}
}
