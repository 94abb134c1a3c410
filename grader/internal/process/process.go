// Package process does work in a process of its own, with limits that end it.
//
// The machine: Run starts the executable again, with an environment variable that makes
// Serve take over. The request is one line of JSON on standard input. The replies are
// lines of JSON on standard output, which Run passes on as they arrive. A reply that
// arrived counts, even when a limit ends the process later. Standard error is kept, up
// to a few kilobytes, to say why a process crashed.
//
// Limits are on processor time, on memory in bytes and on output in bytes. The process watches
// its own memory and processor time and exits with a status of its own; on Unix the kernel
// limits memory too. The caller enforces wall time and output: it kills the process with all
// that it started. A process ends by itself when its standard input closes, so it never
// outlives the caller.
//
// A process that gets little of a core still has all of its processor time. Wall time ends only
// what waits without working. One dependence on the machine is left: on a busy machine the same
// work takes more processor time, as cores share caches. What needs nearly all of the limit can
// meet it there and not on a quiet machine, or meet it before or after the limit on memory. Only
// a count of work, such as the simulator's of instructions, would not depend on that.
//
// A tab of a browser has no processes: there Run does the work itself, without limits, and
// the page limits the worker that the program runs in.
//
// Not modelled: limits on files and on the network. The work is ours, and a submission is
// only interpreted.
package process

import "time"

// Limits end a process. Each but Wall is above 0.
type Limits struct {
	Processor time.Duration // processor time to the next reply
	Memory    int64         // bytes
	Output    int64         // bytes of all replies
	// Wall is the time to the next reply; 0 takes it from Processor.
	Wall time.Duration
}

// Default is what grading one kernel may take. The slowest solution takes a second.
var Default = Limits{Processor: 9 * time.Second, Memory: 1 << 30, Output: 1 << 20}

// A Stop says why a process ended before its work was done.
type Stop struct {
	Limit  string // "9 s of processor time", "1024 MB of memory", "1024 KB of output"; "" for a crash
	Reason string // of a crash: the first line of standard error
	OnTime bool   // the limit is on processor time
}

// Error says which limit the process met.
func (s *Stop) Error() string {
	if s.Limit != "" {
		return "the limit is " + s.Limit
	}
	return s.Reason
}

// Work is what a process does with a request. It answers with as many replies as it
// likes, from one goroutine at a time.
type Work func(request []byte, reply func(any)) error
