//go:build !js

package process

// This file is the side of the process that does the work.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync/atomic"
	"time"
)

// The exit statuses of a process that met its limit on memory, or on processor time.
const (
	outOfMemory = 77
	outOfTime   = 78
)

// served reports that this program calls Serve.
var served bool

// Serve does the work that this process was started for, and exits. It returns at once
// in a process that Run has not started. A main function calls it first.
func Serve(works map[string]Work) {
	served = true
	name, started := os.LookupEnv(workVariable)
	if !started {
		return
	}
	work := works[name]
	if work == nil {
		fail(fmt.Errorf("no work has the name %q", name))
	}
	bound()
	output := os.Stdout
	os.Stdout = os.Stderr // replies have standard output for themselves
	input := bufio.NewReader(os.Stdin)
	request, err := input.ReadBytes('\n')
	if err != nil {
		fail(err)
	}
	go endWith(input)
	replies := json.NewEncoder(output)
	watch := watchTime()
	if err := work(request, func(r any) { must(replies.Encode(r)); watch() }); err != nil {
		fail(err)
	}
	os.Exit(0)
}

// endWith ends the process when its caller is gone.
func endWith(input io.Reader) {
	io.Copy(io.Discard, input)
	os.Exit(1)
}

func must(err error) {
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// bound limits the memory of this process.
func bound() {
	limit, err := strconv.ParseInt(os.Getenv(memoryVariable), 10, 64)
	if err != nil {
		fail(err)
	}
	debug.SetMemoryLimit(limit / 4 * 3)
	debug.SetGCPercent(garbage)
	debug.SetMaxStack(int(mostStack(limit)))
	limitMemory(limit)
	go watchMemory(uint64(limit))
}

// garbage is how much garbage a process keeps, in percent of the memory in use. It lives for
// seconds, below a limit on memory: there is little to gain from collecting often.
const garbage = 400

// mostStack is the most bytes of one goroutine's stack. A stack doubles when it grows,
// and the old half is there until the new one is filled.
func mostStack(memory int64) int64 { return memory / 8 }

// watchMemory ends the process when it takes more memory than the limit.
func watchMemory(limit uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(5 * time.Millisecond) {
		metrics.Read(sample)
		if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > limit/10*9 {
			os.Exit(outOfMemory)
		}
	}
}

// watchTime ends the process when it takes more processor time than the limit. The function
// that it returns gives it the whole limit again.
func watchTime() (again func()) {
	limit, err := time.ParseDuration(os.Getenv(timeVariable))
	if err != nil {
		fail(err)
	}
	var since atomic.Int64
	again = func() {
		used, _ := processorTime()
		since.Store(int64(used))
	}
	again()
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			if used, _ := processorTime(); used-time.Duration(since.Load()) > limit {
				os.Exit(outOfTime)
			}
		}
	}()
	return again
}
