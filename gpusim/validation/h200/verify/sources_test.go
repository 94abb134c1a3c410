package main

// This file launches kernels that are written in CUDA C, as public code is, and compares
// the results with those of the same text compiled as C++ for the CPU.

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/verify"
)

// instances are the templates among the kernels, as they are launched.
var instances = map[string]string{"tile_product": "tile_product<8>", "reduce_functor": "reduce_functor<int>"}

// notOnCPU are kernels that the CPU cannot check, with the reason.
var notOnCPU = map[string]string{"volume": "its struct is passed field by field", "dynamic_reverse": "its shared memory is declared outside of the kernel"}

// onlyCUDA declares what the kernels use beside what package cudac writes.
const onlyCUDA = `#undef __forceinline__
#define __forceinline__ inline
static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
static inline long long __mul64hi(long long a, long long b) { return (__int128)a * b >> 64; }
`

// included matches an #include of a file.
var included = regexp.MustCompile(`(?m)^#include "([^"]+)"$`)

// TestSourcesOnCPU runs all kernels of testdata/cuda.
func TestSourcesOnCPU(t *testing.T) {
	files, err := filepath.Glob("testdata/cuda/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	dir := folder(t)
	var list []entry
	kernels := 0
	t.Setenv("CPUFLAGS", "-O0 -w")
	for _, file := range files {
		m, err := gpusim.LoadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := included.ReplaceAllStringFunc(read(t, file), func(line string) string {
			return strings.ReplaceAll(read(t, filepath.Join("testdata/cuda", included.FindStringSubmatch(line)[1])), "#pragma once", "")
		})
		for _, name := range m.Kernels() {
			kernels++
			if in := instances[name]; in != "" {
				name = in
			}
			k, err := m.Kernel(name)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if notOnCPU[name] != "" {
				continue
			}
			base, _, _ := strings.Cut(name, "<")
			l := entry{
				name: strings.TrimSuffix(filepath.Base(file), ".cu") + "_" + base, kernel: func() (*gpusim.Kernel, error) { return k, nil },
				Shape: launch.Shape{Grid: gpusim.Dim(2), Block: gpusim.Dim(64), Dynamic: 4096}, args: func() []any { return made(k, 5) },
			}
			s, err := l.simulate(exact)
			if err != nil {
				t.Errorf("%s %s: %v", file, name, err)
				continue
			}
			if err := verify.Add(dir, programOf(k, text), s.launch, s.report, s.written, s.data); err != nil {
				t.Fatal(err)
			}
			list = append(list, l)
		}
	}
	if kernels < 60 {
		t.Errorf("%d kernels, want 60", kernels)
	}
	if err := writeAll(dir, nil, exact); err != nil {
		t.Fatal(err)
	}
	equal(t, list, dir)
}

// programOf describes a kernel for the host program that launches it.
func programOf(k *gpusim.Kernel, text string) *cudac.Program {
	p := &cudac.Program{Text: onlyCUDA + text, Kernel: k.Name()}
	for _, q := range k.Parameters() {
		name := strings.TrimSuffix(q.Type, "]")
		name = name[max(strings.LastIndex(name, "]"), strings.LastIndex(name, "["))+1:]
		ctype := cTypes[name]
		if ctype == "" {
			ctype = strings.ToLower(strings.TrimPrefix(name, "gpu."))
		}
		part := cudac.Part{Path: q.Name, C: q.Name, Type: ctype, Slice: q.Slice}
		declare := ctype + " " + q.Name
		if q.Slice {
			declare = ctype + "* " + q.Name
		}
		p.Params = append(p.Params, cudac.Param{Name: q.Name, Declare: declare, C: q.Name, Parts: []cudac.Part{part}})
	}
	return p
}

// cTypes are C's names of Go's types.
var cTypes = map[string]string{
	"float32": "float", "float64": "double", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
	"int32": "int", "uint32": "unsigned", "int": "int", "uint": "unsigned", "int64": "long long", "uint64": "unsigned long long", "bool": "bool",
}
