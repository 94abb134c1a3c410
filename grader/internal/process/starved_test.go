//go:build unix

package process

// This file grades on a busy machine: a process gets little of a core.

import (
	"errors"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestStarvedProcessMeetsTheSameLimit: a process that works a tenth of the time is stopped
// for its processor time, as on a quiet machine, however long that takes.
func TestStarvedProcessMeetsTheSameLimit(t *testing.T) {
	limits := Limits{Processor: 100 * time.Millisecond, Memory: 256 << 20, Output: 1 << 14}
	var stops atomic.Int32
	ended := make(chan struct{})
	err := Run(t.Context(), "test", "spin by number", limits, func(line []byte) error {
		if id, err := strconv.Atoi(string(line)); err == nil {
			go starve(id, &stops, ended)
		}
		return nil
	})
	close(ended)
	stop := (*Stop)(nil)
	if !errors.As(err, &stop) || stop.Limit != "0.1 s of processor time" {
		t.Errorf("got %v, want the limit on processor time", err)
	}
	if stops.Load() == 0 {
		t.Error("the process was not starved")
	}
}

// starve lets a process work one millisecond in ten, and counts how often it stops the process.
func starve(id int, stops *atomic.Int32, ended chan struct{}) {
	for {
		if syscall.Kill(id, syscall.SIGSTOP) == nil {
			stops.Add(1)
		}
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
