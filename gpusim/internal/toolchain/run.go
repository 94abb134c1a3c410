package toolchain

// This file runs a tool.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// The bounds of one run.
const (
	longest  = 10 * time.Minute // the first link by Zig builds its C++ library
	mostCPU  = time.Minute      // of each process of a compiler of kernels: nested subscripts take nvcc for ever
	mostText = 1 << 20          // bytes of messages that are kept
)

// output is what a tool printed, and how it ended.
type output struct {
	text string
	err  error
}

// run runs the tool, which compiles kernels.
func (t *Tool) run(ctx context.Context, args ...string) output {
	return t.runFor(ctx, mostCPU, args...)
}

// runFor is run with another bound on the processor time.
func (t *Tool) runFor(ctx context.Context, most time.Duration, args ...string) output {
	return run(ctx, most, t.Path, append(t.Args[:len(t.Args):len(t.Args)], args...)...)
}

// Run runs a program, such as a compiler of the host, as the tools are run, and returns what it
// printed.
func Run(ctx context.Context, path string, args ...string) (printed string, err error) {
	out := run(ctx, longest, path, args...)
	return out.text, out.err
}

// run runs a program, with all that it starts, within the bounds. most is the processor time that each
// of these processes may take.
func run(ctx context.Context, most time.Duration, path string, args ...string) output {
	scratch, err := os.MkdirTemp("", "gpusim-tool-") // what a tool leaves when it is stopped goes, too
	if err != nil {
		return output{err: err}
	}
	defer os.RemoveAll(scratch)
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	limitCPU(cmd, most)
	cmd.Env = append(os.Environ(), "TMPDIR="+scratch, "TMP="+scratch, "TEMP="+scratch)
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	cmd.WaitDelay = time.Second
	printed := &head{}
	cmd.Stdout, cmd.Stderr = printed, printed
	signalled := onSignal(cancel)
	err = cmd.Run()
	if s := signalled(); s != nil { // the program hears of it, too, when the tool has ended
		raise(s)
		return output{printed.text.String(), fmt.Errorf("%s was stopped: %v", filepath.Base(path), s)}
	}
	switch {
	case whole.Err() != nil:
		err = fmt.Errorf("%s was stopped: %w", filepath.Base(path), context.Cause(whole))
	case err != nil && overCPU(cmd, printed.text.String()):
		err = fmt.Errorf("%s was stopped after %v of processor time", path, most)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("%s was stopped after %v", path, longest)
	}
	return output{printed.text.String(), err}
}

// onSignal calls stop when the program is asked to end: a tool has a process group of its own, which no terminal and no
// supervisor ends. The returned function says by which signal, and lets signals go their way again.
func onSignal(stop func()) func() os.Signal {
	signals, done, heard := make(chan os.Signal, 1), make(chan struct{}), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			stop()
			heard <- s
		case <-done:
			heard <- nil
		}
	}()
	return func() os.Signal {
		close(done)
		signal.Stop(signals)
		return <-heard
	}
}

// head keeps the beginning of what is written.
type head struct{ text bytes.Buffer }

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	h.text.Write(p[:min(len(p), max(0, mostText-h.text.Len()))])
	return len(p), nil
}
