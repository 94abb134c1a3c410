package gpusim

// This file shows on a terminal that a long launch is still alive.

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

// progress returns what the executor tells of ended blocks, and what to call
// when the launch is over.
func (c *Config) progress(kernel string) (tell func(done, total int), finish func()) {
	if c.Progress != nil {
		return c.Progress, func() {}
	}
	if !isatty.IsTerminal(os.Stderr.Fd()) {
		return nil, func() {}
	}
	start := time.Now()
	next, shown := start.Add(progressAfter), false
	tell = func(done, total int) {
		if now := time.Now(); now.After(next) {
			next, shown = now.Add(progressEvery), true
			fmt.Fprintf(os.Stderr, "\r%s: %d of %d blocks, %.0f s ", kernel, done, total, now.Sub(start).Seconds())
		}
	}
	return tell, func() {
		if shown {
			fmt.Fprint(os.Stderr, "\r\x1b[K")
		}
	}
}
