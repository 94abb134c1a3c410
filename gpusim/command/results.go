package command

// This file is -out and -print: arrays after a launch.

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

// results are the arrays that a command line asks for.
type results struct {
	files  []savedArray
	prints []printedArray
}

type savedArray struct{ name, file string }

type printedArray struct {
	name  string
	count int
}

// printedElements is how many elements -print shows where it gives no number.
const printedElements = 16

// fileKinds are the files that -out writes, by their endings.
var fileKinds = []struct {
	ending, what string
	write        func(w io.Writer, a target, from *io.SectionReader) error
}{
	{npyEnding, "for numpy.load", writeNpy},
	{".csv", "a line per element, its numbers separated by commas", writeLines(",")},
	{".txt", "a line per element, its numbers separated by spaces", writeLines(" ")},
	{".bin", "bytes, little-endian", func(w io.Writer, _ target, from *io.SectionReader) error { _, err := io.Copy(w, from); return err }},
}

func endings() string {
	var list []string
	for _, k := range fileKinds {
		list = append(list, k.ending)
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// resultFlags adds -out and -print.
func (r *results) flags(c *cobra.Command) {
	c.Flags().Var((*outFlag)(r), "out", "`NAME=FILE`: write an array after the launch into a file "+endings()+"; repeat it for several")
	c.Flags().Var((*printFlag)(r), "print", "`NAME[:N]`: print the first N elements of an array after the launch, "+strconv.Itoa(printedElements)+" without N; repeat it for several")
}

// outFlag is -out as a flag.
type outFlag results

// String implements pflag.Value.
func (*outFlag) String() string { return "" }

// Type implements pflag.Value.
func (*outFlag) Type() string { return "NAME=FILE" }

// Set implements pflag.Value.
func (f *outFlag) Set(text string) error {
	name, file, ok := strings.Cut(text, "=")
	if !ok || name == "" || file == "" {
		return fmt.Errorf("%q is not NAME=FILE, for example -out y=y.npy", text)
	}
	if kindOf(file) < 0 {
		return fmt.Errorf("the file %s does not end in %s, for example -out %s=%s.npy", file, endings(), name, name)
	}
	f.files = append(f.files, savedArray{name, file})
	return nil
}

// kindOf returns the place of a file's kind in fileKinds; -1 for none.
func kindOf(file string) int {
	for i, k := range fileKinds {
		if k.ending == strings.ToLower(filepath.Ext(file)) {
			return i
		}
	}
	return -1
}

// printFlag is -print as a flag.
type printFlag results

// String implements pflag.Value.
func (*printFlag) String() string { return "" }

// Type implements pflag.Value.
func (*printFlag) Type() string { return "NAME[:N]" }

// Set implements pflag.Value.
func (f *printFlag) Set(text string) error {
	name, number, given := strings.Cut(text, ":")
	n := printedElements
	var err error
	if given {
		n, err = wholeNumber(number)
	}
	if err != nil || n < 0 || name == "" {
		return fmt.Errorf("%q is not NAME or NAME:N with a number of elements, for example -print y:8", text)
	}
	f.prints = append(f.prints, printedArray{name, n})
	return nil
}

func (r *results) none() bool { return len(r.files)+len(r.prints) == 0 }

// check refuses arrays that a kernel does not have.
func (r *results) check(k *gpusim.Kernel) error {
	for _, f := range r.files {
		if _, err := arrayOf(k, f.name); err != nil {
			return usagef("-out %s=%s: %w", f.name, f.file, err)
		}
	}
	for _, p := range r.prints {
		if _, err := arrayOf(k, p.name); err != nil {
			return usagef("-print %s: %w", p.name, err)
		}
	}
	return nil
}

// arraysOf returns the arrays and variables of a kernel, in order.
func arraysOf(k *gpusim.Kernel) (list []target) {
	for _, p := range k.Parameters() {
		if p.Slice {
			list = append(list, target{p.Name, p.Elem})
		}
	}
	for _, s := range k.Symbols() {
		list = append(list, target{s.Name, s.Elem})
	}
	return list
}

// arrayOf returns an array or variable of a kernel.
func arrayOf(k *gpusim.Kernel, name string) (target, error) {
	var names []string
	for _, a := range arraysOf(k) {
		if a.name == name {
			return a, nil
		}
		names = append(names, a.name)
	}
	if len(names) == 0 {
		return target{}, fmt.Errorf("kernel %s has no arrays", k.Name())
	}
	return target{}, fmt.Errorf("kernel %s has no array %s; it has %s", k.Name(), name, strings.Join(names, ", "))
}

// save writes the files, and adds what is to be printed to the report.
func (r *results) save(dev *gpusim.Device, k *gpusim.Kernel, values gpusim.Named, rep *gpusim.Report) error {
	for _, f := range r.files {
		a, from, err := contents(dev, k, values, f.name)
		if err == nil {
			err = writeArray(f.file, a, from)
		}
		if err != nil {
			return err
		}
	}
	for _, p := range r.prints {
		a, from, err := contents(dev, k, values, p.name)
		if err != nil {
			return err
		}
		elem := a.elem
		n := int(from.Size()) / elem.Bytes
		data := make([]byte, min(n, p.count)*elem.Bytes)
		if _, err := io.ReadFull(from, data); err != nil {
			return err
		}
		rep.Printed = append(rep.Printed, report.Printed{Name: p.name, Length: n, Elem: elem, Data: data})
	}
	return nil
}

// contents returns an array or a variable, and what it holds.
func contents(dev *gpusim.Device, k *gpusim.Kernel, values gpusim.Named, name string) (a target, from *io.SectionReader, err error) {
	if a, err = arrayOf(k, name); err != nil {
		return a, nil, err
	}
	if array, ok := values[name].(*gpusim.Array); ok {
		return a, bytesIn(array), nil
	}
	symbol, err := dev.Symbol(k, name)
	if err != nil {
		return a, nil, err
	}
	return a, bytesIn(symbol), nil
}

// bytesIn reads the contents of an array.
func bytesIn(array *gpusim.Array) *io.SectionReader {
	return io.NewSectionReader(array, 0, int64(array.Raw().Len()))
}

// writeArray writes a file of an array.
func writeArray(path string, a target, from *io.SectionReader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = fileKinds[kindOf(path)].write(w, a, from)
	if err == nil {
		err = w.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func writeNpy(w io.Writer, a target, from *io.SectionReader) error {
	if _, err := w.Write(npyHeader(a.elem, int(from.Size())/a.elem.Bytes)); err != nil {
		return err
	}
	_, err := io.Copy(w, from)
	return err
}

// writeLines writes a line per element.
func writeLines(between string) func(io.Writer, target, *io.SectionReader) error {
	return func(w io.Writer, a target, from *io.SectionReader) error {
		element, buffered := make([]byte, a.elem.Bytes), bufio.NewReader(from)
		for range int(from.Size()) / a.elem.Bytes {
			if _, err := io.ReadFull(buffered, element); err != nil {
				return err
			}
			row := a.elem.Elements(element)[0]
			if _, err := fmt.Fprintln(w, strings.Join(row, between)); err != nil {
				return err
			}
		}
		return nil
	}
}
