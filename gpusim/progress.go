package gpusim

// This file shows that a long launch is still alive: on a terminal, or where a
// notebook shows it.

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

const (
	progressAfter = 2 * time.Second // a shorter launch shows nothing
	progressEvery = time.Second / 4
)

// ShowProgress gives show the progress of long launches in words, instead of the
// terminal. At the end of a launch, show gets "". It holds for all devices that were
// opened together, in all their contexts.
func (d *Device) ShowProgress(show func(text string)) { d.context.process.showProgress = show }

// EndWith ends launches when ctx is cancelled. It holds for all devices that were opened
// together, in all their contexts.
func (d *Device) EndWith(ctx context.Context) { d.context.process.context = ctx }

// Launching reports whether a launch is under way, on any of the devices that were opened
// together. Any goroutine may ask.
func (d *Device) Launching() bool { return d.context.process.launching.Load() > 0 }

// onTerminal writes text over what it wrote before.
func onTerminal(text string) {
	const erase = "\r\x1b[K"
	if text != "" {
		text += " (Ctrl-C ends it)"
	}
	fmt.Fprint(os.Stderr, erase+text)
}

// progress is how far a launch has come, and who is notified.
type progress struct {
	kernel      string
	notify      func(done, total int) // Options.Progress: instead of show
	show        func(text string)     // nil: nobody is notified
	start, next time.Time
	shown       bool

	doing       string    // what the launch does
	began       time.Time // when it began to
	done, total int       // blocks
}

func newProgress(c *Config, kernel string, show func(text string)) *progress {
	p := &progress{kernel: kernel, notify: c.Progress, show: show, start: time.Now(), total: c.Grid.Count()}
	p.next = p.start.Add(progressAfter)
	if p.notify == nil && p.show == nil && isatty.IsTerminal(os.Stderr.Fd()) {
		p.show = onTerminal
	}
	return p
}

// Phase implements run.Progress.
func (p *progress) Phase(doing string) func(done, total int) {
	p.doing, p.began, p.done = doing, time.Now(), 0
	return func(done, total int) {
		p.done, p.total = done, total
		switch {
		case p.notify != nil:
			p.notify(done, total)
		case p.show != nil:
			p.refresh(time.Now())
		}
	}
}

// String returns how far the launch has come: "running, 20 of 40 blocks".
func (p *progress) String() string {
	return fmt.Sprintf("%s, %d of %d blocks", p.doing, p.done, p.total)
}

// refresh shows the progress, at most once per progressEvery.
func (p *progress) refresh(now time.Time) {
	if !now.After(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	p.show(fmt.Sprintf("%s: %v, %.0f s%s", p.kernel, p, now.Sub(p.start).Seconds(), p.left(now)))
}

// left says how long the current part goes on if the other blocks take as long as those before.
func (p *progress) left(now time.Time) string {
	if p.done == 0 {
		return ""
	}
	more := time.Duration(float64(now.Sub(p.began)) / float64(p.done) * float64(p.total-p.done))
	return fmt.Sprintf(", about %v more", more.Round(time.Second))
}

// finish takes away what was shown.
func (p *progress) finish() {
	if p.shown {
		p.show("")
	}
}
