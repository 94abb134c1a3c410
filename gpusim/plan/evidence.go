package plan

// This file is evidence: what a learner picks from the report of a kernel, in a list. Evidence
// is read and compared with the report. A host that plays it answers with an error.

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"gpucourse/gpusim/driver"
)

// Report is the report of a kernel, by the kernel's name.
type Report string

// ReportOf names the report of a kernel.
func ReportOf(kernel any) Report {
	f := runtime.FuncForPC(reflect.ValueOf(kernel).Pointer())
	return Report(f.Name()[strings.LastIndexByte(f.Name(), '.')+1:])
}

// piece makes a piece of evidence.
func (r Report) piece(name string, args ...any) Call {
	return Call{Thread: Thread(r), Name: name, Args: args, do: func(*player, *driver.Thread) error {
		return fmt.Errorf("%s is evidence, which no thread can execute: a list holds calls of threads, or evidence", name)
	}}
}

// LimitedBy claims what limits the kernel: "DRAM", "L2", "L1", "issue" or "latency".
func (r Report) LimitedBy(what string) Call { return r.piece("LimitedBy", what) }

// Counter is the value of a metric of the whole launch.
func (r Report) Counter(metric string, value float64) Call { return r.piece("Counter", metric, value) }

// Stall is the part of the warps' time, in percent, that they wait for a reason.
func (r Report) Stall(reason string, percent float64) Call { return r.piece("Stall", reason, percent) }

// Line is the part of the warps' time, in percent, that they spend on a source line.
func (r Report) Line(text string, percent float64) Call { return r.piece("Line", text, percent) }
