package notebook

// This file ends a cell that the learner interrupts, with a message. Without it the
// cell dies of the signal, and says no more than "signal: interrupt".

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
)

// exitInterrupted is the exit code of programs that end because of an interrupt.
const exitInterrupted = 130

var errInterrupted = errors.New("interrupted")

// cell is a running cell that can be interrupted.
type cell struct {
	launches context.Context // of all launches; the interrupt ends it
	cancel   context.CancelCauseFunc

	mu       sync.Mutex
	attended []launcher
}

// theCell is the cell that this program runs. An interrupt reaches it from its start on.
var theCell = func() *cell {
	c := newCell()
	if isNotebook() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt)
		go func() {
			<-signals
			c.interrupt()
		}()
	}
	return c
}()

func newCell() *cell {
	c := &cell{}
	c.launches, c.cancel = context.WithCancelCause(context.Background())
	return c
}

// attend has an interrupt end the launches of a device or a host.
func (c *cell) attend(l launcher) {
	l.EndWith(c.launches)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attended = append(c.attended, l)
}

func (c *cell) launching() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.attended, launcher.Launching)
}

// interrupt ends the launch that is under way, which reports how far it came, or else the
// cell. GoNB kills a cell that does not end within 5 s, so the cell says at once what
// happened: on a busy machine the report may come too late.
func (c *cell) interrupt() {
	if c.launching() {
		fmt.Fprintln(os.Stderr, "interrupted: the launch ends")
		c.cancel(errInterrupted)
		return
	}
	Show(errors.New("the cell was interrupted outside of a launch"))
	os.Exit(exitInterrupted)
}
