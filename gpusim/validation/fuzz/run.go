package fuzz

// This file runs kernels natively in a separate process. The kernels of a batch are built
// as one program in an overlay of the module.

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// Outputs is what a kernel wrote.
type Outputs struct {
	U32    []uint32
	I64    []int64
	F32    []float32
	F64    []float64
	Counts []int32
	Totals []int32
	Vec    []float32 // of four each; gob would drop the sign of zeros in structs
	Err    string    // of a native run that failed; then the generator is wrong
}

// Diff returns where two outputs first differ, or "".
func (o Outputs) Diff(want Outputs) string {
	for _, a := range []struct {
		name      string
		got, want any
		slots     int
	}{{"ou", o.U32, want.U32, Slots}, {"ol", o.I64, want.I64, Slots}, {"of", o.F32, want.F32, Slots}, {"od", o.F64, want.F64, Slots}, {"o4", o.Vec, want.Vec, 4 * Vectors}, {"count", o.Counts, want.Counts, 0}, {"totals", o.Totals, want.Totals, 0}} {
		if d := cases.Diff(a.got, a.want); d != "" {
			return where(a.name, d, a.slots)
		}
	}
	return ""
}

// where adds thread and slot to a difference in an array with a number of slots per thread.
func where(array, diff string, slots int) string {
	var i int
	if _, err := fmt.Sscanf(diff, "element %d:", &i); err != nil || slots == 0 {
		return array + ": " + diff
	}
	return fmt.Sprintf("%s: thread %d of the grid, slot %d: %s", array, i/slots, i%slots, diff)
}

// Args returns new arguments for a launch with a number of threads, in the order of the
// parameters, and the outputs that share their arrays.
func Args(threads int) ([]any, Outputs) {
	r := rand.New(rand.NewPCG(7, 7))
	o := Outputs{
		U32: make([]uint32, threads*Slots), I64: make([]int64, threads*Slots),
		F32: make([]float32, threads*Slots), F64: make([]float64, threads*Slots), Counts: make([]int32, Counters), Vec: make([]float32, threads*Vectors*4),
	}
	return []any{
		o.U32, o.I64, o.F32, o.F64, o.Counts,
		filled(func() uint8 { return uint8(r.Uint32()) }), filled(func() int16 { return int16(r.Uint32()) }, math.MinInt16, math.MaxInt16),
		filled(func() int32 { return int32(r.Uint32()) >> r.IntN(32) }, math.MinInt32, math.MaxInt32, -1),
		filled(func() uint32 { return r.Uint32() >> r.IntN(32) }, math.MaxUint32),
		filled(func() int64 { return int64(r.Uint64()) >> r.IntN(64) }, math.MinInt64, math.MaxInt64),
		filled(func() float32 { return (r.Float32() - 0.5) * 16 }, float32(math.Inf(1)), float32(math.NaN()), float32(math.Copysign(0, -1)), 1e-42, math.MaxFloat32),
		filled(func() float64 { return (r.Float64() - 0.5) * 16 }, math.Inf(-1), math.NaN(), math.Copysign(0, -1), 1e-310, math.MaxFloat64),
		filled(func() Pair {
			return Pair{int32(r.IntN(100)), r.Float32(), [3]uint16{1, uint16(r.Uint32()), 3}, r.Float64()}
		}),
		filled(func() gpu.Float4 { return gpu.Float4{X: r.Float32(), Y: r.Float32() - 1, Z: 3, W: r.Float32() * 9} }),
		filled(func() gpu.Int2 { return gpu.Int2{X: int32(r.Uint32()), Y: int32(r.IntN(9))} }), unsafe.Slice((*gpu.Float4)(unsafe.Pointer(unsafe.SliceData(o.Vec))), threads*Vectors), o.U32,
		int32(-5), uint32(11), float32(1.5), float64(-0.75), int64(1) << 33, uint8(200),
	}, o
}

// Pair is the layout of the kernels' struct.
type Pair struct {
	A int32
	B float32
	C [3]uint16
	D float64
}

// filled returns an input array: special values first.
func filled[T any](next func() T, special ...T) []T {
	list := make([]T, InputLen)
	for i := range list {
		list[i] = next()
	}
	copy(list, special)
	return list
}

// Entry is one kernel of a native program.
type Entry struct {
	Kernel      any
	Grid, Block gpu.Dim3
	Shared      int
}

// Main is the main function of a native program: it runs its kernels and writes
// their Outputs. The program's variables are given by pointers to their values.
func Main(w io.Writer, entries []Entry, variables map[string]any) error {
	out := gob.NewEncoder(w)
	for _, e := range entries {
		args, o := Args(volume(e.Grid) * volume(e.Block))
		for name, value := range Symbols(&o) {
			reflect.ValueOf(variables[name]).Elem().Set(reflect.ValueOf(value).Elem())
		}
		if err := cases.Native(e.Kernel, e.Grid, e.Block, e.Shared, adapt(e.Kernel, args)); err != nil {
			o.Err = err.Error()
		}
		o.Totals = variables["totals"].(*[totalsLen]int32)[:]
		if err := out.Encode(o); err != nil {
			return err
		}
	}
	return nil
}

// Native builds a program of the batch in dir, which is outside the module, and returns the
// outputs of each launch.
func (b Batch) Native(dir string) ([]Outputs, error) {
	program, err := b.build(dir)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		return nil, fmt.Errorf("the native run of the random kernels: %w", withStderr(err))
	}
	in := gob.NewDecoder(bytes.NewReader(out))
	results := make([]Outputs, len(b.Launches))
	for i := range results {
		if err := in.Decode(&results[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// build builds the batch as a package in an overlay of the module, so that it may import
// internal packages.
func (b Batch) build(dir string) (program string, err error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range map[string]string{"kernels.go": b.Source, "main.go": b.mainFile()} {
		file := filepath.Join(dir, name)
		overlay.Replace[filepath.Join(root, overlaid, name)] = file
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	file, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "native")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-overlay", file, "-o", program, "./"+overlaid)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building random kernels (see %s): %w\n%s", dir, err, out)
	}
	return program, nil
}

// overlaid is the program's folder in the overlay.
const overlaid = "validation/fuzz/batch"

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "gpucourse/gpusim").Output()
	return strings.TrimSpace(string(out)), err
}

func (b Batch) mainFile() string {
	var w strings.Builder
	w.WriteString("package main\n\nimport (\n\t\"os\"\n\n\t\"gpucourse/gpusim/gpu\"\n\t\"gpucourse/gpusim/validation/fuzz\"\n)\n\n")
	w.WriteString("func main() {\n\terr := fuzz.Main(os.Stdout, []fuzz.Entry{\n")
	for _, l := range b.Launches {
		fmt.Fprintf(&w, "\t\t{Kernel: %s, Grid: %s, Block: %s, Shared: %d},\n", l.Name, literal3(l.Grid), literal3(l.Block), l.Dynamic)
	}
	w.WriteString("\t}, map[string]any{\n")
	for _, s := range append(inputs, symbol{name: "totals"}) {
		fmt.Fprintf(&w, "\t\t%q: &%s.V,\n", s.name, s.name)
	}
	w.WriteString("\t})\n\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n")
	return w.String()
}

func literal3(d arch.Dim3) string { return fmt.Sprintf("gpu.Dim3{X: %d, Y: %d, Z: %d}", d.X, d.Y, d.Z) }

func withStderr(err error) error {
	if e, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w\n%s", err, e.Stderr)
	}
	return err
}
