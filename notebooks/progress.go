package main

// This file prints what is being done, and that it is still being done.

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	terminalBeat = 200 * time.Millisecond
	logBeat      = 15 * time.Second // for output that goes to a file
	lineWidth    = 79
)

// progress prints one line a step: number, name, elapsed time. A long step
// shows its last output and the seconds, on a terminal in place, elsewhere as
// a new line now and then.
type progress struct {
	w        io.Writer
	terminal bool
	n, of    int

	mu   sync.Mutex
	last string // of the running step's output
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// step runs do and prints its line.
func (p *progress) step(name string, do func() error) error {
	p.n++
	p.note("")
	start := time.Now()
	head := fmt.Sprintf("[%d/%d] %s", p.n, p.of, name)
	if !p.terminal {
		fmt.Fprintln(p.w, head+" …")
	}
	stop := p.beat(head, start)
	err := do()
	stop()
	verdict := "done"
	if err != nil {
		verdict = "failed"
	}
	p.line(fmt.Sprintf("%s: %s, %.1f s", head, verdict, time.Since(start).Seconds()), true)
	return err
}

// beat shows life until the returned func is called.
func (p *progress) beat(head string, start time.Time) (stop func()) {
	every := logBeat
	if p.terminal {
		every = terminalBeat
	}
	tick, done, gone := time.NewTicker(every), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-tick.C:
				p.line(cut(fmt.Sprintf("%s … %.0f s  %s", head, time.Since(start).Seconds(), p.noted())), false)
			case <-done:
				return
			}
		}
	}()
	return func() { tick.Stop(); close(done); <-gone }
}

// line prints text, on a terminal over the line before it.
func (p *progress) line(text string, final bool) {
	if !p.terminal {
		fmt.Fprintln(p.w, text)
		return
	}
	end := ""
	if final {
		end = "\n"
	}
	fmt.Fprintf(p.w, "\r%-*s%s", lineWidth, text, end)
}

func cut(text string) string {
	if r := []rune(text); len(r) > lineWidth {
		return string(r[:lineWidth-1]) + "…"
	}
	return text
}

func (p *progress) note(s string) { p.mu.Lock(); p.last = s; p.mu.Unlock() }
func (p *progress) noted() string { p.mu.Lock(); defer p.mu.Unlock(); return p.last }

// tail keeps the end of a child's output for an error message and notes its
// lines as signs of life.
type tail struct {
	p    *progress
	text []byte
}

const tailBytes = 16 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if n := len(t.text); n > tailBytes {
		t.text = t.text[n-tailBytes:]
	}
	lines := strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' || r == '\r' })
	if n := len(lines); n > 0 {
		t.p.note(strings.TrimSpace(lines[n-1]))
	}
	return len(b), nil
}
