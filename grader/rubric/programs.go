package rubric

// This file holds host programs: functions that call the API of packages gpusim and driver.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gpucourse/gpusim"
)

// Program is one host function. The grader reads it and makes its calls itself; see package hostrun.
type Program struct {
	Name      string
	Signature string   // as gofmt writes it: "func(dev *gpusim.Device, host []float32)"
	Kernels   []string // of the submission that the function launches; they must stay unchanged
	// Begin makes the devices and arguments of a run. Each program runs ProgramRuns times, with other numbers.
	Begin func(run int, rng *rand.Rand) *Start
	Goals []ProgramGoal
	// Judge makes the function a kernel: it looks at the outcomes that the memory model allows, and launches the kernel
	// for the goals. source is without comments. Nil is a function of the host.
	Judge func(kernel *gpusim.Kernel, source string) (*Played, *Mistake)
}

// ProgramRuns is how often a program runs before it is measured; the goals are those of the last run.
const ProgramRuns = 2

// Start is what a run of a program begins with.
type Start struct {
	Devices []*gpusim.Device // whose times are taken; those of the first are on the host's clock
	Args    []any
	Begun   time.Duration // on the host's clock
	// Checks look at what the program did, in order; the first mistake is told.
	Checks []ProgramCheck
	// Before prepares variables of the kernels; nil prepares nothing.
	Before func(kernel func(name string) *gpusim.Kernel)
	// MayFail hands errors to the program. Otherwise the first call that fails ends the run.
	MayFail bool
}

// ProgramCheck says what is wrong with a run; nil is nothing.
type ProgramCheck func(p *Played) *Mistake

// Mistake is what is wrong with a run.
type Mistake struct {
	What, Hint string
	Line       int // 0 is that of the function
	Also       int // another line that has to do with it; 0 is none
}

// ProgramGoal is a limit on a count of a run.
type ProgramGoal struct {
	Name    string // "µs until all is done"
	Count   func(p *Played) float64
	Limit   float64
	AtLeast bool
	Hint    string
	HintOf  func(p *Played) string // by what the program did; nil is Hint
}

// Played is what a program did.
type Played struct {
	*Start
	Calls   []HostCall
	Results []any // that the function returned
}

// HostCall is one call of the API, or what the host itself did with its memory.
type HostCall struct {
	Name     string // "gpusim.Malloc[float32]", "Stream.CopyFrom", HostReads or HostWrites
	Args     []any  // the receiver first
	Results  []any
	Err      error
	Line     int
	Staged   bool          // a copy of pageable memory, whose bytes the host itself moves
	From, To time.Duration // on the host's clock
}

// The names of what the host does with elements of a slice, its only argument.
const (
	HostReads  = "the host reads"
	HostWrites = "the host writes"
)

// Is reports whether the call has one of some names, such as "gpusim.Malloc" or "Stream.CopyFrom", of any elements.
func (c *HostCall) Is(names ...string) bool {
	name, _, _ := strings.Cut(c.Name, "[")
	return slices.Contains(names, name)
}

// CallsOf returns the calls of some names.
func (p *Played) CallsOf(names ...string) (list []HostCall) {
	for _, c := range p.Calls {
		if c.Is(names...) {
			list = append(list, c)
		}
	}
	return list
}

// Made counts the calls of some names.
func Made(names ...string) func(p *Played) float64 {
	return func(p *Played) float64 { return float64(len(p.CallsOf(names...))) }
}

// Micros is the time from the beginning until all devices are done, in microseconds.
func (p *Played) Micros() float64 {
	if len(p.Devices) == 0 {
		return 0
	}
	end := p.Devices[0].Now() // the host's own calls count, too
	if _, last := p.Devices[0].Timeline().Extent(); last > end {
		end = last
	}
	return micros(end - p.Begun)
}

// Differs says which element of a slice is not as wanted; "" is none.
func Differs[T comparable](name string, got, want []T) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%s has %d elements at the end, want %d", name, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Sprintf("%s[%d] is %v at the end, want %v", name, i, got[i], want[i])
		}
	}
	return ""
}

// Holds checks the elements of memory at the end.
func Holds[T comparable](name string, got func() []T, want []T, hint string) ProgramCheck {
	return func(*Played) *Mistake {
		if wrong := Differs(name, got(), want); wrong != "" {
			return &Mistake{What: wrong, Hint: hint}
		}
		return nil
	}
}

// allocating and freeing are the calls that a program makes in pairs.
var (
	allocating = []string{"gpusim.Malloc", "gpusim.Upload", "gpusim.MallocMapped", "gpusim.MallocManaged", "gpusim.MallocHost", "gpusim.HostRegister", "Thread.MemAlloc"}
	freeing    = []string{"Buffer.Free", "Managed.Free", "gpusim.FreeHost", "gpusim.HostUnregister", "Thread.MemFree"}
)

// Freed checks that a program gives back all memory that it takes, and page-locks nothing for good.
func Freed(hint string) ProgramCheck {
	return func(p *Played) *Mistake {
		open := map[any]int{} // lines by what was returned
		var order []any
		for _, c := range p.Calls {
			switch {
			case c.Is(allocating...):
				id := identity(c.Results[0])
				if c.Is("gpusim.HostRegister") {
					id = identity(c.Args[1])
				}
				open[id] = c.Line
				order = append(order, id)
			case c.Is(freeing...):
				delete(open, identity(c.Args[len(c.Args)-1]))
			}
		}
		for _, id := range order {
			if line, left := open[id]; left {
				return &Mistake{What: "memory that the program takes is not given back at the end", Hint: hint, Line: line}
			}
		}
		return nil
	}
}

// identity is something that tells memory from other memory.
func identity(v any) any {
	if r, ok := rangeOf(v); ok {
		return r.from
	}
	return v
}
