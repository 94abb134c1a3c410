package command

// This file is then: launches one after another on one device, each of which may use the arrays
// of those before.

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

// then stands between the launches of a command line.
const then = "then"

const thenHelp = `FILE KERNEL PARAM=VALUE … then [-grid …] KERNEL PARAM=VALUE … launches one kernel after the other.
  then add x=y               array y of the launch before, for parameter x
  then add                   what is not given is what main() passes to the kernel: an array of a launch
                             before, or a number. Otherwise it is as before: flags, and numbers and arrays
                             of the same names`

// unparsed puts -- before the first then, so that the flags behind it are left to that launch.
func unparsed(args []string) []string {
	i := slices.Index(args, then)
	if i < 0 || slices.Contains(args[:i], "--") {
		return args
	}
	return slices.Insert(slices.Clone(args), i, "--")
}

// steps splits the words of a command line at then.
func steps(args []string) (list [][]string) {
	for {
		i := slices.Index(args, then)
		if i < 0 {
			return append(list, args)
		}
		list, args = append(list, args[:i]), args[i+1:]
	}
}

// launched is a launch with its arguments.
type launched struct {
	name   string // as the command line has it
	kernel *gpusim.Kernel
	words  []string // PARAM=VALUE
	values gpusim.Named
	report *gpusim.Report // nil before it has ended, and of a checker
}

// ended notes a launch for those behind it.
func (o *profileOptions) ended(l launched) {
	l.words = numbersOf(l.words).values(l.words)
	o.before = append(earlier{l}, o.before...)
}

// joined is the documents of several launches as one.
func (o *profileOptions) joined(documents [][]byte) []byte {
	switch {
	case o.format != jsonFormat:
		return bytes.Join(documents, []byte("\n"))
	case len(documents) == 1:
		return documents[0]
	}
	return report.ListJSON(documents)
}

// chain runs run for each launch of a command line, with its words.
func (o *profileOptions) chain(c *cobra.Command, args []string, run func(args []string) error) error {
	list := steps(args)
	if len(list[0]) == 0 {
		return usagef("the first launch needs a file: %s", c.UseLine())
	}
	for i, words := range list {
		var err error
		o.follows = i+1 < len(list)
		if i > 0 {
			words, err = o.next(c, list[0][0], words)
		} else if len(words) > 2 && !isValue(words[1]) {
			words, err = o.completed(c, words)
		}
		if err == nil {
			err = run(words)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next reads the flags of a launch behind then, and returns its words with what it takes from
// the launches before.
func (o *profileOptions) next(c *cobra.Command, file string, words []string) ([]string, error) {
	grid, device, format, metrics := o.grid, o.device, o.format, o.metrics
	o.grid, o.results = "", results{}
	if err := c.Flags().Parse(words); err != nil {
		return nil, usagef("behind %s: %w", then, err)
	}
	if o.device != device || o.format != format || o.metrics != metrics {
		return nil, usagef("-device, -format and -metrics count for all launches: give them before the first %s", then)
	}
	args := append([]string{file}, c.Flags().Args()...)
	if len(args) < 2 || isValue(args[1]) {
		return nil, usagef("%s needs a kernel: … %s KERNEL PARAM=VALUE …", then, then)
	}
	if o.grid == "" && !o.launchOfSource(args) {
		o.grid = grid
	}
	return o.completed(c, args)
}

// completed adds the values that a launch takes from main() and from the launches before. It tells
// on standard error what it took.
func (o *profileOptions) completed(c *cobra.Command, args []string) ([]string, error) {
	source, err := o.opened(args[0])
	if err != nil {
		return nil, err
	}
	k, err := source.Kernel(args[1])
	if err != nil {
		return args, nil // reported by the launch, in its format
	}
	if args, err = positional(source.Unit(), k, args); err != nil {
		return nil, err
	}
	taken, err := o.inherited(source, k, args)
	if err == nil && len(taken) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "gpusim: %s takes %s\n", args[1], strings.Join(taken, " "))
	}
	return append(args, taken...), err
}

// positional gives values that stand without a name those of the parameters, in their order. Behind a
// value with a name all have one. A word that is a kernel's name shows that a then is missing.
func positional(u source.Unit, k *gpusim.Kernel, args []string) ([]string, error) {
	words, params := slices.Clone(args), k.Parameters()
	named := slices.ContainsFunc(args[2:], func(word string) bool { return slices.Contains(u.Kernels(), word) })
	for i, word := range words[2:] {
		switch {
		case strings.Contains(word, "="):
			named = true
		case named:
			return nil, usagef("%q is not PARAM=VALUE; launches are joined by %s: FILE KERNEL … %s KERNEL …", word, then, then)
		case i >= len(params):
			return nil, usagef("%q is one value too many: kernel %s has %s", word, k.Name(), diag.Count(len(params), "parameters"))
		default:
			words[2+i] = params[i].Name + "=" + word
		}
	}
	return words, nil
}

// inherited returns the values of parameters that are not given: arrays of the launches before, as
// main() passes them or of the same name; numbers of main(), or of the same name.
func (o *profileOptions) inherited(source *propose.Source, k *gpusim.Kernel, args []string) (words []string, err error) {
	var told []string
	if _, _, _, ok := source.Shape(args[1]); ok {
		l, err := source.Launch(args[1])
		if err != nil {
			return nil, err
		}
		told = strings.Fields(l.Values)
	}
	for _, p := range k.Parameters() {
		if _, given := valueOf(args[2:], p.Name); given {
			continue
		}
		value, ok := o.before.passed(source, args[1], p)
		if !ok {
			value, ok = valueOf(told, p.Name)
		}
		if !ok && !p.Slice {
			value, ok = o.before.number(p.Name)
		}
		if ok {
			words = append(words, p.Name+"="+value)
		}
	}
	return words, nil
}

// earlier is the launches before one, the last of them first.
type earlier []launched

// reports returns the reports in the order of the launches.
func (e earlier) reports() (list []*gpusim.Report) {
	for _, l := range slices.Backward(e) {
		list = append(list, l.report)
	}
	return list
}

// number returns the value that a number had.
func (e earlier) number(name string) (string, bool) {
	for _, l := range e {
		for _, p := range l.kernel.Parameters() {
			if p.Name == name && !p.Slice && !p.Texture {
				return valueOf(l.words, name)
			}
		}
	}
	return "", false
}

func valueOf(words []string, name string) (string, bool) {
	for _, w := range words {
		if value, ok := strings.CutPrefix(w, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

var identifier = regexp.MustCompile(`^[A-Za-z_][\w.]*$`)

// means reports whether a value is the name of an array: it is no file, and launches came before.
func (e earlier) means(value string) bool {
	if len(e) == 0 || !identifier.MatchString(value) {
		return false
	}
	_, err := os.Stat(value)
	return err != nil || slices.Contains(e.arrays(), value)
}

// arrays lists the arrays of the launches before.
func (e earlier) arrays() (names []string) {
	for _, l := range e {
		for _, p := range l.kernel.Parameters() {
			if p.Slice && !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// passed returns the name of the array that main() passes to an earlier launch, too, or else the
// array of p's own name.
func (e earlier) passed(source *propose.Source, kernel string, p report.Parameter) (name string, ok bool) {
	if !p.Slice {
		return "", false
	}
	for _, l := range e {
		if name := source.Same(kernel, p.Name, l.name); name != "" {
			_, err := e.arrayFor(name, p)
			return name, err == nil
		}
	}
	_, err := e.arrayFor(p.Name, p)
	return p.Name, err == nil
}

// arrayFor returns an array of a launch before for a parameter.
func (e earlier) arrayFor(name string, p report.Parameter) (*gpusim.Array, error) {
	for _, l := range e {
		a, ok := l.values[name].(*gpusim.Array)
		if !ok {
			continue
		}
		for _, q := range l.kernel.Parameters() {
			if q.Name == name && !sameElements(q.Elem, p.Elem) {
				return nil, fmt.Errorf("array %s of kernel %s is %s, and %s of this kernel is %s", name, l.kernel.Name(), q.Type, p.Name, p.Type)
			}
		}
		return a, nil
	}
	return nil, fmt.Errorf("no launch before has an array %s; there are %s", name, strings.Join(e.arrays(), ", "))
}

// example is a value for an array: one of a launch before, if it fits.
func (e earlier) example(p report.Parameter) string {
	names := e.arrays()
	for _, l := range slices.Backward(e) {
		if l.report != nil {
			for _, o := range l.report.Outputs {
				names = append([]string{o.Name}, names...) // results are used more often
			}
		}
	}
	for _, name := range names {
		if _, err := e.arrayFor(name, p); err == nil {
			return name
		}
	}
	return "1024:rand(1)"
}

func sameElements(a, b report.Element) bool {
	return a.Bytes == b.Bytes && slices.Equal(a.Scalars, b.Scalars)
}
