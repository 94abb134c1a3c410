package course

// This file tests that JupyterLab ends with the program that started it, however that
// ends. The test program is that program: see TestMain.

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpucourse/notebooks/internal/setup"
)

// testLab is the variable of a test program that is to run JupyterLab: port and folder.
const testLab = "GPUCOURSE_TEST_LAB"

// runTestLab runs JupyterLab, and says who runs it.
func runTestLab(what string) error {
	ctx := context.Background()
	root, err := setup.FindRoot(ctx)
	if err != nil {
		return err
	}
	l := &lab{env: setup.New(root)}
	if _, err := fmt.Sscan(what, &l.port, &l.folder); err != nil {
		return err
	}
	fmt.Println("launcher", os.Getpid())
	return l.run(ctx, os.Stdout)
}

func TestJupyterLabEndsWithItsLauncher(t *testing.T) {
	theEnvironment(t)
	for _, killed := range []string{"the launcher", "its parent"} {
		t.Run(killed, func(t *testing.T) {
			t.Parallel()
			// The shell stands for `go run`, which waits for the program that it built.
			cmd := exec.CommandContext(beforeTimeout(t), "/bin/sh", "-c", `"$0"; exit 0`, os.Args[0])
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", testLab, freePort(t), t.TempDir()))
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			launcher, address := readLab(t, bufio.NewScanner(out))
			for start := time.Now(); !answers(address); time.Sleep(100 * time.Millisecond) {
				if time.Since(start) > patience {
					t.Fatalf("nothing answers at %s", address)
				}
			}
			victim := launcher
			if killed == "its parent" {
				victim = cmd.Process.Pid
			}
			if p, err := os.FindProcess(victim); err != nil || p.Kill() != nil {
				t.Fatalf("process %d cannot be killed (%v)", victim, err)
			}
			for start := time.Now(); answers(address); time.Sleep(100 * time.Millisecond) {
				if time.Since(start) > patience {
					t.Fatalf("%v after %s was killed, JupyterLab still answers", patience, killed)
				}
			}
		})
	}
}

// readLab reads what the test program prints: its process and the address of JupyterLab.
func readLab(t *testing.T, lines *bufio.Scanner) (launcher int, address string) {
	t.Helper()
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "launcher "); ok {
			launcher, _ = strconv.Atoi(text)
		}
		if address = announced.FindString(lines.Text()); address != "" {
			return launcher, address
		}
	}
	t.Fatal("the launcher ended without an address")
	return 0, ""
}

// answers reports whether a server serves the address.
func answers(address string) bool {
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Get(address)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
