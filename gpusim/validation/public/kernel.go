package main

// This file tries one kernel.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/command"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
)

// verdict says how far a kernel got.
type verdict int

const (
	ran     verdict = iota // to its end
	stopped                // by a mistake that the generated arguments may explain, or after its share of instructions
	refused                // has a form that is not simulated
	broken                 // the simulator is wrong: IR that breaks a rule, or a panic
	slow                   // not decided in kernelTime
	verdicts
)

// kernelTime bounds one kernel.
const kernelTime = 3 * time.Minute

// instructions bounds a launch, in instructions of warps: as many as a launch that is guessed takes.
const instructions = "10000000"

// The exit codes of a process that tries a kernel, besides Go's own after a panic.
const (
	exitRan     = 0
	exitStopped = 10
	exitRefused = 11
	exitBroken  = 12
)

// result is what happened to a kernel.
type result struct {
	file, kernel string
	verdict      verdict
	reason       string
	took         time.Duration
}

// kernels lists the kernels of a file of PTX.
func kernels(ptx string) ([]string, error) {
	u, err := source.LoadFile(ptx, source.Module)
	if err != nil {
		return nil, err
	}
	return u.Kernels(), nil
}

// try tries a kernel in a process.
func try(ctx context.Context, ptx, name string) result {
	start := time.Now()
	self, err := os.Executable()
	if err != nil {
		return result{ptx, name, broken, err.Error(), 0}
	}
	limited, cancel := context.WithTimeout(ctx, kernelTime)
	defer cancel()
	c := exec.CommandContext(limited, self, "-launch="+strconv.FormatBool(*launch), "-kernel", name, ptx)
	var said bytes.Buffer
	c.Stderr = &said
	err = c.Run()
	r := result{file: ptx, kernel: name, reason: strings.TrimSpace(said.String()), took: time.Since(start)}
	var exit *exec.ExitError
	switch {
	case err == nil:
		r.reason = ""
	case limited.Err() != nil:
		r.verdict, r.reason = slow, "no end in "+kernelTime.String()
	case errors.As(err, &exit) && exit.ExitCode() == exitStopped:
		r.verdict = stopped
	case errors.As(err, &exit) && exit.ExitCode() == exitRefused:
		r.verdict = refused
	default:
		r.verdict = broken
	}
	return r
}

// tryKernel compiles a kernel, checks its IR after each pass, and runs it on arguments that are
// guessed. It returns the exit code; the reason is on standard error.
func tryKernel(ctx context.Context, ptx, name string) int {
	unit, err := source.LoadFile(ptx, source.Module)
	if err != nil {
		return because(exitRefused, err)
	}
	device, err := arch.Find("H200")
	if err != nil {
		return because(exitBroken, err)
	}
	var invalid error
	_, err = compile.Kernel(unit, name, compile.Options{Spec: device, After: func(pass string, k *ir.Kernel) {
		if err := ir.Verify(k); err != nil && invalid == nil {
			invalid = fmt.Errorf("invalid IR after %s: %w", pass, err)
		}
	}})
	switch {
	case err != nil:
		return because(exitRefused, err)
	case invalid != nil:
		return because(exitBroken, invalid)
	case !*launch:
		return exitRan
	}
	l, err := propose.Of(unit, device).Launch(name)
	if err != nil {
		return because(exitRefused, err)
	}
	words := []string{"profile", "-timing=false", "-caches=false", "-instructions", instructions, "-grid", l.Grid, "-block", l.Block, "-shared", l.Shared, ptx, name}
	if command.Run(ctx, append(words, strings.Fields(l.Values)...), io.Discard, os.Stderr) != 0 {
		return exitStopped
	}
	return exitRan
}

// because writes the reason of an exit code.
func because(code int, err error) int {
	fmt.Fprintln(os.Stderr, err)
	return code
}
