package progress

// This file reads and writes the file.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"gpucourse/grader/internal/strictjson"
	"gpucourse/grader/verdict"
)

// Variable is the environment variable that names the file; "off" records nothing.
const Variable = "GPUCOURSE_PROGRESS"

const off = "off"

// File is a file of progress. The zero value records nothing.
type File struct{ path string }

// At returns the file of a path. It need not exist.
func At(path string) File { return File{path} }

// Default returns the learner's file: the one that the environment variable names, or
// work/progress.json at the repository's root.
func Default() (File, error) {
	switch path := os.Getenv(Variable); path {
	case off:
		return File{}, nil
	case "":
		root, err := verdict.Root()
		return In(root), err
	default:
		return File{path}, nil
	}
}

// In returns the file in a copy of the repository.
func In(root string) File { return File{filepath.Join(root, "work", "progress.json")} }

// Path returns the path of the file; "" when nothing is recorded.
func (f File) Path() string { return f.path }

// A Damaged error says that a file held no progress and where it lies now. The change that
// met it was made, in a new file.
type Damaged struct {
	Path, Moved string
	Reason      error
}

// Error says what was damaged and where it is kept.
func (d *Damaged) Error() string {
	return fmt.Sprintf("%s holds no progress (%v): it was moved to %s, and a new file begun", verdict.ShortPath(d.Path), d.Reason, verdict.ShortPath(d.Moved))
}

// Read returns the progress so far. A file that is missing is empty progress. The progress
// is never nil: with an error it is empty.
func (f File) Read() (*Progress, error) {
	p := &Progress{Version: Version, Items: map[string]*Item{}}
	if f.path == "" {
		return p, nil
	}
	text, err := os.ReadFile(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	read, err := Parse(text)
	if err != nil {
		return p, fmt.Errorf("%s: %w", verdict.ShortPath(f.path), err)
	}
	return read, nil
}

// errNewer is the error of a file that a later version of the course has written.
var errNewer = errors.New("a newer version of the course has written it: update this copy (git pull)")

// Parse reads the text of a file.
func Parse(text []byte) (*Progress, error) {
	var written struct{ Version int }
	if json.Unmarshal(text, &written); written.Version > Version {
		return nil, errNewer // and may have keys that are unknown here
	}
	var p Progress
	if err := strictjson.Decode("", text, &p); err != nil {
		return nil, fmt.Errorf("not JSON of this course: %w", err)
	}
	if p.Version < 1 {
		return nil, errors.New("it has no version")
	}
	if p.Items == nil {
		p.Items = map[string]*Item{}
	}
	for id, item := range p.Items {
		if item == nil {
			delete(p.Items, id)
		}
	}
	return &p, nil
}

// Record adds attempts, by the ids of their items. What repeats the last attempt at an
// item is not added again.
func (f File) Record(attempts map[string]Attempt) error {
	return f.change(func(p *Progress) (changed bool) {
		for id, a := range attempts {
			item := p.Item(id)
			if item.add(a) {
				p.Items[id], changed = &item, true
			}
		}
		return changed
	})
}

// Hinted records the last step of the hints that was shown for an item; 0 begins again.
func (f File) Hinted(id string, step int) error {
	return f.change(func(p *Progress) bool {
		item := p.Item(id)
		changed := item.Hint != step
		item.Hint = step
		p.Items[id] = &item
		return changed
	})
}

// Order returns the order from 1 on in which the learner sees the sentences of choices. It is drawn when it is first
// asked for, of a number of orders. 0 where nothing is recorded.
func (f File) Order(orders int) (order int, err error) {
	err = f.change(func(p *Progress) bool {
		drawn := p.Order == 0
		if drawn {
			p.Order = 1 + rand.IntN(orders-1)
		}
		order = p.Order
		return drawn
	})
	return order, err
}

// change applies a change to the file, unless edit reports that nothing changed.
func (f File) change(edit func(*Progress) bool) error {
	if f.path == "" {
		return nil
	}
	if p, err := f.Read(); err == nil && !edit(p) {
		return nil // nothing to write, so no file to make
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	unlock, err := lock(f.path + ".lock")
	if err != nil {
		return fmt.Errorf("%s is locked: %w", verdict.ShortPath(f.path), err)
	}
	defer unlock()
	p, err := f.Read()
	var damaged error
	if err != nil {
		if damaged = f.setAside(err); !errors.As(damaged, new(*Damaged)) {
			return damaged
		}
	}
	if !edit(p) {
		return damaged
	}
	return errors.Join(damaged, f.write(p))
}

// setAside moves a file that cannot be parsed, and returns a *Damaged. Any other file stays
// where it is, and the reason is returned.
func (f File) setAside(reason error) error {
	var failed *os.PathError
	if errors.Is(reason, errNewer) || errors.As(reason, &failed) {
		return reason
	}
	moved := fmt.Sprintf("%s.damaged-%s", f.path, time.Now().Format("20060102-150405.000"))
	if err := os.Rename(f.path, moved); err != nil {
		return errors.Join(reason, err)
	}
	return &Damaged{f.path, moved, errors.Unwrap(reason)}
}

// Text returns the text of a file.
func (p *Progress) Text() []byte {
	whole := *p
	if whole.Items == nil {
		whole.Items = map[string]*Item{}
	}
	text, err := json.MarshalIndent(whole, "", " ")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(text, '\n')
}

// write replaces the file.
func (f File) write(p *Progress) error {
	temporary, err := os.CreateTemp(filepath.Dir(f.path), ".progress-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // it is gone after the rename
	_, err = temporary.Write(p.Text())
	if err := errors.Join(err, temporary.Chmod(0o644), temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), f.path)
}
