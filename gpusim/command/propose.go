package command

// This file is gpusim propose, and what profile and check take from it.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

func proposeCommand() *cobra.Command {
	var format, device string
	var cuda cudaFlags
	c := &cobra.Command{
		Use:   "propose [-format json] FILE",
		Short: "Find a launch for each kernel of a file",
		Long: "Find a launch for each kernel of a file: what profile does where only a file is named.\n\n" +
			"Of a file .cu with a main function the launches are those of main(), with the arrays that it fills. " +
			"Otherwise, and for what main() does not tell, blocks, lengths and values are guessed from the kernel.",
		Example: "  gpusim propose saxpy.cu",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("%s needs a file: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			return proposeFile(c, args[0], device, format, cuda)
		},
	}
	deviceFlag(c, &device)
	cuda.flags(c)
	formatFlag(c, &format)
	return c
}

func proposeFile(c *cobra.Command, file, device, format string, cuda cudaFlags) error {
	source, err := proposalSource(file, device, cuda)
	if err != nil {
		return err
	}
	p, err := source.All()
	switch {
	case len(p.Kernels) == 0 && err == nil:
		return noKernels(file, source.Unit())
	case len(p.Kernels) == 0:
		return err
	case err != nil:
		fmt.Fprintln(c.ErrOrStderr(), err)
	}
	text := []byte(p.Text(cuda.before(file)))
	if format == jsonFormat {
		text = p.JSON()
	}
	_, err = c.OutOrStdout().Write(text)
	return err
}

// proposalSource reads a file for its launches on a device, or on the first of a list.
func proposalSource(file, devices string, cuda cudaFlags) (*propose.Source, error) {
	spec, err := arch.Find(sweep.Fields(devices)[0])
	if err != nil {
		return nil, usageError{err}
	}
	unit, err := loadUnit(file, cuda, spec)
	if err != nil {
		return nil, err
	}
	return propose.Of(unit, spec), nil
}

// proposed completes a command line that names no kernel: the first launch of the file, and
// what the words and flags say of it. It tells on standard error what it took.
func (o *profileOptions) proposed(c *cobra.Command, args []string) ([]string, error) {
	named := len(args) > 1 && !isValue(args[1])
	if len(args) == 0 || named && (len(args) > 2 || o.grid != "" || len(sweep.Fields(args[1])) > 1) {
		return args, nil
	}
	source, err := o.opened(args[0])
	if err != nil {
		return nil, err
	}
	l, err := chosen(c, source, args, named)
	if l == nil || err != nil {
		return args, err
	}
	flags := c.Flags()
	if o.grid == "" {
		if o.grid = l.Grid; !flags.Changed("block") {
			o.block = l.Block
		}
	}
	if !flags.Changed("shared") {
		o.shared = l.Shared
	}
	fmt.Fprintf(c.ErrOrStderr(), "gpusim: %s %s\n%s", c.Name(), l.Command(o.cuda.before(args[0])), l.Reasons())
	given := args[1:]
	if named {
		given = args[2:]
	}
	return append([]string{args[0], l.Name}, overridden(l, given)...), nil
}

// chosen returns the launch of the kernel that is named, or of the first one.
func chosen(c *cobra.Command, source *propose.Source, args []string, named bool) (*propose.Chosen, error) {
	if named {
		return source.Launch(args[1])
	}
	l, ok, err := source.First()
	if !ok && err == nil {
		err = noKernels(args[0], source.Unit())
	}
	if ok && err != nil { // of a kernel that comes before
		fmt.Fprintln(c.ErrOrStderr(), err)
		err = nil
	}
	return l, err
}

// isValue reports whether a word is PARAM=VALUE, not the name of a kernel.
func isValue(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && !strings.ContainsAny(name, "<,")
}

// overridden is the values of a launch, with those that are given in the place of theirs.
func overridden(l *propose.Chosen, given []string) (values []string) {
	for v := range strings.FieldsSeq(l.Values) {
		name, _, _ := strings.Cut(v, "=")
		if !slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, name+"=") }) {
			values = append(values, v)
		}
	}
	return append(values, given...)
}

// sliceOfMain makes an array with what main() of the file gives it.
func (r *reader) sliceOfMain(p report.Parameter, length string) (*gpusim.Array, error) {
	data, err := r.ofMain(p.Name, p.Elem)
	if err != nil {
		return nil, err
	}
	n, err := wholeNumber(length)
	if err != nil || !p.Slice {
		return nil, fmt.Errorf("%q is no number of elements of %s", length, p.Type)
	}
	a, err := r.dev.MallocArray(n, p.Elem.Bytes)
	if err == nil {
		copy(a.Bytes(), data)
	}
	return a, err
}

// symbolOfMain gives a variable of the device what main() of the file stores there.
func (r *reader) symbolOfMain(s *report.Symbol) error {
	data, err := r.ofMain(s.Name, s.Elem)
	if err != nil {
		return err
	}
	a, err := r.symbol(s.Name)
	if err == nil {
		copy(a.Bytes(), data)
	}
	return err
}

// ofMain returns what main() of the file gives an array before the first launch of the kernel.
func (r *reader) ofMain(name string, elem report.Element) ([]byte, error) {
	data, ok := r.host.Main(r.spelled, name, elem)
	if !ok {
		return nil, fmt.Errorf("main() of %s stores nothing in %s before it launches %s", r.file, name, r.kernel)
	}
	return data, nil
}
