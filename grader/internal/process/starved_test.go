//go:build unix

package process

// This file grades on a busy machine: a process gets little of a core.

import (
	"errors"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestStarvedProcessMeetsTheSameLimit: a process that works a tenth of the time is stopped
// for its processor time, as on a quiet machine, however long that takes.
func TestStarvedProcessMeetsTheSameLimit(t *testing.T) {
	limits := Limits{Processor: 100 * time.Millisecond, Memory: 256 << 20, Output: 1 << 14}
	begun := time.Now()
	ended := make(chan struct{})
	err := Run(t.Context(), "test", "spin by number", limits, func(line []byte) error {
		if id, err := strconv.Atoi(string(line)); err == nil {
			go starve(id, ended)
		}
		return nil
	})
	close(ended)
	stop := (*Stop)(nil)
	if !errors.As(err, &stop) || stop.Limit != "0.1 s of processor time" {
		t.Errorf("got %v, want the limit on processor time", err)
	}
	if took := time.Since(begun); took < 3*limits.Processor {
		t.Errorf("it took %v: the process was not starved", took)
	}
}

// starve lets a process work one millisecond in ten.
func starve(id int, ended chan struct{}) {
	for {
		syscall.Kill(id, syscall.SIGSTOP)
		time.Sleep(9 * time.Millisecond)
		select {
		case <-ended:
			return
		default:
			syscall.Kill(id, syscall.SIGCONT)
			time.Sleep(time.Millisecond)
		}
	}
}
