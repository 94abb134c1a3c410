package main

// This file tries one program.

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// trial is where programs are tried.
type trial struct {
	gpusim  string // this process's own file
	sources string
	limit   time.Duration
}

// outcome is what a program did.
type outcome struct {
	passes  bool
	control bool   // it passes also when no kernel runs
	said    string // on standard output and standard error
	took    time.Duration
}

// try runs a program, and then the control.
func (t *trial) try(ctx context.Context, p *program) outcome {
	start := time.Now()
	out, said, err := t.start(ctx, p)
	o := outcome{passes: p.accepts(out, err), said: out + said, took: time.Since(start)}
	if o.passes {
		out, _, err := t.start(ctx, p, "-idle")
		o.control = p.accepts(out, err)
	}
	return o
}

// start runs a program with more flags.
func (t *trial) start(ctx context.Context, p *program, more ...string) (out, said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	args := append([]string{"run", "-functional"}, more...)
	if len(p.flags) > 0 {
		args = append(args, "-nvcc", strings.Join(p.flags, " "))
	}
	args = append(append(append(args, p.files...), "--"), p.arg...)
	c := exec.CommandContext(ctx, t.gpusim, args...)
	c.Dir = t.folder(p)
	c.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("it is not done after %v", t.limit)
		fmt.Fprintln(&stderr, err)
	}
	return stdout.String(), stderr.String(), err
}

// folder is where a program is built and run.
func (t *trial) folder(p *program) string {
	return filepath.Join(t.sources, strings.ReplaceAll(p.repository, "/", "+"), p.folder)
}

// failed matches what no output of a program that passes has.
var failed = regexp.MustCompile(`FAIL(?:ED|URE)?\b`)

// accepts reports whether a program that ended so passes.
func (p *program) accepts(out string, err error) bool {
	return err == nil && p.output.MatchString(out) && !failed.MatchString(out)
}

// differs says how an outcome differs from the list; "" when it does not.
func (p *program) differs(o *outcome) string {
	switch {
	case o.passes && o.control:
		return "its check passes also when no kernel runs"
	case o.passes != (p.result == passes):
		return fmt.Sprintf("passes: %v, the list says %q\n%s", o.passes, p.result, indented(o.said))
	case !o.passes && !strings.Contains(o.said, p.result):
		return fmt.Sprintf("it does not say %q\n%s", p.result, indented(o.said))
	}
	return ""
}

// indented is the end of a text.
func indented(text string) string {
	const shown = 1000 // bytes
	text = text[max(0, len(text)-shown):]
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}
