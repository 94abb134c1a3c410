package setup

// This file tests how the set-up fails. Each test uses a fake python3 that fails
// in one way, and checks the message and that no files are left behind.

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// venvMaker is the start of a fake python3. It answers with its version and makes
// an environment whose python runs the rest of the script.
const venvMaker = `#!/bin/sh
case "$*" in
*version_info*) echo 3 11; exit 0 ;;
*"-m venv"*) for d; do :; done; /bin/mkdir -p "$d/bin"; /bin/cp "$0" "$d/bin/python"; exit 0 ;;
esac
`

// repository makes a folder that looks like the course. The PATH then holds only
// the given python3, or nothing if python is empty.
func repository(t *testing.T, python string) *Env {
	t.Helper()
	root, bin := t.TempDir(), t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		write(t, filepath.Join(root, name), "module gpucourse\n", 0o644)
	}
	if python != "" {
		write(t, filepath.Join(bin, "python3"), python, 0o755)
	}
	t.Setenv("PATH", bin)
	return New(root)
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// prints is the end of a fake program that fails with the text of a file in testdata,
// which the real program printed.
func prints(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return "/bin/cat '" + file + "' >&2; exit 1\n"
}

func TestSetUpSaysWhatToDo(t *testing.T) {
	const noVenv = "#!/bin/sh\ncase \"$*\" in *version_info*) echo 3 11; exit 0;; esac\n"
	for _, c := range []struct {
		name, python string
		want         []string
	}{
		{"no Python", "", []string{"Python 3.9 to 3.14", "no python3 or python", "python3-venv"}},
		{"old Python", "#!/bin/sh\necho 3 8\n", []string{"python3 is 3.8", "Python 3.9 to 3.14"}},
		{"new Python", "#!/bin/sh\necho 3 15\n", []string{"python3 is 3.15", "Python 3.9 to 3.14"}},
		{"broken Python", "#!/bin/sh\nexit 127\n", []string{"python3 does not start"}},
		{"no venv module", noVenv + prints(t, "venv_debian.txt"), []string{"no venv module", "apt install python3-venv", "apt install python3.11-venv"}},
		{"read-only disk", noVenv + prints(t, "venv_readonly.txt"), []string{"read-only", "another disk"}},
		{"no network", venvMaker + prints(t, "pip_offline.txt"), []string{"cannot be reached", "connect to the internet", "HTTPS_PROXY"}},
		{"proxy down", venvMaker + prints(t, "pip_proxy_down.txt"), []string{"proxy cannot be reached", "HTTPS_PROXY"}},
		{"proxy refuses", venvMaker + prints(t, "pip_proxy_403.txt"), []string{"proxy refuses", "pypi.org"}},
		{"proxy wants a password", venvMaker + prints(t, "pip_proxy_407.txt"), []string{"proxy refuses", "USER:PASSWORD"}},
		{"no wheel", venvMaker + prints(t, "pip_nowheel.txt"), []string{"does not exist for this Python", "3.9 to 3.14"}},
		{"full disk", venvMaker + "echo 'OSError: [Errno 28] No space left on device'; exit 1\n", []string{"disk is full", "free about 1 GB"}},
		{"bad certificate", venvMaker + "echo 'SSLError: CERTIFICATE_VERIFY_FAILED'; exit 1\n", []string{"not trusted", "PIP_CERT"}},
		{"changed package", venvMaker + "echo 'THESE PACKAGES DO NOT MATCH THE HASHES'; exit 1\n", []string{"hash", "mirror"}},
		{"anything else", venvMaker + "echo 'line one'; echo 'a riddle'; exit 3\n", []string{"pip install", "a riddle", "exit status 3", "run this again"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := repository(t, c.python)
			err := e.Prepare(context.Background(), &bytes.Buffer{})
			if err == nil {
				t.Fatal("the set-up succeeded")
			}
			for _, part := range c.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the message lacks %q:\n%s", part, err)
				}
			}
			if _, err := os.Stat(e.venv); !os.IsNotExist(err) {
				t.Errorf("%s was left behind", e.venv)
			}
		})
	}
}

// TestMessagesOfGo: what Go prints while the kernel is built or a cell is compiled.
func TestMessagesOfGo(t *testing.T) {
	for file, want := range map[string]string{
		"go_offline.txt":    "Go module proxy cannot be reached",
		"go_proxy_down.txt": "proxy cannot be reached",
		"go_proxy_403.txt":  "proxy refuses",
		"go_proxy_407.txt":  "proxy refuses",
		"cell_full.txt":     "disk is full",
	} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		if got := Remedy(string(text)); !strings.Contains(got, want) || !strings.Contains(got, "What to do: ") {
			t.Errorf("%s: got %q, want %q and a remedy", file, got, want)
		}
	}
	if got := Remedy("main.go:3:1: undefined: x"); got != "" {
		t.Errorf("a mistake of the learner is taken for %q", got)
	}
}

// TestAnotherPythonIsChosen: where python3 is too new, an older one on the PATH serves.
func TestAnotherPythonIsChosen(t *testing.T) {
	bin := t.TempDir()
	for name, version := range map[string]string{"python3": "3 15", "python3.13": "3 13", "python3.9": "3 9"} {
		write(t, filepath.Join(bin, name), "#!/bin/sh\necho "+version+"\n", 0o755)
	}
	t.Setenv("PATH", bin)
	if got, err := findPython(context.Background()); err != nil || filepath.Base(got) != "python3.13" {
		t.Errorf("got %s, %v, want python3.13", got, err)
	}
}

// TestFullDiskIsNoticed: `python -m venv` on a full disk says only that ensurepip failed.
func TestFullDiskIsNoticed(t *testing.T) {
	folder := smallDisk(t)
	for _, c := range []struct {
		folder, want string
	}{{folder, "disk is full"}, {t.TempDir(), "returned non-zero exit status 1"}} {
		cmd := exec.Command("/bin/sh", "-c", prints(t, "venv_full.txt"))
		cmd.Dir = c.folder
		err := runCommand(context.Background(), &progress{}, cmd)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("in %s: got %v, want %q", c.folder, err, c.want)
		}
	}
}

// smallDisk returns a folder on a disk of 1 MB, or skips the test.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no file system of its own can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return folder
}

func TestForeignFolderIsNotTouched(t *testing.T) {
	e := repository(t, venvMaker)
	theirs := filepath.Join(e.venv, "pyvenv.cfg")
	write(t, theirs, "home = /usr/bin\n", 0o644)
	err := e.Prepare(context.Background(), &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "did not make it") {
		t.Errorf("got %v, want a refusal", err)
	}
	if _, err := os.Stat(theirs); err != nil {
		t.Errorf("the folder of another program was changed: %v", err)
	}
}

func TestInterruptLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := repository(t, venvMaker+"/bin/sleep 60\n")
	var out bytes.Buffer
	err := e.Prepare(ctx, writerFunc(func(b []byte) (int, error) {
		if bytes.Contains(b, []byte("[2/")) {
			cancel()
		}
		return out.Write(b)
	}))
	if err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("got %v, want an interruption", err)
	}
	if _, err := os.Stat(e.venv); !os.IsNotExist(err) {
		t.Errorf("%s was left behind", e.venv)
	}
	if !strings.Contains(out.String(), "[1/7] make the Python environment .venv: done") {
		t.Errorf("progress lines: %q", &out)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestLayersAreKept checks that matching stamps leave nothing to make, that new
// Go modules outdate the kernel and what follows it, and that a broken Python outdates both layers.
func TestLayersAreKept(t *testing.T) {
	e := repository(t, venvMaker)
	all, err := e.layers()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		for _, file := range l.outputs {
			write(t, file, "#!/bin/sh\nexit 0\n", 0o755)
		}
		write(t, e.stampFile(l), l.stamp(), 0o644)
	}
	missing := func() int { l, _ := e.layers(); return len(e.outdated(context.Background(), l)) }
	if got := missing(); got != 0 {
		t.Errorf("unchanged: %d layers to make, want 0", got)
	}
	write(t, filepath.Join(e.root, "go.mod"), "module gpucourse // changed\n", 0o644)
	if got := missing(); got != len(all)-1 {
		t.Errorf("go.mod changed: %d layers to make, want %d", got, len(all)-1)
	}
	write(t, e.Python(), "#!/bin/sh\nexit 1\n", 0o755)
	if got := missing(); got != len(all) {
		t.Errorf("python broken: %d layers to make, want %d", got, len(all))
	}
}

// TestOptionalLayer: a layer without which the course works fails without an error,
// leaves no stamp, and the user is told what is missing.
func TestOptionalLayer(t *testing.T) {
	e := repository(t, venvMaker)
	if err := os.MkdirAll(e.venv, 0o755); err != nil {
		t.Fatal(err)
	}
	fail := func(context.Context, *progress) error { return errors.New("no memory") }
	l := layer{name: "extra", steps: []step{{"build it", fail}}, optional: true, without: "You go without."}
	var out bytes.Buffer
	if err := e.build(context.Background(), newProgress(&out), []layer{l}); err != nil {
		t.Errorf("got %v, want no error", err)
	}
	if !strings.Contains(out.String(), "You go without.\n    no memory\n") || e.upToDate(l) {
		t.Errorf("up to date %v, output %q", e.upToDate(l), &out)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := e.build(ctx, newProgress(&out), []layer{l}); err == nil {
		t.Error("an interrupt is taken for a layer that is left out")
	}
}

func TestWindowsIsTold(t *testing.T) {
	if err := supported("windows"); err == nil || !strings.Contains(err.Error(), "WSL2") {
		t.Errorf("got %v, want a message about WSL2", err)
	}
	if err := supported("linux"); err != nil {
		t.Errorf("linux: %v", err)
	}
}

// TestNothingOutside checks that Python, Jupyter and IPython write inside .venv
// only, even if the caller's environment names other folders.
func TestNothingOutside(t *testing.T) {
	e := repository(t, "")
	t.Setenv("JUPYTER_DATA_DIR", "/elsewhere")
	t.Setenv("JUPYTER_PATH", "/elsewhere")
	t.Setenv("PIP_TARGET", "/elsewhere")
	t.Setenv("PYTHONPATH", "/elsewhere")
	for _, kv := range e.Environ() {
		if strings.Contains(kv, "/elsewhere") {
			t.Errorf("a child would see %s", kv)
		}
		name, value, _ := strings.Cut(kv, "=")
		if _, ours := e.variables()[name]; ours && filepath.IsAbs(value) && !strings.HasPrefix(value, e.venv) {
			t.Errorf("%s lies outside %s", kv, e.venv)
		}
	}
}
