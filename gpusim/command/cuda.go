package command

// This file is gpusim cuda: a kernel as CUDA C, alone, as a complete program, or as
// one launch of a folder that a machine with a GPU builds and runs.

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/verify"
	"gpucourse/gpusim/report"
)

type cudaOptions struct {
	profileOptions
	host      bool
	out, name string
}

func cudaCommand() *cobra.Command {
	var o cudaOptions
	c := &cobra.Command{
		Use:   "cuda [-host] [-out FOLDER] FILE KERNEL [PARAM=VALUE …]",
		Short: "Write a kernel as CUDA C",
		Long: "Write a kernel of a file, or of the package in a folder, as CUDA C, with all that it uses.\n\n" +
			"-host writes a complete program for one launch: it fills the arrays as profile does, launches the kernel, prints its time and writes the arrays. " +
			"-out adds the launch to a folder, which a machine with nvcc builds and runs with run.sh; gpusim verify -replay compares what it found.\n\n" + valueHelp +
			"\n\nA generic kernel is named with its type arguments: 'Copy[float32]'. -host and -out take a kernel of a file .cu too, 'copy<float>': the program has its text, without the file's own host code.",
		Example: "  gpusim cuda transpose.go Transpose\n" +
			"  gpusim cuda -host -grid 64,64 -block 32,32 transpose.go Transpose out=4194304 in=4194304:rand(1) n=2048 > transpose.cu\n" +
			"  gpusim cuda -out launches -grid 64,64 -block 32,32 transpose.go Transpose out=4194304 in=4194304:rand(1) n=2048",
		Args: fileAndKernel,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.launchFlags(c)
	c.Flags().BoolVar(&o.host, "host", false, "write a complete program for the launch")
	c.Flags().StringVar(&o.out, "out", "", "add the launch to this `folder`")
	c.Flags().StringVar(&o.name, "name", "", "`name` of the launch in the folder (default: the kernel's)")
	return c
}

func (o *cudaOptions) run(c *cobra.Command, args []string) error {
	source, err := o.opened(args[0])
	if err != nil {
		return err
	}
	p, err := o.written(source.Unit(), args[1])
	if err != nil {
		return err
	}
	if !o.host && o.out == "" {
		if len(args) > 2 {
			return usagef("%s takes PARAM=VALUE with -host or -out", c.CommandPath())
		}
		_, err = fmt.Fprint(c.OutOrStdout(), p.Standalone())
		return err
	}
	if err := o.parse(args); err != nil {
		return err
	}
	if o.out != "" {
		return o.add(c, args, p)
	}
	kernel, err := o.kernel(args)
	if err != nil {
		return err
	}
	l, _, err := o.describe(kernel, args, p)
	if err == nil {
		_, err = fmt.Fprint(c.OutOrStdout(), p.WithHost(l))
	}
	return err
}

// written returns a kernel in CUDA C. A program for a kernel that is CUDA C already has its
// source.
func (o *cudaOptions) written(unit source.Unit, kernel string) (*cudac.Program, error) {
	if given, ok := unit.(*source.CUDA); ok && (o.host || o.out != "") {
		return cudac.Given(given, kernel)
	}
	return cudac.Write(unit, kernel)
}

func (o *cudaOptions) kernel(args []string) (*gpusim.Kernel, error) {
	source, err := o.opened(args[0])
	if err != nil {
		return nil, err
	}
	return source.Kernel(args[1])
}

// add simulates a launch and adds it to the folder.
func (o *cudaOptions) add(c *cobra.Command, args []string, p *cudac.Program) error {
	dev, err := gpusim.Open(o.device)
	if err != nil {
		return usageError{err}
	}
	o.timing, o.caches = true, true
	kernel, values, err := o.prepare(c, dev, args)
	if err != nil {
		return err
	}
	rep, err := dev.Launch(kernel, o.config, values)
	if err != nil {
		return err
	}
	l, data, err := o.describe(kernel, args, p)
	if err != nil {
		return err
	}
	written := map[string][]byte{}
	for param, a := range l.Arrays {
		written[param] = values[param].(*gpusim.Array).Bytes()
		a.Output = slices.ContainsFunc(rep.Outputs, func(w report.Output) bool { return w.Name == param })
		l.Arrays[param] = a
	}
	return cmp.Or(verify.Add(o.out, p, l, rep, written, data), verify.Close(o.out))
}

var notName = regexp.MustCompile(`\W+`)

// describe returns the launch of the command line for a program in C, and the files
// that it reads.
func (o *cudaOptions) describe(k *gpusim.Kernel, args []string, c *cudac.Program) (*cudac.Launch, map[string][]byte, error) {
	name := cmp.Or(o.name, k.Name())
	l := &cudac.Launch{
		Name: strings.Trim(notName.ReplaceAllString(name, "_"), "_"), Shape: launch.Shape{Grid: o.config.Grid, Block: o.config.Block, Dynamic: o.config.Shared}, Stack: o.config.Stack,
		Numbers: map[string]string{}, Arrays: map[string]cudac.Array{}, Command: o.command(args),
	}
	data := map[string][]byte{}
	for _, text := range args[2:] {
		param, value, _ := strings.Cut(text, "=")
		if err := o.value(l, data, k, param, value); err != nil {
			return nil, nil, usagef("%s: %w", text, err)
		}
	}
	var missing []report.Parameter
	for _, p := range k.Parameters() {
		if p.Texture {
			return nil, nil, noTexture(p)
		}
		if !c.Passes(p.Name) {
			return nil, nil, usagef("a program in CUDA C cannot set %s: pass it as a parameter of its own", p.Name)
		}
		if _, array := l.Arrays[p.Name]; l.Numbers[p.Name] == "" && !array {
			missing = append(missing, p)
		}
	}
	if len(missing) > 0 {
		return nil, nil, usagef("%s", missingText(k.Name(), missing, nil))
	}
	return l, data, nil
}

// command is the command line, as a comment of the program.
func (o *cudaOptions) command(args []string) string {
	text := fmt.Sprintf("gpusim cuda -grid %s -block %s", o.grid, o.block)
	if o.config.Shared > 0 {
		text += fmt.Sprintf(" -shared %d", o.config.Shared)
	}
	if o.config.Stack > 0 {
		text += fmt.Sprintf(" -stack %d", o.config.Stack)
	}
	return text + " " + strings.Join(args, " ")
}

// value notes one PARAM=VALUE.
func (o *cudaOptions) value(l *cudac.Launch, data map[string][]byte, k *gpusim.Kernel, param, value string) error {
	params, symbols := k.Parameters(), k.Symbols()
	if i := slices.IndexFunc(params, func(p report.Parameter) bool { return p.Name == param }); i >= 0 {
		if !params[i].Slice {
			l.Numbers[param] = cNumber(value)
			return nil
		}
		a, err := o.array(l, data, param, params[i].Elem, value)
		a.Output = true
		l.Arrays[param] = a
		return err
	}
	i := slices.IndexFunc(symbols, func(s report.Symbol) bool { return s.Name == param })
	if i < 0 {
		return fmt.Errorf("kernel %s has no parameter %s", k.Name(), param)
	}
	s := symbols[i]
	if len(s.Elem.Scalars) == 1 && !strings.HasPrefix(s.Type, "[") {
		return o.numberSymbol(l, data, s, value)
	}
	a, err := o.array(l, data, param, s.Elem, value)
	l.Symbols = append(l.Symbols, cudac.SymbolValue{Name: param, Array: a, Bytes: s.Elem.Bytes})
	return err
}

// numberSymbol notes the value of a variable that is one number: as a file of its
// bytes, which any type has.
func (o *cudaOptions) numberSymbol(l *cudac.Launch, data map[string][]byte, s report.Symbol, value string) error {
	bits, err := readNumber(value, s.Type, s.Elem.Scalars[0])
	if err != nil {
		return err
	}
	bytes := make([]byte, s.Elem.Bytes)
	fillElements(bytes, s.Elem, func(report.Scalar) uint64 { return bits })
	file := l.Name + "." + s.Name + ".bin"
	data[file] = bytes
	l.Symbols = append(l.Symbols, cudac.SymbolValue{Name: s.Name, Bytes: s.Elem.Bytes, Array: cudac.Array{Fill: "@" + file, Length: 1, Scalars: scalars(s.Elem)}})
	return nil
}

// cNumber writes a number as C reads it.
func cNumber(value string) string {
	text := strings.ReplaceAll(value, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	if n, err := strconv.ParseUint(text, 0, 64); err == nil {
		return strconv.FormatUint(n, 10) + "u"
	}
	return text
}

// array notes how an array is filled.
func (o *cudaOptions) array(l *cudac.Launch, data map[string][]byte, param string, elem report.Element, value string) (cudac.Array, error) {
	a := cudac.Array{Scalars: scalars(elem)}
	value = strings.TrimSuffix(value, ":unset")
	if m := sliceValue.FindStringSubmatch(value); m != nil && filledInC.MatchString(m[2]) {
		n, err := wholeNumber(m[1])
		a.Length, a.Fill = n, strconv.Itoa(n)
		if m[2] != "" {
			a.Fill += ":" + m[2]
		}
		return a, err
	}
	var bytes []byte
	err := readElements(target{param, elem}, value, func(n int) ([]byte, error) {
		bytes, a.Length = make([]byte, n*elem.Bytes), n
		return bytes, nil
	})
	if err == nil && o.out == "" && filepath.Ext(value) == npyEnding {
		err = fmt.Errorf("a program by itself reads bytes: save them with tofile as a file .bin, or use -out")
	}
	if _, missing := os.Stat(value); err == nil && o.out == "" && missing != nil {
		err = fmt.Errorf("a program by itself fills arrays with ramp and rand(SEED); use -out, which writes their bytes")
	}
	a.Fill = "@" + value
	if o.out != "" {
		file := l.Name + "." + param + ".bin"
		a.Fill, data[file] = "@"+file, bytes
	}
	return a, err
}

// filledInC matches the fills that a program computes by itself.
var filledInC = regexp.MustCompile(`^(ramp|rand\([0-9]+\))?$`)

func scalars(elem report.Element) []cudac.Scalar {
	list := make([]cudac.Scalar, len(elem.Scalars))
	for i, s := range elem.Scalars {
		list[i] = cudac.Scalar{Offset: s.Offset, Bytes: s.Bytes, Float: s.Float}
	}
	return list
}
