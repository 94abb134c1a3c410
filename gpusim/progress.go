package gpusim

// This file shows that a long launch is still alive: on a terminal, or where a
// notebook shows it.

import (
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

// onTerminal writes text over what it wrote before.
func onTerminal(text string) {
	const erase = "\r\x1b[K"
	fmt.Fprint(os.Stderr, erase+text)
}

// progress tells how far a launch has come. nil tells nobody.
type progress struct {
	kernel      string
	told        func(done, total int) // Options.Progress: instead of show
	show        func(text string)
	start, next time.Time
	shown       bool
}

func newProgress(c *Config, kernel string, show func(text string)) *progress {
	p := &progress{kernel: kernel, told: c.Progress, show: show, start: time.Now()}
	p.next = p.start.Add(progressAfter)
	switch {
	case p.told != nil, p.show != nil:
	case isatty.IsTerminal(os.Stderr.Fd()):
		p.show = onTerminal
	default:
		return nil
	}
	return p
}

// phase returns what a part of the launch tells of ended blocks; nil when nobody
// listens. What the launch is doing stands in the text.
func (p *progress) phase(doing string) func(done, total int) {
	switch {
	case p == nil:
		return nil
	case p.told != nil:
		return p.told
	}
	return func(done, total int) { p.tell(time.Now(), doing, done, total) }
}

// tell shows the progress when it is time to.
func (p *progress) tell(now time.Time, doing string, done, total int) {
	if !now.After(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	p.show(fmt.Sprintf("%s: %s, %d of %d blocks, %.0f s", p.kernel, doing, done, total, now.Sub(p.start).Seconds()))
}

// finish takes away what was shown.
func (p *progress) finish() {
	if p != nil && p.shown {
		p.show("")
	}
}
