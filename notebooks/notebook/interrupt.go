package notebook

// This file ends a cell that the learner interrupts with a message. Without it the
// cell dies of the signal, and says no more than "signal: interrupt".

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"time"
)

// launchEnds is how long a launch may take to end and to report how far it came. GoNB
// kills an interrupted cell after 5 s.
const launchEnds = 2 * time.Second

// exitInterrupted is the exit code of programs that end because of an interrupt.
const exitInterrupted = 130

var errInterrupted = errors.New("interrupted")

// interrupted returns the context of all launches in the cell. It ends when the cell is
// interrupted. A cell that then goes on, outside of a launch, is ended too.
var interrupted = sync.OnceValue(func() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		<-signals
		cancel(errInterrupted)
		time.Sleep(launchEnds)
		Show(errors.New("the cell was interrupted outside of a launch"))
		os.Exit(exitInterrupted)
	}()
	return ctx
})
