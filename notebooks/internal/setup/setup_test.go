package setup

// This file tests how the set-up fails. Each test uses a fake python3 that fails
// in one way, and checks the message and that no files are left behind.

import (
	"bytes"
	"context"
	"os"
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

func TestSetUpSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		name, python string
		want         []string
	}{
		{"no Python", "", []string{"Python 3.9 or later", "no python3 or python", "python3-venv"}},
		{"old Python", "#!/bin/sh\necho 3 8\n", []string{"python3 is 3.8", "Python 3.9 or later"}},
		{"broken Python", "#!/bin/sh\nexit 127\n", []string{"python3 does not start"}},
		{"no venv module", "#!/bin/sh\ncase \"$*\" in *version_info*) echo 3 11;; *) echo 'ensurepip is not available.'; exit 1;; esac\n",
			[]string{"no venv module", "apt install python3-venv"}},
		{"no network", venvMaker + "echo 'Failed to establish a new connection: [Errno 101] Network is unreachable' >&2; exit 1\n",
			[]string{"cannot be reached", "connect to the internet", "HTTPS_PROXY"}},
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
	if !strings.Contains(out.String(), "[1/5] make the Python environment .venv: done") {
		t.Errorf("progress lines: %q", &out)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestLayersAreKept checks that matching stamps leave nothing to make, that new
// Go modules outdate the kernel only, and that a broken Python outdates both layers.
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
	if got := missing(); got != 1 {
		t.Errorf("go.mod changed: %d layers to make, want 1", got)
	}
	write(t, e.Python(), "#!/bin/sh\nexit 1\n", 0o755)
	if got := missing(); got != 2 {
		t.Errorf("python broken: %d layers to make, want 2", got)
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
