package hidden

// This file looks for values of a row that are missing or mean nothing. What is missing would
// be zero, and a goal that is missing would be one that everybody meets.

import (
	"errors"
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"
	"gpucourse/grader/internal/strictjson"
)

func (r *Row) check() error {
	switch {
	case r.Package == "":
		return errors.New("there is no package: write the name in the package clause of the reference")
	case r.Device == "":
		return errors.New("there is no device: write one, such as H200")
	case len(r.Kernels) == 0:
		return errors.New("there are no kernels")
	}
	if err := isDevice(r.Device); err != nil {
		return err
	}
	names := map[string]bool{}
	for i := range r.Kernels {
		k := &r.Kernels[i]
		if k.Name == "" || names[k.Name] {
			return fmt.Errorf("kernels[%d] has no name of its own, but %q", i, k.Name)
		}
		names[k.Name] = true
		if err := k.complete(); err != nil {
			return fmt.Errorf("kernel %s: %w", k.Name, err)
		}
		for _, g := range k.Goals {
			if err := g.complete(r.Device); err != nil {
				return fmt.Errorf("kernel %s: goal %s: %w", k.Name, g.Name, err)
			}
		}
	}
	return nil
}

func isDevice(name string) error {
	if _, err := cpu.Open(name); err == nil {
		return nil
	}
	_, err := gpusim.Open(name)
	return err
}

// complete reports what a kernel lacks.
func (k *Kernel) complete() error {
	switch {
	case len(k.Sizes) == 0:
		return errors.New("there are no sizes")
	case k.Goals == nil:
		return errors.New(`there are no goals: write "goals": [] if right results are enough`)
	case k.ULP < 0:
		return fmt.Errorf("ulp is %d: it must be 0 or more", k.ULP)
	case k.Spans != nil && len(k.Spans) != len(k.Extents):
		return fmt.Errorf("there are %d spans and %d extents: write a span per extent", len(k.Spans), len(k.Extents))
	}
	for i, s := range k.Spans {
		if s.Step < 1 || s.To < s.From {
			return fmt.Errorf("the span of %s goes from %d to %d in steps of %d: the step must be 1 or more, and the end not below the start", k.Extents[i], s.From, s.To, s.Step)
		}
	}
	for i, a := range k.Arguments {
		if err := a.complete(); err != nil {
			return fmt.Errorf("arguments[%d], %s: %w", i, a.Name, err)
		}
	}
	if !slices.ContainsFunc(k.Arguments, func(a Argument) bool { return a.Result }) {
		return errors.New(`no argument has "result": true, so nothing would be compared`)
	}
	return nil
}

// complete reports what an argument lacks, or has beside its own.
func (a *Argument) complete() error {
	switch {
	case a.Name == "":
		return errors.New("it has no name")
	case (a.Length == "") == (a.Value == ""):
		return errors.New("an array has a length, and a scalar has a value: write one of the two")
	case a.Result && a.Length == "":
		return errors.New("only an array can be a result")
	}
	return nil
}

// complete reports what a goal lacks, and a metric that a GPU does not count. Those of a CPU
// depend on its caches: a wrong one shows when the reference is graded.
func (g *Goal) complete(device string) error {
	if g.Name == "" || g.Limit == "" || g.Metric == "" {
		return errors.New("it lacks a name, a metric or a limit")
	}
	if _, err := cpu.Open(device); err == nil || gpusim.Metrics().Lookup(g.Metric) != nil {
		return nil
	}
	var names []string
	for _, m := range gpusim.Metrics() {
		names = append(names, m.Name)
	}
	return fmt.Errorf("no metric is called %q: %s", g.Metric, strictjson.Nearest(g.Metric, names))
}
