package command

// This file reads PARAM=VALUE arguments: numbers for scalar parameters, and
// for slices a length with what to fill it with, or a file. Variables that the
// kernel uses are given values in the same way.

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/report"
)

// valueHelp explains the grammar.
var valueHelp = `PARAM=VALUE gives a parameter its value, by its name in the source:
  n=1024  a=1.5  on=true     a number or bool
  n=w*h  in=2*n:ramp         an expression of other values
  in=1024@3:ramp             an array, and a pointer to its element 3, as in + 3 is in C
  in=1048576  in=1e6         an array of that many elements, zeros
` + fillHelp() + `  in=data.npy  in=data.bin   the contents of a file of numpy.save, or bytes, little-endian
  1024 1024:rand(7) n=4      values without names come first, in the order of the parameters
  a.Width=512 a.Elements=262144:rand(1)
                             fields of a struct parameter
` + textureHelp + `
  An array of 64 MB or more takes memory only where it is used, and is filled there when it is first used.
  Coef=256:ramp  D=1.5       gpu.Constant, gpu.Global, __constant__ and __device__ variables, by their names`

// reader makes the arguments of a launch.
type reader struct {
	dev     *gpusim.Device
	kernel  string
	params  []report.Parameter
	symbols []report.Symbol
	// symbol returns the memory of a variable.
	symbol func(name string) (*gpusim.Array, error)
	values gpusim.Named
	given  map[string]bool
	// spelled is the kernel as it is called for: enumerators in its template arguments keep their names.
	spelled string
	file    string          // whose main() fills arrays
	host    *propose.Source // of it
	before  earlier         // launches whose arrays are used
}

// arguments makes the arguments of a launch from FILE KERNEL PARAM=VALUE …, and sets the variables of the
// kernel. It reports everything that is wrong or missing at once.
func arguments(dev *gpusim.Device, k *gpusim.Kernel, args []string, host *propose.Source, before earlier) (gpusim.Named, error) {
	r := &reader{
		dev: dev, kernel: k.Name(), params: k.Parameters(), symbols: k.Symbols(),
		symbol: func(name string) (*gpusim.Array, error) { return dev.Symbol(k, name) }, spelled: args[1],
		values: gpusim.Named{}, given: map[string]bool{}, file: args[0], host: host, before: before,
	}
	var wrong []string
	known := numbersOf(args[2:])
	for _, p := range r.params {
		if p.Slice {
			delete(known, p.Name) // its length: behind then, x=y is an array
		}
	}
	for _, text := range known.values(args[2:]) {
		if err := r.assign(text); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	if missing := missing(r.params, r.values); len(missing) > 0 && len(wrong) == 0 {
		wrong = append(wrong, missingText(k.Name(), missing, before))
	}
	if len(wrong) > 0 {
		return nil, usagef("%s", strings.Join(wrong, "\ngpusim: "))
	}
	return r.values, nil
}

// assign reads one PARAM=VALUE.
func (r *reader) assign(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is not PARAM=VALUE", text)
	}
	if r.given[name] {
		return fmt.Errorf("%s is given twice", name)
	}
	value, first, err := pointedAt(value)
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	length, ofMain := strings.CutSuffix(value, ":main")
	if i := slices.IndexFunc(r.params, func(p report.Parameter) bool { return p.Name == name }); i >= 0 && r.params[i].Texture {
		r.values[name], err = r.readTexture(r.params[i], value)
	} else if i >= 0 && ofMain {
		r.values[name], err = r.sliceOfMain(r.params[i], length)
	} else if i >= 0 && r.params[i].Slice && r.before.means(value) {
		r.values[name], err = r.before.arrayFor(value, r.params[i])
	} else if i >= 0 {
		r.values[name], err = readValue(r.dev, r.params[i], value)
	} else if i := slices.IndexFunc(r.symbols, func(s report.Symbol) bool { return s.Name == name }); i >= 0 && ofMain {
		err = r.symbolOfMain(&r.symbols[i])
	} else if i >= 0 {
		err = r.setSymbol(&r.symbols[i], value)
	} else {
		return fmt.Errorf("kernel %s has no parameter %s; it has %s", r.kernel, name, r.names())
	}
	if err != nil {
		delete(r.values, name)
		return fmt.Errorf("%s: %w", text, err)
	}
	if first > 0 {
		a, ok := r.values[name].(*gpusim.Array)
		if !ok || first >= a.Len() {
			delete(r.values, name)
			return fmt.Errorf("%s: there is no element %d", text, first)
		}
		r.values[name] = a.From(first)
	}
	r.given[name] = true
	return nil
}

var lengthAt = regexp.MustCompile(`^([0-9][0-9_]*)@([0-9]+)((?::.*)?)$`)

// pointedAt reads LENGTH@FIRST[:FILL]: the kernel gets a pointer to an element, as x + FIRST is in C.
func pointedAt(value string) (rest string, first int, err error) {
	m := lengthAt.FindStringSubmatch(value)
	if m == nil {
		return value, 0, nil
	}
	first, err = strconv.Atoi(m[2])
	return m[1] + m[3], first, err
}

// names lists what can be given.
func (r *reader) names() string {
	var names []string
	for _, p := range r.params {
		names = append(names, p.Name)
	}
	for _, s := range r.symbols {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// setSymbol gives a variable its value: a number, or what a slice may be given,
// for its first elements.
func (r *reader) setSymbol(s *report.Symbol, text string) error {
	a, err := r.symbol(s.Name)
	if err != nil {
		return err
	}
	if number := len(s.Elem.Scalars) == 1 && !strings.HasPrefix(s.Type, "["); number {
		bits, err := readNumber(text, s.Type, s.Elem.Scalars[0])
		if err != nil {
			return noValue(s.Name, s.Type, text)
		}
		fillElements(a.Bytes(), s.Elem, func(report.Scalar) uint64 { return bits })
		return nil
	}
	return readElements(target{s.Name, s.Elem}, text, func(n int) ([]byte, error) {
		if n > s.Len {
			return nil, fmt.Errorf("%d elements do not fit the %d of %s", n, s.Len, s.Type)
		}
		return a.Bytes()[:n*s.Elem.Bytes], nil
	})
}

// readNumber returns the bits of a number or bool of a Go type, which memory
// holds as s.
func readNumber(text, goType string, s report.Scalar) (uint64, error) {
	bits := 8 * s.Bytes
	if n, err := wholeNumber(text); err == nil && !s.Float {
		text = strconv.Itoa(n)
	}
	switch {
	case s.Float:
		f, err := strconv.ParseFloat(text, bits)
		return floatBits(f, s.Bytes), err
	case goType == "bool":
		b, err := strconv.ParseBool(text)
		if b {
			return 1, err
		}
		return 0, err
	case s.Signed:
		n, err := strconv.ParseInt(text, 0, bits)
		return uint64(n), err
	}
	return strconv.ParseUint(text, 0, bits)
}

func missing(params []report.Parameter, values gpusim.Named) (missing []report.Parameter) {
	for _, p := range params {
		if values[p.Name] == nil && !p.Unread {
			missing = append(missing, p)
		}
	}
	return missing
}

// missingText lists parameters without a value, with an example for each.
func missingText(kernel string, params []report.Parameter, before earlier) string {
	var list, example []string
	for _, p := range params {
		list = append(list, p.Name+" "+p.Type)
		switch {
		case p.Texture:
			example = append(example, p.Name+"="+textureFor(p))
		case p.Slice:
			example = append(example, p.Name+"="+before.example(p))
		default:
			example = append(example, p.Name+"=1024")
		}
	}
	return fmt.Sprintf("kernel %s needs a value for %s; for example: %s", kernel, strings.Join(list, ", "), strings.Join(example, " "))
}

// readValue reads a VALUE for a parameter.
func readValue(dev *gpusim.Device, p report.Parameter, text string) (any, error) {
	if p.Slice {
		return readSlice(dev, p, text)
	}
	if b, err := strconv.ParseBool(text); err == nil && p.Type == "bool" {
		return b, nil
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return n, nil
	}
	if n, err := strconv.ParseUint(text, 0, 64); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, noValue(p.Name, p.Type, text)
	}
	return f, nil
}

// noValue says what a number or bool takes.
func noValue(name, goType, text string) error {
	if goType == "bool" {
		return fmt.Errorf("%q is no bool; give true or false, for example %s=true", text, name)
	}
	return fmt.Errorf("%q is no value for %s; give a number or an expression, for example %s=4", text, goType, name)
}

var sliceValue = regexp.MustCompile(`^([0-9][0-9_]*(?:[eE]\+?[0-9]+)?)(?::(.*))?$`)

// exactFloats is the range in which every whole number is a float64.
const exactFloats = 1 << 53

// wholeNumber reads a number of elements, blocks or threads: 1048576, 1_048_576 or 1e6.
func wholeNumber(text string) (int, error) {
	digits := strings.ReplaceAll(text, "_", "")
	if n, err := strconv.Atoi(digits); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(digits, 64)
	if whole := f == math.Trunc(f) && math.Abs(f) <= exactFloats; err != nil || !whole {
		return 0, fmt.Errorf("%q is no number, or too large", text)
	}
	return int(f), nil
}

// readSlice makes an array of device memory.
func readSlice(dev *gpusim.Device, p report.Parameter, text string) (a *gpusim.Array, err error) {
	if length, ok := strings.CutSuffix(text, ":unset"); ok {
		n, err := wholeNumber(length)
		if err != nil {
			return nil, err
		}
		return dev.MallocArray(n, p.Elem.Bytes)
	}
	from, err := elementsOf(target{p.Name, p.Elem}, text)
	if err != nil {
		return nil, err
	}
	if a, err = dev.MallocArray(from.length, p.Elem.Bytes); err != nil {
		return nil, err
	}
	return a, a.FillWith(from.fill)
}

// elements are what an array is filled with.
type elements struct {
	length int
	fill   func(first int, memory []byte) error // writes elements from first on; nil leaves zeros
}

// elementsOf reads LENGTH:FILL, or the name of a file.
func elementsOf(to target, text string) (*elements, error) {
	m := sliceValue.FindStringSubmatch(text)
	if m == nil {
		return elementsIn(to, text)
	}
	n, err := wholeNumber(m[1])
	if err != nil {
		return nil, err
	}
	e := &elements{length: n}
	from, err := filler(to, m[2])
	if from != nil {
		e.fill = func(first int, memory []byte) error {
			fillElements(memory, to.elem, from(first*len(to.elem.Scalars)))
			return nil
		}
	}
	return e, err
}

// readElements asks place for memory of as many elements as the text says, and fills it.
func readElements(to target, text string, place func(n int) ([]byte, error)) error {
	e, err := elementsOf(to, text)
	if err != nil {
		return err
	}
	memory, err := place(e.length)
	if err != nil || e.fill == nil {
		return err
	}
	return e.fill(0, memory)
}

// elementsIn returns the elements of a file, which stays open until nobody can ask for them any more.
func elementsIn(to target, path string) (*elements, error) {
	f, n, _, err := openElements(to, path)
	if err != nil {
		return nil, err
	}
	start, err := f.Seek(0, io.SeekCurrent)
	return &elements{n, func(first int, memory []byte) error {
		if n, err := f.ReadAt(memory, start+int64(first*to.elem.Bytes)); n < len(memory) {
			return fmt.Errorf("%s ends before its %d elements: %w", path, n, err)
		}
		return nil
	}}, err
}

// openElements opens a file where its elements begin, and returns how many they are, and
// the shape that it says they have.
func openElements(to target, path string) (f *os.File, n int, shape []int, err error) {
	f, size, err := openData(to, path)
	if err != nil {
		return nil, 0, nil, err
	}
	if filepath.Ext(path) == npyEnding {
		n, shape, err = readNpyHeader(f, to.elem)
		if err == nil && n > size/to.elem.Bytes {
			err = fmt.Errorf("it ends before its %d elements", n)
		}
		if err != nil {
			f.Close()
			return nil, 0, nil, fmt.Errorf("%s is no file for %s: %w", path, to.name, err)
		}
		return f, n, shape, nil
	}
	if size%to.elem.Bytes != 0 {
		f.Close()
		return nil, 0, nil, fmt.Errorf("the %d bytes of %s are not a whole number of elements of %d bytes", size, path, to.elem.Bytes)
	}
	return f, size / to.elem.Bytes, nil, nil
}

// openData opens a file with the contents of an array, and returns its size in bytes. A device and
// a pipe are refused: they have no size, and reading one would not end.
func openData(to target, path string) (*os.File, int, error) {
	info, err := os.Stat(path)
	if length, fill, ok := strings.Cut(path, ":"); err != nil && ok {
		return nil, 0, fmt.Errorf("the length %q before :%s is no number; for example %s=1024:%s", length, fill, to.name, fill)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("there is no file %s; give a length, LENGTH:FILL, or a file .npy or .bin, for example %s=1024:rand(7)", path, to.name)
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is no regular file; write its bytes to one", path)
	}
	f, err := os.Open(path)
	return f, int(info.Size()), err
}

// fillElements fills the scalars of successive elements.
func fillElements(data []byte, elem report.Element, next fill) {
	for at := 0; at < len(data); at += elem.Bytes {
		for _, scalar := range elem.Scalars {
			var word [8]byte
			binary.LittleEndian.PutUint64(word[:], next(scalar))
			copy(data[at+scalar.Offset:][:scalar.Bytes], word[:])
		}
	}
}
