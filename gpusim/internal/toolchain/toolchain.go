// Package toolchain finds, installs and runs the real compilers: nvcc, ptxas and nvdisasm of
// NVIDIA, and clang. None of them needs a GPU, and nothing of the course needs them.
//
// clang compiles CUDA C++ with NVIDIA's headers and libdevice, and with headers of ours for what nvcc
// defines itself (the folder clang).
//
// A tool is looked for on PATH and then in the user's cache, where Install puts it. Compile makes
// PTX of a file in CUDA C and keeps it in the cache, by its content; Assembled asks ptxas for the
// registers of PTX. Each run of a tool is bounded in time and in what it prints.
package toolchain

// This file finds the tools.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Tool is a program that was found, or that is missing.
type Tool struct {
	Name    string
	Path    string   // "" where it is missing
	Args    []string // before those of its caller
	Version string   // "13.5.37"
	Cached  bool     // it is in the user's cache, not on PATH
	Old     string   // a program on PATH that is too old to be used, with its version
}

// Found reports whether the tool can be used.
func (t *Tool) Found() bool { return t.Path != "" }

// wanted is a tool with the package that holds it.
type wanted struct {
	name, set string
	oldest    int      // the oldest major version that is used; 0: any
	within    string   // the program in the folder of Python's packages
	args      []string // of the program there
}

// wants are the tools.
var wants = []wanted{
	{name: "nvcc", set: "nvcc", within: "nvidia/cu13/bin/nvcc"},
	{name: "ptxas", set: "nvcc", within: "nvidia/cu13/bin/ptxas"},
	{name: "nvdisasm", set: "nvcc", within: "nvidia/cu13/bin/nvdisasm"},
	{name: "clang", set: "clang", oldest: 16, within: "ziglang/zig", args: []string{"clang"}}, // the first that knows sm_90
}

var found struct {
	sync.Mutex
	tools map[string]*Tool
}

// All lists all tools.
func All() (list []*Tool) {
	for _, w := range wants {
		list = append(list, Find(w.name))
	}
	return list
}

// Find looks for a tool, once.
func Find(name string) *Tool {
	found.Lock()
	defer found.Unlock()
	if found.tools[name] == nil {
		if found.tools == nil {
			found.tools = map[string]*Tool{}
		}
		found.tools[name] = find(name)
	}
	return found.tools[name]
}

// forget makes Find look again.
func forget() {
	found.Lock()
	defer found.Unlock()
	found.tools = nil
}

func find(name string) *Tool {
	t := &Tool{Name: name}
	for _, w := range wants {
		if w.name != name {
			continue
		}
		if path, err := exec.LookPath(name); err == nil && t.use(path, nil, w.oldest) {
			return t
		}
		for _, packages := range setNamed(w.set).folders() {
			for _, ending := range []string{"", ".exe"} {
				path := filepath.Join(packages, filepath.FromSlash(w.within)) + ending
				if info, err := os.Stat(path); err == nil && !info.IsDir() && t.use(path, w.args, w.oldest) {
					t.Cached = true
					return t
				}
			}
		}
	}
	return t
}

var version = regexp.MustCompile(`(?:V|version )(\d+(?:\.\d+)+)`)

// use takes a program for the tool, if it runs and is new enough.
func (t *Tool) use(path string, args []string, oldest int) bool {
	out := run(context.Background(), mostCPU, path, append(args, "--version")...)
	m := version.FindStringSubmatch(out.text)
	if out.err != nil || m == nil {
		return false
	}
	major, _, _ := strings.Cut(m[1], ".")
	if n, _ := strconv.Atoi(major); n < oldest {
		t.Old = path + " " + m[1]
		return false
	}
	t.Path, t.Args, t.Version = path, args, m[1]
	return true
}
