//go:build unix

package commands

// This file drives the watched screen in a pseudo-terminal, as a learner would.

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/solutions"
)

// patience is how long a test waits for the screen. No machine comes near it, however busy.
const patience = 3 * time.Minute

// screen is a grader in a terminal of its own.
type screen struct {
	*testing.T
	root     string // of the repository
	keyboard *os.File
	command  *exec.Cmd
	terminal *vt.SafeEmulator
	ended    chan error

	mutex sync.Mutex
	raw   strings.Builder // all that was written
}

// open starts the grader without arguments in a terminal of 80×24, with more environment.
func open(t *testing.T, environment ...string) *screen {
	t.Helper()
	s := &screen{T: t, root: t.TempDir(), terminal: vt.NewSafeEmulator(80, 24), ended: make(chan error, 1)}
	if err := handOut(s.root); err != nil {
		t.Fatal(err)
	}
	s.command = exec.Command(os.Args[0])
	s.command.Dir = s.root
	s.command.Env = append(os.Environ(), append([]string{asGrader + "=1", "TERM=xterm-256color", progress.Variable + "="}, environment...)...)
	var err error
	if s.keyboard, err = pty.StartWithSize(s.command, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.keyboard.Close(); s.command.Process.Kill() })
	go io.Copy(s.keyboard, s.terminal) // answers of the terminal
	go func() {
		io.Copy(s, s.keyboard)
		s.ended <- s.command.Wait()
	}()
	return s
}

// Write takes what the grader writes.
func (s *screen) Write(text []byte) (int, error) {
	s.mutex.Lock()
	s.raw.Write(text)
	s.mutex.Unlock()
	return s.terminal.Write(text)
}

// wait waits until the screen shows all of some texts.
func (s *screen) wait(texts ...string) {
	s.Helper()
	s.waitFor(fmt.Sprintf("shows %q", texts), func(shown string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) })
	})
}

// waitFor waits until the screen is as a condition says.
func (s *screen) waitFor(what string, is func(shown string) bool) {
	s.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if is(s.terminal.String()) {
			return
		}
	}
	s.Fatalf("the screen never %s:\n%s", what, s.terminal.String())
}

// press presses keys.
func (s *screen) press(keys string) {
	s.Helper()
	if _, err := s.keyboard.WriteString(keys); err != nil {
		s.Fatal(err)
	}
}

// save writes the file of an exercise as editors do: a new file takes the place of the old.
func (s *screen) save(exercise string, text []byte) {
	s.Helper()
	file := filepath.Join(s.root, "exercises", exercise, "kernel.go")
	if err := put(file+"~", text); err != nil {
		s.Fatal(err)
	}
	if err := os.Rename(file+"~", file); err != nil {
		s.Fatal(err)
	}
}

// quits presses a key and waits for the end, which must be a good one.
func (s *screen) quits(key string) {
	s.Helper()
	s.press(key)
	select {
	case err := <-s.ended:
		if err != nil {
			s.Errorf("%q: the grader ends with %v", key, err)
		}
	case <-time.After(patience):
		s.Fatalf("%q does not end the grader", key)
	}
}

// solution returns the solution of an exercise with some texts replaced.
func solution(t *testing.T, exercise string, replace ...string) []byte {
	t.Helper()
	text, err := solutions.Source(exercise)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(replace...).Replace(string(text))
	if len(replace) > 0 && changed == string(text) {
		t.Fatalf("the solution of %s has no %q", exercise, replace)
	}
	return []byte(changed)
}

// TestScreen goes through all keys, with saves between them.
func TestScreen(t *testing.T) {
	s := open(t)
	s.wait("gpucourse", "0 of", "00_start  exercises/00_start/kernel.go", "▸ · Add", "Add is not started", "h: hint 1 of 4", "q quit")

	s.save("00_start", solution(t, "00_start", "if i < n", "if i <= n"))
	s.wait("00_start Add: wrong, 0 of 8 marks", "exercises/00_start/kernel.go:", "1 of") // Fahrenheit is done
	s.save("00_start", []byte("package start\n\nfunc Add( {"))
	s.wait("00_start Add: not valid", "the file is not Go", "exercises/00_start/kernel.go:3")
	s.save("00_start", solution(t, "00_start"))
	s.wait("00_start Add: done, 8 of 8 marks", "✔ warp instructions", "limit", "✔ Fahrenheit", "✔ Roll", "3 of", "22 of", "n goes on with 01_cpu_memory/ColumnSums")

	s.press("n")
	s.wait("▸ · ColumnSums", "is not started")
	s.press("c")
	s.wait("all exercises are checked")
	s.save("07_coalescing", solution(t, "07_coalescing", "i += threads", "i += 2 * threads"))
	s.wait("07_coalescing Saxpy: wrong", "y[", "✔ Interleave")
	s.save("07_coalescing", solution(t, "07_coalescing"))
	s.wait("07_coalescing Saxpy: done", "✔ Interleave")
	s.save("07_coalescing", solution(t, "07_coalescing", "x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X\n\ty := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y",
		"y := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X\n\tx := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y"))
	s.wait("▸ ✘ Brighten", "07_coalescing Brighten: wrong")

	s.press("hh")
	s.wait("Hint 2 of 4 for 07_coalescing/Brighten: a look", "go run gpucourse/gpusim/cmd/gpusim profile")
	s.press("\x1b")
	s.wait("07_coalescing Brighten: wrong")
	s.press("s")
	s.wait("07_coalescing/Brighten is not done. See its solution all the same?")
	s.press("n")
	s.wait("nothing was changed")
	s.press("sy")
	s.wait("One solution of 07_coalescing/Brighten", "func Brighten")
	s.save("07_coalescing", solution(t, "07_coalescing"))
	s.wait("07_coalescing Brighten: done")
	s.press("d")
	s.wait("before", "now", "wrong", "done")
	s.press("s")
	s.wait("One solution of 07_coalescing/Brighten")

	s.press("r")
	s.wait("Give back 07_coalescing/Brighten as it was handed out?")
	s.press("q") // no
	s.wait("nothing was changed")
	s.press("xy")
	s.wait("your file before the reset: work/backup/07_coalescing/kernel-", "· Brighten", "Brighten is not started")

	s.press("l")
	s.wait("▸ 07_coalescing        ✔·✔", "18_read_only         ··", "enter goes there")
	s.press("jj\x1b[A\r") // down, down, up, enter
	s.wait("08_allocation  exercises/08_allocation/kernel.go", "▸ · Place")
	s.quits("q")
	if shown := s.raw.String(); !strings.Contains(shown[strings.LastIndex(shown, "\x1b[?1049l"):], "done,") {
		t.Error("nothing says how much is done after the screen is gone")
	}
	p, err := progress.At(filepath.Join(s.root, "work", "progress.json")).Read()
	if err != nil {
		t.Fatal(err)
	}
	item := p.Item("07_coalescing/Brighten")
	if item.Hint != 2 || !item.Done() || item.Last() == nil {
		t.Errorf("got progress %+v of Brighten", item)
	}
}

// TestScreenFits: at several sizes the screen has the keys in its last line, and a long
// verdict can be scrolled.
func TestScreenFits(t *testing.T) {
	s := open(t)
	s.wait("Add is not started")
	s.save("07_coalescing", []byte(strings.Replace(string(stub(t, "07_coalescing")), "first + k", "k + first", 1)))
	s.wait("Saxpy: wasteful", "more lines")
	for _, size := range []struct{ columns, rows int }{{120, 40}, {60, 20}, {80, 24}} {
		s.terminal.Resize(size.columns, size.rows)
		if err := pty.Setsize(s.keyboard, &pty.Winsize{Rows: uint16(size.rows), Cols: uint16(size.columns)}); err != nil {
			t.Fatal(err)
		}
		s.waitFor(fmt.Sprintf("fits %d×%d", size.columns, size.rows), func(shown string) bool {
			lines := strings.Split(shown, "\n")
			bar := strings.TrimRight(lines[1], " ")
			return len(lines) == size.rows && utf8.RuneCountInString(bar) == size.columns && strings.HasPrefix(lines[size.rows-1], "n next")
		})
	}
	s.wait("Saxpy: wasteful", "more lines")
	s.press("jj")
	s.waitFor("scrolls", func(shown string) bool { return !strings.Contains(shown, "Saxpy: wasteful") })
	s.press(strings.Repeat("\x1b[B", 60))
	s.waitFor("shows the end", func(shown string) bool {
		return strings.Contains(shown, "where warps") || !strings.Contains(shown, "more lines")
	})
	s.press("\x1b[5~\x1b[5~\x1b[5~\x1b[5~\x1b[5~")
	s.wait("Saxpy: wasteful")
	s.quits("\x03")
}

func stub(t *testing.T, exercise string) []byte {
	t.Helper()
	text, err := stubs.Source(exercise)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// colour is an escape sequence that sets a colour.
var colour = regexp.MustCompile(`\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m`)

func TestColour(t *testing.T) {
	for _, tt := range []struct {
		environment string
		want        bool
	}{{"NO_COLOR=", true}, {"NO_COLOR=1", false}} {
		s := open(t, tt.environment)
		s.wait("00_start", "not started")
		s.quits("q")
		if got := colour.MatchString(s.raw.String()); got != tt.want {
			t.Errorf("%s: got colour %v, want %v", tt.environment, got, tt.want)
		}
	}
}

var every = flag.Bool("every", false, "time every exercise from the save to the verdict, not the quick ones")

// TestTimeFromSaveToVerdict prints, with -v, how long the slowest kernel or plan of an
// exercise takes from the save to its verdict on the screen. It fails only for a verdict
// that never comes. Exercise 00 and the plans are timed. All exercises:
//
//	go test ./grader/internal/commands -run TimeFrom -every -v
func TestTimeFromSaveToVerdict(t *testing.T) {
	if testing.Short() {
		t.Skip("grades all solutions one by one")
	}
	s := open(t)
	s.wait("Add is not started")
	quick, timed := 0, 0
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if i > 0 && len(e.Kernels) > 0 && !*every || e.Project { // the explanation of a project waits for its last kernel
			continue
		}
		timed++
		slowest, name := time.Duration(0), ""
		for _, target := range course.Targets(e) {
			if took := s.saveAndWait(target); took > slowest {
				slowest, name = took, target.Name
			}
		}
		if slowest < time.Second {
			quick++
		}
		t.Logf("%-20s %4.2f s  %s", e.Name, slowest.Seconds(), name)
	}
	t.Logf("%d of %d exercises within 1 s; there are %d", quick, timed, len(rubric.Exercises))
}

// saveAndWait saves a solution without one target, waits for the verdicts on the others,
// saves it whole and returns how long the verdict on the target takes.
func (s *screen) saveAndWait(target course.Target) time.Duration {
	s.Helper()
	whole := solution(s.T, target.Exercise.Name)
	without := strings.NewReplacer("func "+target.Name+"(", "func Other(", "var "+target.Name+" =", "var Other =").Replace(string(whole))
	s.save(target.Exercise.Name, []byte(without))
	others := []string{target.Name + ": not valid"}
	for _, other := range course.Targets(target.Exercise) {
		if other != target {
			others = append(others, "✔ "+other.Name)
		}
	}
	s.wait(others...)
	started := time.Now()
	s.save(target.Exercise.Name, whole)
	s.wait(target.Exercise.Name + " " + target.Name + ": done")
	return time.Since(started)
}
