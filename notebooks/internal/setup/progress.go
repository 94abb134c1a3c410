package setup

// This file prints which step is running, and for how long.

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	terminalInterval = 200 * time.Millisecond // between updates on a terminal
	logInterval      = 15 * time.Second       // between updates in a file
	lineWidth        = 79                     // characters
)

// progress prints one line per step: number, name, elapsed time. During a long
// step it also shows the seconds and the last line of output. A terminal shows
// them in place; other outputs receive a new line every logInterval.
type progress struct {
	w        io.Writer
	terminal bool
	n, total int

	mu   sync.Mutex
	last string // line of the running step's output
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// step calls run and prints the step's line.
func (p *progress) step(name string, run func() error) error {
	p.n++
	p.setLast("")
	start := time.Now()
	head := fmt.Sprintf("[%d/%d] %s", p.n, p.total, name)
	if !p.terminal {
		fmt.Fprintln(p.w, head+" …")
	}
	stop := p.update(head, start)
	err := run()
	stop()
	result := "done"
	if err != nil {
		result = "failed"
	}
	p.line(fmt.Sprintf("%s: %s, %.1f s", head, result, time.Since(start).Seconds()), true)
	return err
}

// update prints the step's state at intervals until stop is called.
func (p *progress) update(head string, start time.Time) (stop func()) {
	interval := logInterval
	if p.terminal {
		interval = terminalInterval
	}
	tick, done, ended := time.NewTicker(interval), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-tick.C:
				p.line(cut(fmt.Sprintf("%s … %.0f s  %s", head, time.Since(start).Seconds(), p.lastLine())), false)
			case <-done:
				return
			}
		}
	}()
	return func() { tick.Stop(); close(done); <-ended }
}

// line prints text. On a terminal it overwrites the current line.
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

func (p *progress) setLast(s string) { p.mu.Lock(); p.last = s; p.mu.Unlock() }
func (p *progress) lastLine() string { p.mu.Lock(); defer p.mu.Unlock(); return p.last }

// tail keeps the end of a child process's output for an error message, and shows
// its last line as progress.
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
		t.p.setLast(strings.TrimSpace(lines[n-1]))
	}
	return len(b), nil
}
