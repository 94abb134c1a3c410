package process

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	Serve(map[string]Work{"test": misbehave})
	os.Exit(m.Run())
}

// misbehave answers once, and then does what the request says.
func misbehave(request []byte, reply func(any)) error {
	reply("begun")
	switch how := strings.TrimSpace(string(request)); how {
	case `"sleep"`:
		time.Sleep(time.Hour)
	case `"eat"`:
		for {
			eaten = append(eaten, slices.Repeat([]byte{1}, 1<<20))
		}
	case `"recurse"`:
		reply(recurse(0))
	case `"talk"`:
		for {
			reply(strings.Repeat("word ", 100))
		}
	case `"spin"`, `"spin by number"`:
		reply(os.Getpid())
		for {
			spun++
		}
	case `"panic"`:
		panic("out of ideas")
	case `"error"`:
		return errors.New("no such thing")
	}
	reply("ended")
	return nil
}

// spun counts how often the test went round.
var spun uint64

// eaten keeps the memory that the test takes.
var eaten [][]byte

// recurse calls itself until n overflows.
func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + 1
}

func TestRun(t *testing.T) {
	patient := Limits{Processor: time.Minute, Memory: 256 << 20, Output: 1 << 14}
	limits, busy := patient, patient
	limits.Wall = 300 * time.Millisecond
	busy.Processor = 250 * time.Millisecond
	tests := []struct {
		request string
		limits  Limits
		want    string
	}{
		{"behave", patient, ""},
		{"sleep", limits, "the limit is 0.3 s of time"},
		{"eat", patient, "the limit is 256 MB of memory"},
		{"recurse", patient, "the limit is 32 MB of stack"},
		{"talk", patient, "the limit is 16 KB of output"},
		{"spin", busy, "the limit is 0.25 s of processor time"},
		{"panic", patient, "panic: out of ideas"},
		{"error", patient, "no such thing"},
	}
	for _, tt := range tests {
		t.Run(tt.request, func(t *testing.T) {
			var replies []string
			err := Run(t.Context(), "test", tt.request, tt.limits, func(line []byte) error {
				replies = append(replies, string(line))
				return nil
			})
			got := ""
			if stop := (*Stop)(nil); errors.As(err, &stop) {
				got = stop.Error()
			} else if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			mayBeLate := tt.limits.Wall > 0 // a busy machine may take longer to start the process
			if (len(replies) == 0 || replies[0] != `"begun"`) && !mayBeLate {
				t.Errorf("got replies %q, want the one before the end too", replies)
			}
		})
	}
}

func TestUnknownWork(t *testing.T) {
	err := Run(t.Context(), "nothing", 0, Default, func([]byte) error { return nil })
	if err == nil || !strings.Contains(err.Error(), `no work has the name "nothing"`) {
		t.Errorf("got %v, want the name of the work", err)
	}
}

// TestRunNeedsServe: a program that does not call Serve starts no process, which would run the
// whole program again.
func TestRunNeedsServe(t *testing.T) {
	served = false
	defer func() { served = true }()
	err := Run(t.Context(), "test", "behave", Default, func([]byte) error { return nil })
	if !errors.Is(err, errNotServed) {
		t.Errorf("got %v, want %v", err, errNotServed)
	}
}

// TestRunEndsWithTheContext: a process that nobody waits for is killed.
func TestRunEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun := func([]byte) error {
		cancel()
		return nil
	}
	if err := Run(ctx, "test", "sleep", Default, begun); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
