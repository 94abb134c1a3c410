package course

// This file grades what changed, and records it.

import (
	"context"
	"slices"
	"time"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Codes returns what stands for the code of each target of an exercise, by name. It is
// empty when the file cannot be read.
func (c *Course) Codes(e *rubric.Exercise) map[string]string {
	codes := map[string]string{}
	if sub, _ := source.Read(c.Folder(e), e.Package); sub != nil {
		for _, t := range Targets(e) {
			codes[t.Name] = sub.Code(t.Name)
		}
	}
	return codes
}

// Stale returns the names of an exercise's targets whose verdicts no longer hold.
func (c *Course) Stale(e *rubric.Exercise) (names []string) {
	sub, _ := source.Read(c.Folder(e), e.Package)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, t := range Targets(e) {
		last, ok := c.kept[t.ID()]
		if !ok || sub == nil || last.code == "" || last.code != sub.Code(t.Name) ||
			len(last.verdict.Feedback) > 0 && last.lines != sub.Lines(t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}

// Check returns the verdicts on an exercise, or on the targets of some names in it. It
// grades only those that no longer hold. The error is the context's, without verdicts, or
// says why the verdicts are not recorded.
func (c *Course) Check(ctx context.Context, e *rubric.Exercise, only ...string) ([]*verdict.Verdict, error) {
	stale := c.Stale(e)
	if only != nil {
		stale = slices.DeleteFunc(stale, func(name string) bool { return !slices.Contains(only, name) })
	}
	var recorded error
	if len(stale) > 0 {
		before, _ := source.Read(c.Folder(e), e.Package)
		fresh := isolated.Grade(ctx, e, c.Folder(e), isolated.Options{Only: stale})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.keep(fresh, before)
		recorded = c.record(fresh)
	}
	verdicts := c.Verdicts(e)
	if only != nil {
		verdicts = slices.DeleteFunc(verdicts, func(v *verdict.Verdict) bool { return !slices.Contains(only, v.Kernel) })
	}
	return verdicts, recorded
}

// Verdicts returns the verdicts on an exercise that are known, also of earlier code.
func (c *Course) Verdicts(e *rubric.Exercise) (verdicts []*verdict.Verdict) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, t := range Targets(e) {
		if k, ok := c.kept[t.ID()]; ok {
			verdicts = append(verdicts, k.verdict)
		}
	}
	return verdicts
}

// keep remembers verdicts on a submission as it was before they were graded; nil when it
// could not be read. A submission that changed meanwhile is graded again the next time.
func (c *Course) keep(fresh []*verdict.Verdict, sub *source.Submission) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, v := range fresh {
		k := kept{verdict: v, code: v.Code}
		if sub != nil && sub.Code(v.Kernel) == v.Code {
			k.lines = sub.Lines(v.Kernel)
		}
		if v.State == verdict.Invalid {
			k.code = "" // it may depend on more than the code: on other files, on declarations that are missing
		}
		c.kept[progress.ID(v.Exercise, v.Kernel)] = k
	}
}

// record writes verdicts to the progress file.
func (c *Course) record(fresh []*verdict.Verdict) error { return c.File.Record(Attempts(fresh)) }

// Attempts returns verdicts as the progress file has them.
func Attempts(verdicts []*verdict.Verdict) map[string]progress.Attempt {
	now := time.Now()
	attempts := map[string]progress.Attempt{}
	for _, v := range verdicts {
		attempts[progress.ID(v.Exercise, v.Kernel)] = progress.Of(v, now)
	}
	return attempts
}
