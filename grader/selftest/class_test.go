//go:build unix

package selftest

// This file grades a class of generated submissions: solutions, other right ways, wrong
// attempts and hostile files, some beside each other. By default the class is small; -class
// makes it larger.

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpucourse/gpusim/sweep"
	"gpucourse/grader/internal/class"
	"gpucourse/grader/internal/commands"
	"gpucourse/grader/internal/hidden"
	"gpucourse/grader/internal/isolated"
	classscores "gpucourse/grader/internal/scores"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

var classSize = flag.Int("class", 5, "submissions of the class that TestClass grades")

// asGrader is an environment variable that makes the test's program the grader.
const asGrader = "TEST_AS_GRADER"

// serveGrader is the grader's main function, in a process that a test has started as the
// grader.
func serveGrader() {
	if os.Getenv(asGrader) != "" {
		os.Exit(commands.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
}

// grader returns a command that runs the grader.
func grader(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asGrader+"=1")
	return cmd
}

// made is a submission with what it must get.
type made struct {
	kind string
	// right is the exercises whose kernels are all done, parts those in which only some
	// kernels are there, and right; wrong those without a kernel that is done.
	right, parts, wrong []string
}

// classOf makes a class of n submissions in a folder.
func classOf(t *testing.T, folder string, n int) map[string]made {
	t.Helper()
	rng := rand.New(rand.NewPCG(4711, 7))
	right, wrong := findAttempts("right"), findAttempts("wrong")
	tricks := slices.Sorted(maps.Keys(hostile))
	all := map[string]made{}
	for i := range n {
		name := fmt.Sprintf("learner%03d", i)
		var m made
		switch at := filepath.Join(folder, name); i % 5 {
		case 0:
			m = made{kind: "honest", right: handIn(t, at, rng, 1+rng.IntN(3))}
		case 1:
			a := right[rng.IntN(len(right))]
			m = made{kind: "right " + a.name, parts: []string{a.exercise.Name}}
			copyFolder(t, a.folder, filepath.Join(at, "exercises", a.exercise.Name))
		case 2:
			a := wrong[rng.IntN(len(wrong))]
			m = made{kind: "wrong " + a.name, wrong: []string{a.exercise.Name}}
			copyFolder(t, a.folder, filepath.Join(at, a.exercise.Name))
		case 3:
			trick := tricks[(3+i)%len(tricks)]
			m = made{kind: trick, wrong: []string{"07_coalescing"}, right: []string{"00_start"}}
			copyFolder(t, "../../solutions/00_start", filepath.Join(at, "00_start"))
			put(t, filepath.Join(at, "07_coalescing", source.KernelFile), []byte(hostile[trick]))
		case 4:
			m = peculiarly(t, at, i/5)
		}
		all[name] = m
	}
	return all
}

// handIn puts solutions of some exercises into a submission.
func handIn(t *testing.T, folder string, rng *rand.Rand, n int) (names []string) {
	t.Helper()
	exercises := divided(false)
	for _, i := range rng.Perm(len(exercises))[:n] {
		name := exercises[i].Name
		copyFolder(t, filepath.Join("..", "..", "solutions", name), filepath.Join(folder, name))
		names = append(names, name)
	}
	return names
}

// peculiarly hands in something that is no kernel file, beside a solution.
func peculiarly(t *testing.T, folder string, i int) made {
	t.Helper()
	kinds := slices.Sorted(maps.Keys(peculiar))
	kinds = append(kinds, "a folder that is a link", "nothing at all")
	m := made{kind: kinds[i%len(kinds)], wrong: []string{"07_coalescing"}, right: []string{"00_start"}}
	copyFolder(t, "../../solutions/00_start", filepath.Join(folder, "00_start"))
	at := filepath.Join(folder, "07_coalescing")
	switch place := peculiar[m.kind]; {
	case m.kind == "nothing at all":
	case place == nil:
		solution, err := filepath.Abs("../../solutions/07_coalescing")
		if err == nil {
			err = os.Symlink(solution, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	default:
		os.MkdirAll(at, 0o700)
		if err := place(filepath.Join(at, source.KernelFile)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func copyFolder(t testing.TB, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(to, e.Name()), text)
	}
}

func put(t testing.TB, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// judge reports a verdict that is not what the submission must get.
func (m *made) judge(t *testing.T, r *classscores.Result) {
	t.Helper()
	done := map[string]int{}
	for _, item := range r.Items {
		missing := len(item.Feedback) == 1 && strings.HasSuffix(item.Feedback[0].Title, " "+item.Kernel+" is missing")
		handedIn := slices.Contains(slices.Concat(m.right, m.parts, m.wrong), item.Exercise)
		switch {
		case item.State == classscores.Done:
			done[item.Exercise]++
		case slices.Contains(m.right, item.Exercise), slices.Contains(m.parts, item.Exercise) && !missing,
			!handedIn && item.State != verdict.NotStarted.String():
			t.Errorf("%s, %s: got %s %s %s\n%+v", r.Submission, m.kind, item.Exercise, item.Kernel, item.State, item.Feedback)
		}
	}
	for _, name := range slices.Concat(m.right, m.parts) {
		if done[name] == 0 {
			t.Errorf("%s, %s: got nothing done in %s", r.Submission, m.kind, name)
		}
		delete(done, name)
	}
	if len(done) > 0 {
		t.Errorf("%s, %s: got kernels done in %v", r.Submission, m.kind, done)
	}
}

// TestClass grades a class without a wrong verdict. Then two processes grade it together,
// killed again and again: the results are the same, byte for byte.
func TestClass(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits for limits of time")
	}
	folder, want := t.TempDir(), filepath.Join(t.TempDir(), "results")
	all := classOf(t, folder, *classSize)
	args := func(results string, more ...string) []string {
		return append([]string{"grade", "-format", "csv", "-time", "10s", "-results", results, folder}, more...)
	}
	started := time.Now()
	if out, err := grader(t, args(want)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(started)
	results, err := classscores.Folder{Path: want}.All()
	if err != nil || len(results) != len(all) {
		t.Fatalf("got %d results, %v, want %d", len(results), err, len(all))
	}
	for i := range results {
		m := all[results[i].Submission]
		m.judge(t, &results[i])
	}
	logUse(t, len(all), whole)
	got := filepath.Join(t.TempDir(), "results")
	rng := rand.New(rand.NewPCG(uint64(started.UnixNano()), 1))
	for range min(10, len(all)/2+1) {
		killedAtRandom(t, rng, whole/8, grader(t, args(got, "-jobs", "1")...), grader(t, args(got, "-jobs", "1")...))
	}
	if out, err := grader(t, args(got)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sameFiles(t, want, got)
}

// use is what the processes that a test started have used.
type use struct {
	core time.Duration // processor time
	most int64         // bytes of the largest process
}

func useOfChildren(t testing.TB) use {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	return use{time.Duration(used.Utime.Nano() + used.Stime.Nano()), used.Maxrss << 10}
}

// logUse prints what grading took.
func logUse(t *testing.T, n int, wall time.Duration) {
	used := useOfChildren(t)
	t.Logf("%d submissions in %v: %v of one core per submission, at most %d MB in a process", n, wall.Round(time.Second), (used.core / time.Duration(n)).Round(time.Millisecond), used.most>>20)
}

// killedAtRandom runs commands at the same time and kills them after a random while.
func killedAtRandom(t *testing.T, rng *rand.Rand, most time.Duration, cmds ...*exec.Cmd) {
	t.Helper()
	for _, cmd := range cmds {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Duration(rng.Int64N(int64(most))))
	for _, cmd := range cmds {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

// sameFiles compares the files of two folders of results.
func sameFiles(t *testing.T, want, got string) {
	t.Helper()
	wanted, err := os.ReadDir(want)
	have, other := os.ReadDir(got)
	if err != nil || other != nil || len(wanted) != len(have) {
		t.Fatalf("got %d files, want %d: %v, %v", len(have), len(wanted), err, other)
	}
	for _, e := range wanted {
		if e.Name() == classscores.Unfinished {
			continue
		}
		a, err := os.ReadFile(filepath.Join(want, e.Name()))
		b, other := os.ReadFile(filepath.Join(got, e.Name()))
		if err != nil || other != nil || string(a) != string(b) {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v, %v", e.Name(), b, a, err, other)
		}
	}
}

// TestShards: the parts of a class, merged, are the class.
func TestShards(t *testing.T) {
	folder, results := t.TempDir(), t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		copyFolder(t, "../../solutions/00_start", filepath.Join(folder, name, "00_start"))
	}
	put(t, filepath.Join(folder, "d", "README"), []byte("nothing handed in"))
	settings, err := class.Open("", []string{"00"}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	submissions, many, err := settings.Find(folder)
	if err != nil || !many || len(submissions) != 4 {
		t.Fatalf("got %v, %v, %v, want four submissions", submissions, many, err)
	}
	var parts []classscores.Folder
	for i := range 3 {
		part := classscores.Folder{Path: filepath.Join(results, fmt.Sprint(i))}
		c := &class.Class{Submissions: submissions, Settings: settings, Results: part, Shard: sweep.Shard{Index: i, Of: 3}, Jobs: 2}
		if _, err := c.Grade(t.Context()); err != nil && !onlyREADME(err) {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	merged, err := classscores.Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	c := &class.Class{Submissions: submissions, Settings: settings, Jobs: 2}
	whole, err := c.Grade(t.Context())
	if !onlyREADME(err) {
		t.Fatalf("got %v, want an error that names the fourth", err)
	}
	if got, want := fmt.Sprintf("%+v", merged), fmt.Sprintf("%+v", whole); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if classscores.AllDone(whole[:3]) == classscores.AllDone(whole) {
		t.Error("got all done, want the fourth not done")
	}
}

// onlyREADME reports the error of a class in which one learner has handed in no exercise.
func onlyREADME(err error) bool {
	var nothing *class.NothingFound
	return errors.As(err, &nothing) && slices.Equal(nothing.Submissions, []string{"d"})
}

// TestInstructor grades with an instructor's folder: a seed of its own, more sizes, and a
// hidden exercise.
func TestInstructor(t *testing.T) {
	folder := filepath.Join("testdata", "instructor")
	settings, err := class.Open(folder, nil, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(settings.Names()), "[07_coalescing 90_hidden]"; got != want {
		t.Fatalf("got exercises %s, want %s", got, want)
	}
	grade := func(parts []isolated.Part) [][]*verdict.Verdict {
		return isolated.GradeAll(t.Context(), parts, isolated.Options{})
	}
	if err := settings.Check(grade); err != nil {
		t.Fatal(err)
	}
	at, err := filepath.Abs(filepath.Join(folder, "hidden", "90_hidden"))
	if err != nil {
		t.Fatal(err)
	}
	row, err := hidden.Load(at)
	if err != nil {
		t.Fatal(err)
	}
	reference, err := os.ReadFile(filepath.Join(at, source.KernelFile))
	if err != nil {
		t.Fatal(err)
	}
	stub, err := os.ReadFile(filepath.Join(at, hidden.StubFile))
	if err != nil {
		t.Fatal(err)
	}
	for want, text := range map[verdict.State]string{
		verdict.NotStarted: string(stub),
		verdict.Wasteful:   strings.Replace(string(reference), "i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X", "i := gpu.ThreadIdx.X*gpu.GridDim.X + gpu.BlockIdx.X", 1),
		verdict.Wrong:      strings.Replace(string(reference), "2 *", "3 *", 1),
		verdict.Invalid:    "package hidden\n",
		verdict.Done:       string(reference),
	} {
		sub := filepath.Join(t.TempDir(), "90_hidden")
		put(t, filepath.Join(sub, source.KernelFile), []byte(text))
		if v := grade([]isolated.Part{{Exercise: row, Folder: sub, Hidden: at}})[0][0]; v.State != want {
			t.Errorf("got\n%v\nwant %s", v, want)
		}
	}
}

// TestWrongSettings: a mistake of an instructor is an error that names it.
func TestWrongSettings(t *testing.T) {
	for text, want := range map[string]string{
		`{"seeds": 1}`:     `unknown key "seeds" in the file: did you mean "seed"?`,
		`{"Seed": 1}`:      `did you mean "seed"?`,
		`{"seed": "4711"}`: "seed must be a whole number",
		`{"seed": -1}`:     "seed must be",
		`{"exercises": ["07"], "exercises": ["13"]}`:    "twice",
		`{"exercises": ["07", "7"]}`:                    "name each once",
		`{"exercises": ["99"]}`:                         "99",
		`{"sizes": {"07_coalescing Sax": [[3]]}}`:       "no kernel to grade",
		`{"sizes": {"07_coalescing Saxpy": [[3, 4]]}}`:  "2 numbers",
		`{"sizes": {"07_coalescing Saxpy": [[99999]]}}`: "2 to 1500",
	} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, class.SettingsFile), []byte(text))
		if _, err := class.Open(dir, nil, nil, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// BenchmarkSubmission grades one submission of all exercises, as instructors do.
func BenchmarkSubmission(b *testing.B) {
	folder := b.TempDir()
	for i := range rubric.Exercises {
		name := rubric.Exercises[i].Name
		copyFolder(b, filepath.Join("..", "..", "solutions", name), filepath.Join(folder, name))
	}
	before := useOfChildren(b)
	for b.Loop() {
		if out, err := grader(b, "grade", "-require-all", folder).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	used := useOfChildren(b)
	core := (used.core - before.core).Seconds() / float64(b.N)
	b.ReportMetric(core, "core-s/submission")
	b.ReportMetric(3600/core, "submissions/core-h")
	b.ReportMetric(float64(used.most>>20), "MB")
}
