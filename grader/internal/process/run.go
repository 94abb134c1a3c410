//go:build !js

package process

// This file starts a process, follows it and ends it.

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// The environment of a process that Run starts.
const (
	workVariable   = "GPUCOURSE_PROCESS"        // which work
	memoryVariable = "GPUCOURSE_PROCESS_MEMORY" // the limit in bytes
	timeVariable   = "GPUCOURSE_PROCESS_TIME"   // the limit on processor time
)

// Run does a request in a process of its own, and calls reply with each line that the
// process answers. It returns a *Stop when the process did not end well, and another
// error when it could not start. The process is killed when the context ends; the error
// is then the context's.
func Run(ctx context.Context, work string, request any, limits Limits, reply func([]byte) error) error {
	if !served {
		return errNotServed
	}
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	p, err := start(work, limits)
	if err != nil {
		return err
	}
	defer p.input.Close()
	defer context.AfterFunc(ctx, func() { p.kill("") })()
	if _, err := p.input.Write(append(line, '\n')); err != nil {
		return cmp.Or(ctx.Err(), errors.Join(err, p.cmd.Wait()))
	}
	err = p.follow(limits, reply)
	return cmp.Or(ctx.Err(), err)
}

// errNotServed is the error in a program that would not know what it was started for. It
// would do again what it did at first, and start itself without end.
var errNotServed = errors.New("BUG: this program calls Run, but not Serve before it")

// waitDelay is how long Run waits for standard error to end after the process has. Only what the
// process started, which nothing ours does, could keep it open so long.
const waitDelay = 10 * time.Second

// process is a started process.
type process struct {
	cmd    *exec.Cmd
	input  io.WriteCloser
	output io.Reader
	errors *head
	once   sync.Once
	met    string // the limit that ended it; "" for none
}

func start(work string, limits Limits) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(self), errors: &head{limit: 4 << 10}}
	p.cmd.Env = append(os.Environ(), workVariable+"="+work, fmt.Sprintf("%s=%d", memoryVariable, limits.Memory), fmt.Sprintf("%s=%v", timeVariable, limits.Processor))
	p.cmd.Stderr = p.errors
	p.cmd.WaitDelay = waitDelay
	ownGroup(p.cmd)
	if p.input, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.output, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.cmd.Start()
}

// mostWaiting is how many times as long as its processor time a process may take. One that
// works meets its limit on processor time first, even with a ninetieth of a core.
const mostWaiting = 90

// wall returns the limit on wall time. Where the system does not tell processor times, it
// takes the place of the limit on them.
func (l *Limits) wall() time.Duration {
	_, told := processorTime()
	switch {
	case l.Wall > 0:
		return l.Wall
	case !told:
		return l.Processor
	}
	return mostWaiting * l.Processor
}

// kill ends the process because of a limit. Only the first limit counts.
func (p *process) kill(limit string) {
	p.once.Do(func() {
		p.met = limit
		killGroup(p.cmd)
	})
}

// follow passes the replies on until the process ends.
func (p *process) follow(limits Limits, reply func([]byte) error) error {
	wall := limits.wall()
	timer := time.AfterFunc(wall, func() { p.kill(fmt.Sprintf("%v s of time", wall.Seconds())) })
	defer timer.Stop()
	bounded := &io.LimitedReader{R: p.output, N: limits.Output + 1}
	lines := bufio.NewScanner(bounded)
	lines.Buffer(nil, int(limits.Output)+1)
	var wrong error
	for wrong == nil && lines.Scan() {
		timer.Reset(wall)
		wrong = reply(lines.Bytes())
	}
	if bounded.N == 0 || wrong != nil || lines.Err() != nil {
		p.kill(fmt.Sprintf("%d KB of output", limits.Output>>10))
	}
	ended := p.cmd.Wait()
	p.kill("") // what the process started ends with it
	return cmp.Or(wrong, p.stop(ended, limits))
}

// stop says why the process ended, and returns nil when it did its work.
func (p *process) stop(ended error, limits Limits) error {
	var exit *exec.ExitError
	switch {
	case p.met != "":
		return &Stop{Limit: p.met}
	case ended == nil:
		return nil
	case errors.As(ended, &exit) && exit.ExitCode() == outOfTime:
		return &Stop{Limit: fmt.Sprintf("%v s of processor time", limits.Processor.Seconds()), OnTime: true}
	case errors.As(ended, &exit) && exit.ExitCode() == outOfMemory, p.refusedMemory():
		return &Stop{Limit: fmt.Sprintf("%d MB of memory", limits.Memory>>20)}
	case p.errors.says("stack overflow"), p.errors.says("stack exceeds"):
		return &Stop{Limit: fmt.Sprintf("%d MB of stack", mostStack(limits.Memory)>>20)}
	}
	return &Stop{Reason: cmp.Or(p.errors.first(), ended.Error())}
}

// refusedMemory reports whether the Go runtime ended because the system gave it no memory. The
// garbage collector of Go 1.26 reads through nil then.
func (p *process) refusedMemory() bool {
	collector := p.errors.says("SIGSEGV: segmentation violation") && p.errors.says("/runtime/mgc")
	return collector || p.errors.says("out of memory") || p.errors.says("cannot allocate memory")
}

// head keeps the first bytes that are written to it.
type head struct {
	bytes.Buffer
	limit int
}

// Write implements io.Writer.
func (h *head) Write(text []byte) (int, error) {
	h.Buffer.Write(text[:min(len(text), h.limit-h.Len())])
	return len(text), nil
}

func (h *head) says(text string) bool { return strings.Contains(h.String(), text) }

// first returns the first line.
func (h *head) first() string {
	line, _, _ := strings.Cut(h.String(), "\n")
	return line
}
