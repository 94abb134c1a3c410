package main

// This file asks nvcc what the chapters say of its code: which instructions it makes of the kernels in their cells.

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
)

// sentence is a part of a chapter's text, and what holds in nvcc's code for sm_90 if it is true.
type sentence struct {
	chapter, text string
	holds         []instructions
}

// instructions says how often the code of a kernel matches an expression: between least and most times.
type instructions struct {
	kernel, match string
	least, most   int
}

const (
	orMore    = 1 << 20
	globally  = `\bLDG\.`
	words     = `\bLDG\.E `
	pairs     = `\bLDG\.E\.64 `
	fours     = `\bLDG\.E\.128 `
	readOnly  = `\bLDG\.E\.(\d+\.)?CONSTANT`
	stores    = `\bSTG\.`
	branches  = `\b(BRA|BSSY)\b` // a kernel has one behind its end
	divergent = `\bBSSY\b`
)

var sentences = []sentence{
	{"04", "one `EXIT` ends the lanes whose condition is false", []instructions{{"Positive", branches, 1, 1}, {"Positive", `@!?P\d EXIT`, 1, 1}}},
	{"04", "gives the four operations of a body a predicate (section 6), and tests four ways per round of its loop", []instructions{{"Ways", `@!?P\d FFMA`, 16, orMore}, {"Ways", divergent, 0, 0}}},
	{"07", "makes two loads of 8 sectors each", []instructions{{"Sum2", words, 2, 2}, {"Sum2a", pairs, 1, 1}}},
	{"07", "makes three loads of 4 bytes", []instructions{{"Sum3", words, 3, 3}}},
	{"07", "`P4a`", []instructions{{"Sum4", words, 4, 4}, {"Sum4a", fours, 1, 1}}},
	{"14", "`ATOMS.POPC.INC`, an instruction since cc 8.0", []instructions{{"Tally", `ATOMS\.POPC\.INC`, 1, orMore}, {"Ticket", `ATOMS\.POPC\.INC`, 0, 0}}},
	{"14", "loads four of them at once", []instructions{{"InStep", `\bLDS\.128`, 1, orMore}, {"Staggered", `\bLDS\.(64|128)`, 0, 0}}},
	{"15", "A compiler keeps a value in a register", []instructions{{"Plain", globally, 1, 1}, {"Volatile", `LDG\.E\.STRONG`, 8, 8}}},
	{"16", "nvcc does the same: the profiler counted no", []instructions{{"Halves", `@!?P\d STS`, 1, orMore}}},
	{"16", "The compiler keeps a branch around a body that long", []instructions{{"LogSumHalves", divergent, 1, orMore}}},
	{"18", "marks every load of the array: nine in `WindowReadOnly`", []instructions{{"WindowReadOnly", readOnly, 9, 9}, {"Window", readOnly, 0, 0}, {"Mixed", readOnly, 1, 1}}},
	{"18", "the compiler must store each sum before the next load", []instructions{{"Gather", stores, 4, orMore}, {"GatherReadOnly", stores, 1, 1}}},
	{"19", "the compiler selects one of two values", []instructions{{"Running", divergent, 0, 0}, {"Running", branches, 1, 1}}},
}

// TestSentencesOfChapters compares sentences about the compiler with what nvcc makes of the kernels.
func TestSentencesOfChapters(t *testing.T) {
	nvcc, ptxas, nvdisasm := toolchain.Find("nvcc"), toolchain.Find("ptxas"), toolchain.Find("nvdisasm")
	if !nvcc.Found() || !ptxas.Found() || !nvdisasm.Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	var list []kernelIn
	at := map[string]int{}
	for _, k := range listed(t, inBooks) {
		chapter := chapterOf(k)[:2]
		wanted := slices.ContainsFunc(sentences, func(s sentence) bool {
			return s.chapter == chapter && slices.ContainsFunc(s.holds, func(i instructions) bool { return i.kernel == k.name })
		})
		if wanted {
			at[chapter+" "+k.name] = len(list)
			list = append(list, k)
		}
	}
	code := machineCode(t, nvcc, ptxas, nvdisasm, list)
	checked := 0
	for _, s := range sentences {
		if !strings.Contains(textOf(t, s.chapter), s.text) {
			t.Errorf("chapter %s does not say %q", s.chapter, s.text)
		}
		for _, i := range s.holds {
			n, ok := at[s.chapter+" "+i.kernel]
			if !ok {
				t.Errorf("chapter %s has no kernel %s", s.chapter, i.kernel)
				continue
			}
			checked++
			if got := len(regexp.MustCompile(i.match).FindAllString(code[n], -1)); got < i.least || got > i.most {
				t.Errorf("%q: %s has %d instructions that match %s, want %d to %d:\n%s", s.text, i.kernel, got, i.match, i.least, i.most, code[n])
			}
		}
	}
	t.Logf("nvcc %s confirms %d sentences by %d counts of instructions", nvcc.Version, len(sentences), checked)
}

// machineCode returns the machine code of kernels for sm_90, by their place in the list.
func machineCode(t *testing.T, nvcc, ptxas, nvdisasm *toolchain.Tool, list []kernelIn) map[int]string {
	t.Helper()
	dir, ctx := t.TempDir(), context.Background()
	file := filepath.Join(dir, "cells.cu")
	write(t, filepath.Join(dir, "host.cuh"), "")
	write(t, file, written(t, list))
	p, err := toolchain.Compile(ctx, nvcc, toolchain.Input{File: file, Major: 9})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cells.ptx"), string(p.Text))
	cubin := filepath.Join(dir, "cells.cubin")
	if out, err := toolchain.Run(ctx, ptxas.Path, "-arch="+p.Target, "-o", cubin, filepath.Join(dir, "cells.ptx")); err != nil {
		t.Fatal(err, out)
	}
	out, err := toolchain.Run(ctx, nvdisasm.Path, "-c", cubin)
	if err != nil {
		t.Fatal(err)
	}
	code := map[int]string{}
	section := regexp.MustCompile(`^\.text\._ZN(\d+)k(\d+)`)
	for _, part := range strings.Split(out, "\t.section\t")[1:] {
		if m := section.FindStringSubmatch(part); m != nil {
			length, _ := strconv.Atoi(m[1])
			n, _ := strconv.Atoi(m[2][:length-1])
			code[n] = part
		}
	}
	return code
}

// textOf returns the texts of a chapter.
func textOf(t *testing.T, chapter string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "notebooks", chapter+"_*.ipynb"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var n struct{ Cells []struct{ Source []string } }
	if err := json.Unmarshal(text, &n); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range n.Cells {
		b.WriteString(strings.Join(c.Source, ""))
	}
	return b.String()
}

// TestStoresToConstants: chapter 05 says what nvcc makes of a store to a constant.
func TestStoresToConstants(t *testing.T) {
	nvcc := toolchain.Find("nvcc")
	if !nvcc.Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	if text := "puts a `trap` where the store was"; !strings.Contains(textOf(t, "05"), text) {
		t.Errorf("chapter 05 does not say %q", text)
	}
	file := filepath.Join(t.TempDir(), "k.cu")
	write(t, file, "__constant__ float c[9];\n__global__ void change() { c[0] = 1; }\n")
	p, err := toolchain.Compile(context.Background(), nvcc, toolchain.Input{File: file, Major: 9})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(p.Text); !strings.Contains(text, "trap;") || strings.Contains(text, "st.") {
		t.Errorf("got\n%s\nwant a trap and no store", text)
	}
}
