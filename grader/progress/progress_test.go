package progress

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/verdict"
)

const saxpy = "07_coalescing/Saxpy"

// attempt returns an attempt of some marks.
func attempt(code string, state verdict.State, marks int) Attempt {
	return Attempt{
		Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Code: code, State: state, Marks: marks, MaxMarks: 10,
		Goals:    []Goal{{Name: "cycles", Bound: "limit", Limit: 17000, Got: 30000.5}},
		Counters: map[string]float64{"sm__cycles_elapsed.max": 30000.5},
	}
}

func record(t *testing.T, f File, a Attempt) {
	t.Helper()
	if err := f.Record(map[string]Attempt{saxpy: a}); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, f File) *Progress {
	t.Helper()
	p, err := f.Read()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRecord(t *testing.T) {
	f := At(filepath.Join(t.TempDir(), "work", "progress.json"))
	record(t, f, attempt("a", verdict.NotStarted, 0)) // nothing to record yet
	if p := read(t, f); len(p.Items) != 0 {
		t.Errorf("got items %v of an exercise that nobody has started", p.Items)
	}
	first, second, third := attempt("b", verdict.Wasteful, 6), attempt("c", verdict.Done, 10), attempt("d", verdict.Wrong, 0)
	for _, a := range []Attempt{first, second, second, third} {
		record(t, f, a)
	}
	if err := f.Hinted(saxpy, 2); err != nil {
		t.Fatal(err)
	}
	want := &Progress{Version: Version, Items: map[string]*Item{
		saxpy: {Hint: 2, Count: 3, Best: &second, Attempts: []Attempt{first, second, third}},
	}}
	got := read(t, f)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	item := got.Item(saxpy)
	if item.Last().Code != "d" || item.Before().Code != "c" || !item.Done() {
		t.Errorf("got last %v, before %v, done %v", item.Last(), item.Before(), item.Done())
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	f := At(filepath.Join(t.TempDir(), "progress.json"))
	const n = mostAttempts + 3
	for i := range n {
		record(t, f, attempt(fmt.Sprint(i), verdict.Wasteful, n-i))
	}
	item := read(t, f).Item(saxpy)
	if len(item.Attempts) != mostAttempts || item.Count != n || item.Last().Code != fmt.Sprint(n-1) || item.Best.Code != "0" {
		t.Errorf("got %d attempts of %d, the last %v, the best %v", len(item.Attempts), item.Count, item.Last(), item.Best)
	}
}

// TestDamagedFile: a file that cannot be parsed is kept under another name, and the
// attempt is recorded.
func TestDamagedFile(t *testing.T) {
	for _, text := range []string{"", "{", `{"version": 0}`, `{"version":1,"items":{"a":{"attempts":[{"state":"well"}]}}}`, "\x00\x00",
		`{"version":1,"items":{"a":{"count":1,"atempts":[]}}}`, `{"version":1,"Items":{}}`} {
		f := At(filepath.Join(t.TempDir(), "progress.json"))
		if err := os.WriteFile(f.Path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var damaged *Damaged
		if err := f.Record(map[string]Attempt{saxpy: attempt("a", verdict.Done, 10)}); !errors.As(err, &damaged) {
			t.Fatalf("%q: got %v, want a Damaged error", text, err)
		}
		if kept, err := os.ReadFile(damaged.Moved); err != nil || string(kept) != text {
			t.Errorf("%q: got %q, %v in %s", text, kept, err, damaged.Moved)
		}
		if item := read(t, f).Item(saxpy); !item.Done() {
			t.Errorf("%q: the attempt is lost", text)
		}
	}
}

// TestNewerFile: a file of a later version stays as it is.
func TestNewerFile(t *testing.T) {
	f := At(filepath.Join(t.TempDir(), "progress.json"))
	const text = `{"version": 99, "items": {}}`
	if err := os.WriteFile(f.Path(), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Hinted(saxpy, 1); !errors.Is(err, errNewer) {
		t.Errorf("got %v, want %v", err, errNewer)
	}
	if kept, err := os.ReadFile(f.Path()); err != nil || string(kept) != text {
		t.Errorf("got %q, %v", kept, err)
	}
}

// TestUnwritable: a folder that cannot be made is an error, and reading still works.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := At(filepath.Join(file, "progress.json"))
	if err := f.Hinted(saxpy, 1); err == nil {
		t.Error("got no error for a folder that cannot be made")
	}
	if p, _ := f.Read(); p == nil {
		t.Error("got no progress")
	}
}

// TestConcurrentWriters: goroutines and processes write at the same time, and no attempt
// is lost.
func TestConcurrentWriters(t *testing.T) {
	if id := os.Getenv("TEST_WRITER"); id != "" {
		writeMany(t, At(os.Getenv(Variable)), id)
		return
	}
	f := At(filepath.Join(t.TempDir(), "progress.json"))
	var writers sync.WaitGroup
	for i := range 3 {
		writers.Go(func() { writeMany(t, f, fmt.Sprint("goroutine ", i)) })
		writers.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=TestConcurrentWriters$")
			cmd.Env = append(os.Environ(), Variable+"="+f.Path(), fmt.Sprint("TEST_WRITER=process ", i))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	writers.Wait()
	p := read(t, f)
	if len(p.Items) != 6 {
		t.Errorf("got %d items, want 6", len(p.Items))
	}
	for id, item := range p.Items {
		if item.Count != writes {
			t.Errorf("%s: got %d attempts, want %d", id, item.Count, writes)
		}
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(f.Path()), ".progress-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

const writes = 15

func writeMany(t *testing.T, f File, id string) {
	for i := range writes {
		if err := f.Record(map[string]Attempt{id: attempt(fmt.Sprint(i), verdict.Wrong, 0)}); err != nil {
			t.Error(err)
		}
	}
}

func TestDefault(t *testing.T) {
	t.Setenv(Variable, "off")
	f, err := Default()
	if err != nil || f.Path() != "" {
		t.Errorf("got %q, %v, want no file", f.Path(), err)
	}
	if err := f.Hinted(saxpy, 1); err != nil {
		t.Error(err)
	}
	t.Setenv(Variable, "/elsewhere/p.json")
	if f, err := Default(); err != nil || f.Path() != "/elsewhere/p.json" {
		t.Errorf("got %q, %v", f.Path(), err)
	}
	t.Setenv(Variable, "")
	f, err = Default()
	if err != nil || !strings.HasSuffix(filepath.ToSlash(f.Path()), "/work/progress.json") {
		t.Errorf("got %q, %v, want the file of the repository", f.Path(), err)
	}
}
