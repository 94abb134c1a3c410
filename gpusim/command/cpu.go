package command

// This file is gpusim cpu: a function on one core of a CPU, and what its caches did.

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/report"
)

type cpuOptions struct{ name, format string }

func cpuCommand() *cobra.Command {
	var o cpuOptions
	c := &cobra.Command{
		Use:   "cpu FILE.go FUNCTION PARAM=VALUE …",
		Short: "Run a function on one core of a CPU and report what perf would",
		Long: "Run a function of a file, or of the package in a folder, as one thread of a CPU, and count its loads, stores\n" +
			"and the lines that move between its caches and memory.\n\n" + valueHelp,
		Example: "  gpusim cpu walk.go Sum out=1 a=210000 rows=700 cols=300",
		Args:    fileAndKernel,
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	c.Flags().StringVar(&o.name, "cpu", cpu.Specs[0].Name, "`name` of the CPU")
	tableFlag(c, &o.format)
	return c
}

func (o *cpuOptions) run(c *cobra.Command, args []string) error {
	if err := checkFormat(o.format, csvFormat); err != nil {
		return err
	}
	m, err := cpu.Open(o.name)
	if err != nil {
		return usageError{err}
	}
	rep, err := runOnCPU(m, args[0], args[1], args[2:])
	if err != nil {
		return err
	}
	text := []byte(rep.String())
	switch o.format {
	case jsonFormat:
		if text, err = rep.JSON(); err != nil {
			return err
		}
		text = append(text, '\n')
	case csvFormat:
		text = cpuTable(rep).CSV()
	}
	_, err = c.OutOrStdout().Write(text)
	return err
}

// cpuTable has a row per counter of the whole run.
func cpuTable(rep *cpu.Report) *report.Table {
	t := report.NewTable("function", "cpu", "name", "value", "unit")
	for _, v := range rep.Metrics {
		t.Add(rep.Function, rep.CPU, v.Name, strconv.FormatFloat(v.Value, 'f', -1, 64), v.Unit)
	}
	return t
}

// runOnCPU runs a function with arguments made of texts.
func runOnCPU(m *cpu.Machine, path, name string, texts []string) (*cpu.Report, error) {
	path, err := find(path)
	if err != nil {
		return nil, usageError{err}
	}
	mod, err := load(path)
	if err != nil {
		return nil, err
	}
	kernel, err := mod.Kernel(name)
	if err != nil {
		return nil, err
	}
	f, err := cpu.Load(path, name)
	if err != nil {
		return nil, err
	}
	values, err := goValues(name, kernel.Parameters(), texts)
	if err != nil {
		return nil, usageError{err}
	}
	return m.Run(f, values...)
}

// goValues makes Go values of PARAM=VALUE, in the order of the parameters.
func goValues(function string, params []report.Parameter, texts []string) ([]any, error) {
	given := map[string]string{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if _, twice := given[name]; !ok || twice {
			return nil, fmt.Errorf("%q is not PARAM=VALUE, or %s is given twice", text, name)
		}
		given[name] = value
	}
	var values []any
	var missing []report.Parameter
	for _, p := range params {
		text, ok := given[p.Name]
		if !ok {
			missing = append(missing, p)
			continue
		}
		delete(given, p.Name)
		v, err := goValue(p, text)
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", p.Name, text, err)
		}
		values = append(values, v)
	}
	for name := range given {
		return nil, fmt.Errorf("%s has no parameter %s", function, name)
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s", missingText(function, missing, nil))
	}
	return values, nil
}

// mostSliceBytes is the most bytes of a slice for a CPU.
const mostSliceBytes = 1 << 30

// goValue makes one value: a number or bool, or a slice of them.
func goValue(p report.Parameter, text string) (any, error) {
	t := layout.GoType(strings.TrimPrefix(p.Type, "[]"))
	if t == nil {
		return nil, fmt.Errorf("this command makes numbers and slices of them, no %s", p.Type)
	}
	if !p.Slice {
		v := reflect.New(t)
		if n, err := wholeNumber(text); err == nil && t.Kind() != reflect.Float32 && t.Kind() != reflect.Float64 {
			text = strconv.Itoa(n)
		}
		if _, err := fmt.Sscan(text, v.Interface()); err != nil {
			return nil, noValue(p.Name, p.Type, text)
		}
		return v.Elem().Interface(), nil
	}
	var slice reflect.Value
	err := readElements(target{p.Name, p.Elem}, text, func(n int) ([]byte, error) {
		if n > mostSliceBytes/p.Elem.Bytes {
			return nil, fmt.Errorf("%d elements of %d bytes are more than the %d bytes that a slice may have here", n, p.Elem.Bytes, mostSliceBytes)
		}
		slice = reflect.MakeSlice(reflect.SliceOf(t), n, n)
		return unsafe.Slice((*byte)(slice.UnsafePointer()), n*p.Elem.Bytes), nil
	})
	if err != nil {
		return nil, err
	}
	return slice.Interface(), nil
}
