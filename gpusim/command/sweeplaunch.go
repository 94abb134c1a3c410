package command

// This file makes the launch of a point of a sweep: gpusim profile with the values of the point.

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

// eachFlag calls do with the flags of a launch that the command line has, and their values.
func (o *sweepOptions) eachFlag(one *cobra.Command, do func(name, value string)) {
	o.command.Flags().Visit(func(f *pflag.Flag) {
		if one.Flags().Lookup(f.Name) == nil {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			do(f.Name, v)
		}
	})
}

// identity says what is launched: the file with a sum of its text, the words and the flags.
func (o *sweepOptions) identity() (string, error) {
	path, err := find(o.args[0])
	if err != nil {
		return "", usageError{err}
	}
	sum := sha256.New()
	if err := addFiles(sum, path); err != nil {
		return "", err
	}
	for _, w := range o.args[1:] {
		if _, value, _ := strings.Cut(w, "="); value != "" {
			if info, err := os.Stat(value); err == nil && info.Mode().IsRegular() {
				if err := addFiles(sum, value); err != nil {
					return "", err
				}
			}
		}
	}
	words := append([]string{filepath.Base(path)}, o.args[1:]...)
	one := &cobra.Command{}
	new(profileOptions).flags(one)
	o.eachFlag(one, func(name, value string) {
		if name != "format" && name != "deadline" {
			words = append(words, "-"+name, value)
		}
	})
	return fmt.Sprintf("%s (sha256 of the files %.6x)", strings.Join(words, " "), sum.Sum(nil)), nil
}

// addFiles adds a file, or the files of a folder, to a sum.
func addFiles(sum io.Writer, path string) error {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.go")); err != nil {
			return err
		}
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// prepared is a launch that can start.
type prepared struct {
	dev    *gpusim.Device
	kernel *gpusim.Kernel
	config gpusim.Config
	values gpusim.Named
	bytes  int64 // of arrays
}

// launchAt launches at a point.
func (o *sweepOptions) launchAt(ctx context.Context, p sweep.Point) (*report.Report, error) {
	l, err := o.prepareAt(ctx, io.Discard, p)
	if err != nil {
		return nil, err
	}
	defer o.room.Release(l.bytes)
	return l.dev.Launch(l.kernel, l.config, l.values)
}

// tryFirst prepares the first launch of the sweep, so that a mistake on the command line ends the sweep
// before it begins. It tells on standard error what main() gives.
func (o *sweepOptions) tryFirst(c *cobra.Command, first sweep.Point) error {
	l, err := o.prepareAt(c.Context(), c.ErrOrStderr(), first)
	if err != nil {
		return fmt.Errorf("%v: %w", first, err)
	}
	o.room.Release(l.bytes)
	if name := o.unused(l.kernel); name != "" {
		return usagef("-over %s: kernel %s has no parameter %[1]s, and no other value, -grid, -block or -shared is an expression of %[1]s", name, l.kernel.Name())
	}
	return nil
}

// unused returns an axis that changes nothing.
func (o *sweepOptions) unused(k *gpusim.Kernel) string {
	for _, a := range o.axes {
		text := strings.Join(append(slices.Clone(o.args[1:]), o.grid, o.block, o.shared), " ")
		used := regexp.MustCompile(`\b` + regexp.QuoteMeta(a.Name) + `\b`).MatchString(text)
		if !used && a.Name != kernelAxis && !strings.HasPrefix(a.Name, macroAxis) && !o.isFlag(a.Name) && !takes(k, a.Name) {
			return a.Name
		}
	}
	return ""
}

// takes reports whether a kernel has a parameter or uses a variable of a name.
func takes(k *gpusim.Kernel, name string) bool {
	return slices.ContainsFunc(k.Parameters(), func(p report.Parameter) bool { return p.Name == name }) ||
		slices.ContainsFunc(k.Symbols(), func(s report.Symbol) bool { return s.Name == name })
}

// prepareAt makes the arrays of a launch, and waits until there is room for it. Its caller releases the bytes.
func (o *sweepOptions) prepareAt(ctx context.Context, notes io.Writer, p sweep.Point) (*prepared, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	one, q := o.fresh()
	one.SetContext(ctx)
	one.SetErr(notes)
	args, err := o.at(one, q, p)
	if err != nil {
		return nil, err
	}
	l := &prepared{}
	if l.dev, err = gpusim.Open(q.device); err != nil {
		return nil, usageError{err}
	}
	if l.kernel, l.values, err = q.prepare(one, l.dev, args); err != nil {
		return nil, err
	}
	q.format = textFormat // which changes nothing of a launch
	if q.config.Sample, err = q.sampling(); err != nil {
		return nil, err
	}
	l.config = q.config
	l.config.Stdout, l.config.Progress = io.Discard, func(int, int) {}
	for _, p := range l.kernel.Parameters() {
		if a, ok := l.values[p.Name].(*gpusim.Array); ok {
			l.bytes += int64(a.Len()) * int64(p.Elem.Bytes)
		}
	}
	l.bytes = min(l.bytes, int64(o.memory)<<20)
	return l, o.room.Acquire(ctx, l.bytes)
}

// at gives options the values of a point, and returns FILE KERNEL PARAM=VALUE …
func (o *sweepOptions) at(one *cobra.Command, q *profileOptions, p sweep.Point) (args []string, err error) {
	args, q.swept = slices.Clone(o.args), names{}
	var plain []string
	p.Each(func(axis, value string) {
		macro, isMacro := strings.CutPrefix(axis, macroAxis)
		var failed error
		switch {
		case isMacro:
			failed = one.Flags().Set("define", macro+"="+value)
			q.swept.add(macro, value)
		case axis == kernelAxis:
			args = slices.Insert(args, 1, value)
		case o.isFlag(axis):
			failed = one.Flags().Set(axis, shaped(axis, value))
			q.swept.add(axis, value)
		default:
			plain = append(plain, axis+"="+value)
			q.swept.add(axis, value)
		}
		if failed != nil {
			err = usagef("-over %s: %w", axis, failed)
		}
	})
	if err == nil {
		err = o.open(q, args[0])
	}
	if err == nil {
		args, err = q.proposed(one, args)
	}
	if err != nil {
		return nil, err
	}
	return o.words(one, q, args, plain)
}

// words completes the values of a launch: those of the point, those of main(), and expressions.
func (o *sweepOptions) words(one *cobra.Command, q *profileOptions, args, plain []string) ([]string, error) {
	k, err := q.source.Kernel(args[1])
	if err != nil {
		return nil, err
	}
	for _, word := range plain {
		name, _, _ := strings.Cut(word, "=")
		if !takes(k, name) {
			continue
		}
		if i := slices.IndexFunc(args, func(w string) bool { return strings.HasPrefix(w, name+"=") }); i >= 0 {
			args[i] = word // of main()
		} else {
			args = append(args, word)
		}
	}
	if args, err = q.completed(one, args); err != nil {
		return nil, err
	}
	known := numbersOf(args[2:])
	maps.Copy(known, q.swept)
	return append(args[:2:2], known.values(args[2:])...), q.parse(args)
}

// open gives a launch the file, which is read once for each device and its macros.
func (o *sweepOptions) open(q *profileOptions, file string) error {
	spec, err := arch.Find(q.device)
	if err != nil {
		return usageError{err}
	}
	key := fmt.Sprint(spec.Name, q.cuda.macros)
	if o.units[key] == nil {
		if o.units[key], err = loadUnit(file, q.cuda, spec); err != nil {
			return err
		}
	}
	q.source = propose.Of(o.units[key], spec)
	return nil
}

// shaped is a value as a flag has it: 32x8 are the extents 32,8.
func shaped(axis, value string) string {
	if slices.Contains([]string{"grid", "block", "cluster"}, axis) {
		return strings.ReplaceAll(value, "x", ",")
	}
	return value
}

// add adds a value that is a number, and leaves out others.
func (n names) add(name, value string) {
	maps.Copy(n, numbersOf([]string{name + "=" + value}))
}
