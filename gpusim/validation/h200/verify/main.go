// Command verify writes the launches of the course as a folder of CUDA C programs: the
// measured launches of the validation list, the solutions of the exercises and tasks on the
// grader's inputs, and the kernels of the notebooks' cells.
//
//	go run ./gpusim/validation/h200/verify -out launches
//	cd launches && ./run.sh -ncu          on a machine with a GPU, nvcc and ncu
//	go run ./gpusim/cmd/gpusim verify -replay launches
//
// Each launch is simulated once, for the digests of its arrays and for its counters.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/verify"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
	"gpucourse/gpusim/validation/unseenlaunches"
	"gpucourse/grader/rubric"
)

var (
	out      = flag.String("out", "launches", "the `folder` to write")
	device   = flag.String("device", "H200", "the `name` of the simulated device")
	only     = flag.String("only", "", "write only launches whose names hold this `part`")
	more     = flag.Bool("unseen", false, "write the launches of unseen_launches.cu too")
	timed    = flag.Bool("timing", true, "simulate the cycles too")
	reports  = flag.String("reports", "", "write the report of each launch to this `folder`, to compare versions of the simulator")
	chapters = flag.Bool("course", false, "write the launches of package course in place of all others")
	joined   = flag.String("join", "", "write what a GPU measured in the folder of -out, which -course wrote, as this `table`")
	dumped   = flag.String("diff", "", "compare the arrays in this `folder`, which run.sh -dump wrote, with the simulator's")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := choose(); err != nil {
		log.Fatal(err)
	}
}

func choose() error {
	dir, err := os.MkdirTemp("", "verify")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	switch {
	case *joined != "":
		return join(*out, *joined)
	case *chapters:
		return writeChapters(*out, dir)
	}
	list, err := everything(dir, func(name string) bool { return strings.Contains(name, *only) })
	if err != nil {
		return err
	}
	if *dumped != "" {
		return diff(*dumped, list)
	}
	if *reports != "" {
		return writeReports(*reports, dir, list, gpusim.Config{Options: gpusim.Options{NoTime: !*timed}})
	}
	if err := writeAll(*out, list, gpusim.Config{Options: gpusim.Options{NoTime: !*timed}}); err != nil {
		return err
	}
	fmt.Printf("%d launches in %s\n", len(list), *out)
	return nil
}

// everything returns the launches whose names are to be kept. The folder is for the source of notebooks and tasks.
func everything(dir string, keep func(name string) bool) ([]entry, error) {
	ofTasks, err := tasks(dir)
	if err != nil {
		return nil, err
	}
	ofCells, err := notebooks(dir, keep)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(measured(), solutions(), ofTasks)
	return append(slices.DeleteFunc(all, func(l entry) bool { return !keep(l.name) }), ofCells...), nil
}

// writeAll simulates launches and writes them to a folder.
func writeAll(dir string, list []entry, config gpusim.Config) error {
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, l := range list {
		work.Go(func() error {
			if err := l.write(dir, config); err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	return verify.Close(dir)
}

// writeReports simulates launches and writes their reports, without the name of the folder in
// which the sources lie.
func writeReports(to, sources string, list []entry, config gpusim.Config) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, l := range list {
		work.Go(func() error {
			s, err := l.simulate(config)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			text := bytes.ReplaceAll(s.report.JSON(), []byte(sources+string(filepath.Separator)), nil)
			return os.WriteFile(filepath.Join(to, l.name+".json"), text, 0o666)
		})
	}
	return work.Wait()
}

// entry is one launch to write.
type entry struct {
	name   string
	unit   func() (source.Unit, string, error)
	kernel func() (*gpusim.Kernel, error)
	launch.Shape
	args    func() []any      // in the order of the parameters
	symbols map[string][]byte // by the variable's name
}

// measured returns the launches of the validation list.
func measured() []entry {
	all := slices.Concat(kernels.Cases(), unseenkernels.Cases())
	if *more {
		all = append(all, unseenlaunches.Cases()...)
	}
	var list []entry
	for _, c := range all {
		if c.Args == nil {
			continue
		}
		list = append(list, entry{
			name: strings.NewReplacer("-", "_", ".", "_", "/", "_").Replace(c.Name),
			unit: func() (source.Unit, string, error) { return source.LoadFunc(c.Kernel) }, kernel: func() (*gpusim.Kernel, error) { return gpusim.Compile(c.Kernel) },
			Shape: launch.Shape{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Dynamic: c.Shared}, args: c.Args, symbols: variables(),
		})
	}
	return list
}

// variables returns the bytes of the variables of the measured programs.
func variables() map[string][]byte {
	all := map[string][]byte{}
	for _, from := range []map[string]any{kernels.Symbols, unseenkernels.Symbols} {
		for name, p := range from {
			all[name[strings.LastIndex(name, ".")+1:]] = symbolBytes(p)
		}
	}
	return all
}

// solutions returns one launch per solution: the largest on which its results are
// checked.
func solutions() []entry {
	var list []entry
	for _, e := range rubric.Exercises {
		path := "solutions/" + e.Name + "/kernel.go"
		for _, k := range e.Kernels {
			c := k.MakeCase(k.Sizes[len(k.Sizes)-1], rubric.Draw{Seed: 1}).Exact()
			if c.Grid == (rubric.Dim{}) {
				continue // a function for a CPU
			}
			list = append(list, solution(e, k.Name, path, c))
		}
	}
	return list
}

func solution(e rubric.Exercise, kernel, path string, c *rubric.Case) entry {
	args := func() []any {
		var list []any
		for _, a := range c.Args {
			list = append(list, a.Value())
		}
		return list
	}
	symbols := map[string][]byte{}
	for _, s := range c.Symbols {
		symbols[s.Name] = bytesOf(reflect.ValueOf(s.Value))
	}
	return entry{
		name: "solution_" + e.Name + "_" + kernel,
		unit: func() (source.Unit, string, error) {
			u, err := units.load(path)
			return u, kernel, err
		},
		kernel: func() (*gpusim.Kernel, error) {
			m, err := modules.load(path)
			if err != nil {
				return nil, err
			}
			return m.Kernel(kernel)
		},
		Shape: launch.Shape{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Dynamic: c.Shared}, args: args, symbols: symbols,
	}
}

// write simulates the launch and writes it.
func (l *entry) write(dir string, config gpusim.Config) error {
	u, name, err := l.unit()
	if err != nil {
		return err
	}
	p, err := cudac.Write(u, name)
	if err != nil {
		return err
	}
	s, err := l.simulate(config)
	if err != nil {
		return err
	}
	s.launch.Command = "launch " + l.name + " of kernel " + name
	return verify.Add(dir, p, s.launch, s.report, s.written, s.data)
}

// simulated is a launch after its simulation.
type simulated struct {
	launch        *cudac.Launch
	report        *report.Report
	written, data map[string][]byte // arrays after the launch, and files that it reads
}

func (l *entry) simulate(config gpusim.Config) (*simulated, error) {
	k, err := l.kernel()
	if err != nil {
		return nil, err
	}
	dev, err := gpusim.Open(*device)
	if err != nil {
		return nil, err
	}
	c := &cudac.Launch{
		Name: l.name, Shape: l.Shape, Stack: config.Stack,
		Numbers: map[string]string{}, Arrays: map[string]cudac.Array{},
	}
	s := &simulated{launch: c, written: map[string][]byte{}, data: map[string][]byte{}}
	values, err := l.bind(dev, k, c, s.data)
	if err != nil {
		return nil, err
	}
	if err := l.setSymbols(dev, k, c, s.data); err != nil {
		return nil, err
	}
	config.Stdout = io.Discard
	config.Grid, config.Block, config.Shared, config.MaxShared = l.Grid, l.Block, l.Dynamic, l.Dynamic
	if s.report, err = dev.Launch(k, config, values); err != nil {
		return nil, err
	}
	for param, a := range c.Arrays {
		s.written[param] = values[param].(*gpusim.Array).Bytes()
		a.Output = a.Alias == "" && slices.ContainsFunc(s.report.Outputs, func(w report.Output) bool { return w.Name == param })
		c.Arrays[param] = a
	}
	return s, nil
}

// bind gives the parameters their values, on the device and in C.
func (l *entry) bind(dev *gpusim.Device, k *gpusim.Kernel, c *cudac.Launch, data map[string][]byte) (gpusim.Named, error) {
	values := gpusim.Named{}
	placed := map[unsafe.Pointer]string{}
	args := cases.Leaves(l.args())
	for i, p := range k.Parameters() {
		v := reflect.ValueOf(args[i])
		if !p.Slice {
			values[p.Name], c.Numbers[p.Name] = args[i], literal(args[i])
			continue
		}
		if first, ok := placed[v.UnsafePointer()]; ok && v.Len() > 0 { // two parameters share an array
			values[p.Name], c.Arrays[p.Name] = values[first], cudac.Array{Alias: first, Length: v.Len()}
			continue
		}
		placed[v.UnsafePointer()] = p.Name
		a, err := dev.MallocArray(v.Len(), p.Elem.Bytes)
		if err != nil {
			return nil, err
		}
		copy(a.Bytes(), bytesOf(v))
		values[p.Name] = a
		c.Arrays[p.Name] = array(l.name+"."+p.Name, bytesOf(v), p.Elem, data)
	}
	return values, nil
}

// literal writes a number for C, which would round a decimal to double first.
func literal(v any) string {
	x, ok := v.(float32)
	if !ok {
		return fmt.Sprint(v)
	}
	text := strconv.FormatFloat(float64(x), 'g', -1, 32)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + "f"
}

func bytesOf(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// array says how an array is filled: with zeros, with the words of the measured
// buffers, or from a file.
func array(name string, bytes []byte, elem report.Element, data map[string][]byte) cudac.Array {
	a := cudac.Array{Length: len(bytes) / elem.Bytes}
	for _, s := range elem.Scalars {
		a.Scalars = append(a.Scalars, cudac.Scalar{Offset: s.Offset, Bytes: s.Bytes, Float: s.Float})
	}
	a.Fill = fmt.Sprint(a.Length)
	if !slices.ContainsFunc(bytes, func(b byte) bool { return b != 0 }) {
		return a
	}
	for _, skip := range skips {
		if slices.Equal(bytes, cases.InputFrom[byte](skip, len(bytes))) {
			a.Fill += fmt.Sprintf(":words(%d)", skip)
			return a
		}
	}
	a.Fill = "@" + name + ".bin"
	data[name+".bin"] = bytes
	return a
}

// skips are the words at which arrays begin in the measured buffers.
var skips = []int{0, 1 << 22, 1 << 23}

func (l *entry) setSymbols(dev *gpusim.Device, k *gpusim.Kernel, c *cudac.Launch, data map[string][]byte) error {
	for _, s := range k.Symbols() {
		bytes, ok := l.symbols[s.Name]
		if !ok {
			continue
		}
		a, err := dev.Symbol(k, s.Name)
		if err != nil {
			return err
		}
		copy(a.Bytes(), bytes)
		c.Symbols = append(c.Symbols, cudac.SymbolValue{Name: s.Name, Bytes: s.Elem.Bytes, Array: array(l.name+"."+s.Name, bytes, s.Elem, data)})
	}
	return nil
}

// symbolBytes returns the bytes of the value that p points to.
func symbolBytes(p any) []byte {
	v := reflect.ValueOf(p)
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Type().Elem().Size())
}
