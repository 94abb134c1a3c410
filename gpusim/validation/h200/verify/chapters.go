package main

// This file writes the launches of package course, and joins what a GPU measured in them.

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/verify"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/validation/course"
	"gpucourse/gpusim/validation/h200"
)

// writeChapters writes the launches of the chapters as CUDA C, without simulating them.
func writeChapters(to, dir string) error {
	for _, c := range course.Launches() {
		books, err := filepath.Glob("notebooks/" + c.Chapter + "_*.ipynb")
		if err != nil || len(books) != 1 {
			return fmt.Errorf("%s: %d notebooks of chapter %s", c.Case, len(books), c.Chapter)
		}
		u, m, err := loadCells(dir, books[0])
		if err != nil {
			return err
		}
		l := entry{
			name:   inSuite(c.Case),
			unit:   func() (source.Unit, string, error) { return u, c.Kernel, nil },
			kernel: func() (*gpusim.Kernel, error) { return m.Kernel(c.Kernel) },
			Shape:  c.Shape,
		}
		if err := l.writeUnrun(to, c.Args); err != nil {
			return fmt.Errorf("%s: %w", c.Case, err)
		}
	}
	return verify.Close(to)
}

// inSuite is the name of a case in a folder of programs: a namespace cannot begin with a digit.
func inSuite(name string) string { return "chapter_" + name }

// writeUnrun writes a launch of which nothing is expected.
func (l *entry) writeUnrun(dir string, args []string) error {
	u, name, err := l.unit()
	if err != nil {
		return err
	}
	p, err := cudac.Write(u, name)
	if err != nil {
		return err
	}
	k, err := l.kernel()
	if err != nil {
		return err
	}
	values, err := valuesOf(k, args)
	if err != nil {
		return err
	}
	dev, err := gpusim.Open(*device)
	if err != nil {
		return err
	}
	l.args = func() []any { return values }
	c := &cudac.Launch{
		Name: l.name, Shape: l.Shape, Command: "launch " + l.name + " of kernel " + name,
		Numbers: map[string]string{}, Arrays: map[string]cudac.Array{},
	}
	data := map[string][]byte{}
	if _, err := l.bind(dev, k, c, data); err != nil {
		return err
	}
	return verify.Add(dir, p, c, &report.Report{Spec: dev.Spec()}, nil, data)
}

// valuesOf reads arguments as launches.txt writes them.
func valuesOf(k *gpusim.Kernel, args []string) ([]any, error) {
	params := k.Parameters()
	if len(args) != len(params) {
		return nil, fmt.Errorf("%d arguments, %s has %d parameters", len(args), k.Name(), len(params))
	}
	var list []any
	for i, p := range params {
		length, fill, _ := strings.Cut(args[i], ":")
		n, err := strconv.Atoi(length)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		case !p.Slice:
			list = append(list, n)
		default:
			list = append(list, filled(p.Elem, n, fill))
		}
	}
	return list, nil
}

// filled returns an array of n elements, filled as launches.txt says.
func filled(elem report.Element, n int, fill string) any {
	list := reflect.MakeSlice(reflect.SliceOf(reflect.ArrayOf(elem.Bytes, reflect.TypeFor[byte]())), n, n)
	if fill == "" {
		return list.Interface()
	}
	value := valueAt(fill, n)
	for i := range n {
		putNumber(bytesOf(list)[i*elem.Bytes:], elem.Scalars[0], value(i))
	}
	return list.Interface()
}

// valueAt returns the number at each place of an array of n elements.
func valueAt(fill string, n int) func(i int) int {
	var by int
	if _, err := fmt.Sscanf(fill, "next+%d", &by); err == nil {
		return func(i int) int { return (i + by) % n }
	}
	if _, err := fmt.Sscanf(fill, "mixed%%%d", &by); err == nil {
		return func(i int) int { return (7*i + i/5) % by }
	}
	if fill != "pairs" {
		panic("BUG: launches.txt has an unknown filling: " + fill)
	}
	return func(i int) int {
		if i%4 < 2 { // every other pair
			return -i - 1
		}
		return i + 1
	}
}

// putNumber stores a number as the scalar of an element.
func putNumber(to []byte, s report.Scalar, n int) {
	bits := uint64(n)
	if s.Float && s.Bytes == 4 {
		bits = uint64(math.Float32bits(float32(n)))
	} else if s.Float {
		bits = math.Float64bits(float64(n))
	}
	for i := range s.Bytes {
		to[s.Offset+i] = byte(bits >> (8 * i))
	}
}

// join writes what a GPU measured in a folder of writeChapters as a table of package course.
func join(dir, table string) error {
	r, err := verify.Read(dir)
	if err != nil {
		return err
	}
	byName := map[string]verify.Comparison{}
	for _, l := range r.Launches {
		byName[l.Name] = l
	}
	var file struct {
		Device   string         `json:"device"`
		Compiler string         `json:"compiler"`
		Cases    []h200.Profile `json:"cases"`
	}
	file.Device, file.Compiler = r.Device, r.Compiler
	for _, c := range course.Launches() {
		l := byName[inSuite(c.Case)]
		if l.Measured == nil {
			log.Printf("%s: not measured %s", c.Case, l.Error)
			continue
		}
		file.Cases = append(file.Cases, h200.Profile{Case: c.Case, Kernel: c.Kernel, Config: c.Config(), Metrics: ofMetrics(l.Measured)})
	}
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Clean(table), append(text, '\n'), 0o666)
}

// ofMetrics returns the counters of metrics.txt: the profiler adds many of the device.
func ofMetrics(all map[string]float64) map[string]float64 {
	kept := map[string]float64{}
	for _, name := range verify.Metrics() {
		if v, ok := all[name]; ok {
			kept[name] = v
		}
	}
	return kept
}
