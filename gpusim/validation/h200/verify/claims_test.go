package main

// This file asks nvcc what the chapters say of the compiler: which kernels of their cells use local memory.

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/toolchain"
)

// ofCompiler are the chapters about registers and local memory.
var ofCompiler = []string{"10_registers", "11_local_memory", "12_occupancy"}

// otherFrame are kernels that use local memory here and not under nvcc, or the reverse, with the reason.
var otherFrame = map[string]string{
	"11 ByIndex": "its array lies in the frame of the function that indexes it, under nvcc in the caller's",
}

// TestFramesOfChapters compares, for sm_90, which kernels of the notebooks' cells have a stack frame, and which spill.
func TestFramesOfChapters(t *testing.T) {
	nvcc := toolchain.Find("nvcc")
	if !nvcc.Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	byChapter, claims, known := map[string][]kernelIn{}, 0, 0
	for _, k := range listed(t, inBooks) {
		if *every || slices.Contains(ofCompiler, chapterOf(k)) {
			byChapter[chapterOf(k)] = append(byChapter[chapterOf(k)], k)
		}
	}
	for chapter, all := range byChapter {
		for i, nv := range assembled(t, nvcc, spec, all) {
			k := all[i]
			ours, err := compile.Kernel(k.unit, k.name, compile.Options{Spec: spec})
			if err != nil {
				continue // the device cannot run it
			}
			claims++
			name := chapter[:2] + " " + k.name
			why, listed := otherFrame[name]
			if listed {
				known++
			}
			if frames, spills := ours.LocalBytes > 0, ours.Usage.SpillLoads > 0; (frames != (nv.Stack > 0) || spills != (nv.SpillLoads > 0)) != listed {
				t.Errorf("%s: %d bytes of stack frame and %d of spill loads, nvcc %d and %d; listed: %q", name, ours.LocalBytes, ours.Usage.SpillLoads, nv.Stack, nv.SpillLoads, why)
			}
		}
	}
	if *every && known < len(otherFrame) {
		t.Errorf("%d of %d listed kernels were compared", known, len(otherFrame))
	}
	if claims < 30 {
		t.Errorf("%d kernels compared, want at least 30", claims)
	}
	t.Logf("%d of %d kernels have a stack frame and spills where nvcc %s gives them; the others are listed", claims-known, claims, nvcc.Version)
}

func chapterOf(k kernelIn) string {
	name := filepath.Base(k.place)
	return name[:len(name)-len(filepath.Ext(name))]
}

// assembled returns what ptxas says of kernels, by their place in the list. A program's constant variables must fit
// 64 KB; where those of all kernels do not, each half is a program.
func assembled(t *testing.T, nvcc *toolchain.Tool, spec *arch.Spec, list []kernelIn) map[int]toolchain.Assembled {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cells.cu")
	write(t, filepath.Join(filepath.Dir(file), "host.cuh"), "")
	write(t, file, written(t, list))
	p, err := toolchain.Compile(context.Background(), nvcc, toolchain.Input{File: file, Major: spec.CC.Major, Minor: spec.CC.Minor})
	if err != nil {
		t.Fatal(err)
	}
	byName, err := toolchain.Assemble(context.Background(), p, 0)
	if half := len(list) / 2; err != nil && strings.Contains(err.Error(), "too much global constant data") {
		if half == 0 {
			return nil
		}
		all := assembled(t, nvcc, spec, list[:half])
		for i, a := range assembled(t, nvcc, spec, list[half:]) {
			all[half+i] = a
		}
		return all
	}
	if err != nil {
		t.Fatal(err)
	}
	numbered := map[int]toolchain.Assembled{}
	// A name begins with the length of its namespace's, as _ZN3k427Product: k42.
	mangled := regexp.MustCompile(`^_ZN(\d+)k(\d+)`)
	for name, a := range byName {
		if m := mangled.FindStringSubmatch(name); m != nil {
			length, _ := strconv.Atoi(m[1])
			n, _ := strconv.Atoi(m[2][:length-1])
			numbered[n] = a
		}
	}
	return numbered
}
