package main

// This file reads PARAM=VALUE arguments: numbers for scalar parameters, and
// for slices a length with what to fill it with, or a file.

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/ir"
)

// valueHelp explains the grammar.
const valueHelp = `PARAM=VALUE gives a parameter its value, by its name in the source:
  n=1024  a=1.5  on=true     a number or bool
  in=1048576                 a slice of that many elements, zeros
  in=1048576:ramp            filled with 0, 1, 2 …
  in=1048576:rand(7)         filled from seed 7: floats uniform in [0,1), integers uniform bits
  in=data.bin                the contents of a file, little-endian
  a.Width=512 a.Elements=262144:rand(1)
                             fields of a struct parameter`

// arguments makes the arguments of a launch. It reports everything that is
// wrong or missing at once.
func arguments(dev *gpusim.Device, k *gpusim.Kernel, texts []string) (gpusim.Named, error) {
	params := k.Parameters()
	values := gpusim.Named{}
	var wrong []string
	for _, text := range texts {
		if err := assign(dev, k.Name(), params, text, values); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	if missing := missing(params, values); len(missing) > 0 && len(wrong) == 0 {
		wrong = append(wrong, missingText(k.Name(), missing))
	}
	if len(wrong) > 0 {
		return nil, usagef("%s", strings.Join(wrong, "\ngpusim: "))
	}
	return values, nil
}

// assign reads one PARAM=VALUE.
func assign(dev *gpusim.Device, kernel string, params []gpusim.Parameter, text string, values gpusim.Named) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is not PARAM=VALUE", text)
	}
	i := slices.IndexFunc(params, func(p gpusim.Parameter) bool { return p.Name == name })
	switch {
	case i < 0:
		return fmt.Errorf("kernel %s has no parameter %s; it has %s", kernel, name, names(params))
	case values[name] != nil:
		return fmt.Errorf("%s is given twice", name)
	}
	p := params[i]
	v, err := readValue(dev, p, value)
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	values[name] = v
	return nil
}

func names(params []gpusim.Parameter) string {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func missing(params []gpusim.Parameter, values gpusim.Named) (missing []gpusim.Parameter) {
	for _, p := range params {
		if values[p.Name] == nil {
			missing = append(missing, p)
		}
	}
	return missing
}

// missingText lists parameters without a value, with an example for each.
func missingText(kernel string, params []gpusim.Parameter) string {
	var list, example []string
	for _, p := range params {
		list = append(list, p.Name+" "+p.Type)
		if p.Slice {
			example = append(example, p.Name+"=1024:rand(1)")
		} else {
			example = append(example, p.Name+"=1024")
		}
	}
	return fmt.Sprintf("kernel %s needs a value for %s; for example: %s", kernel, strings.Join(list, ", "), strings.Join(example, " "))
}

// readValue reads a VALUE for a parameter.
func readValue(dev *gpusim.Device, p gpusim.Parameter, text string) (any, error) {
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
		return nil, fmt.Errorf("%q is no value for %s", text, p.Type)
	}
	return f, nil
}

var sliceValue = regexp.MustCompile(`^([0-9_]+)(?::(.*))?$`)

// readSlice makes an array of device memory.
func readSlice(dev *gpusim.Device, p gpusim.Parameter, text string) (*gpusim.Array, error) {
	m := sliceValue.FindStringSubmatch(text)
	if m == nil {
		return readData(dev, p, text)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], "_", ""))
	if err != nil {
		return nil, fmt.Errorf("%s is no number of elements", m[1])
	}
	fill, err := filler(m[2])
	if err != nil {
		return nil, err
	}
	a, err := dev.MallocArray(n, p.Elem.Bytes)
	if err != nil {
		return nil, err
	}
	if fill != nil {
		fillElements(a.Bytes(), p.Elem, fill)
	}
	return a, nil
}

func readData(dev *gpusim.Device, p gpusim.Parameter, path string) (*gpusim.Array, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w; a slice is LENGTH, LENGTH:ramp, LENGTH:rand(SEED) or a file", err)
	}
	if len(data)%p.Elem.Bytes != 0 {
		return nil, fmt.Errorf("%d bytes are not a whole number of elements of %d bytes", len(data), p.Elem.Bytes)
	}
	a, err := dev.MallocArray(len(data)/p.Elem.Bytes, p.Elem.Bytes)
	if err != nil {
		return nil, err
	}
	copy(a.Bytes(), data)
	return a, nil
}

// fill returns the bits of the next scalar, of a type.
type fill func(t ir.Type) uint64

var randFill = regexp.MustCompile(`^rand\(([0-9]+)\)$`)

// filler reads what stands after the colon; nil leaves zeros.
func filler(text string) (fill, error) {
	switch m := randFill.FindStringSubmatch(text); {
	case text == "":
		return nil, nil
	case text == "ramp":
		return ramp(), nil
	case m != nil:
		seed, err := strconv.ParseUint(m[1], 10, 64)
		return random(seed), err
	}
	return nil, fmt.Errorf("%q is no way to fill a slice; ramp and rand(SEED) are", text)
}

// ramp counts the scalars from 0; integers wrap.
func ramp() fill {
	n := uint64(0)
	return func(t ir.Type) uint64 {
		n++
		switch t {
		case ir.F32:
			return uint64(math.Float32bits(float32(n - 1)))
		case ir.F64:
			return math.Float64bits(float64(n - 1))
		}
		return n - 1
	}
}

// random gives floats uniform in [0,1) and integers of uniform bits.
func random(seed uint64) fill {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(t ir.Type) uint64 {
		switch t {
		case ir.F32:
			return uint64(math.Float32bits(r.Float32()))
		case ir.F64:
			return math.Float64bits(r.Float64())
		}
		return r.Uint64()
	}
}

// fillElements fills the scalars of successive elements.
func fillElements(data []byte, elem gpusim.Element, next fill) {
	for at := 0; at < len(data); at += elem.Bytes {
		for _, leaf := range elem.Leaves {
			var word [8]byte
			binary.LittleEndian.PutUint64(word[:], next(leaf.Type))
			copy(data[at+leaf.Offset:][:leaf.Type.Bytes()], word[:])
		}
	}
}
