package toolchain

// This file compiles CUDA C to PTX.

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gpucourse/gpusim/diag"
)

// Input is a file in CUDA C, with what a compiler's command line says of it.
type Input struct {
	File     string
	Folders  []string // of files that it includes
	Macros   []string // NAME or NAME=VALUE
	FastMath bool     // -use_fast_math
	// Major and Minor are the compute capability of the device that code is for.
	Major, Minor int
	// Instances are template kernels with arguments, "scale<float,256>", beside those that the
	// file instantiates.
	Instances []string
	// MostCPU is the processor time that each process of the compiler may take; 0 is a minute.
	MostCPU time.Duration
}

// PTX is what a compiler made of a file.
type PTX struct {
	Text     []byte `json:"-"`
	Compiler string // "nvcc 13.5.37"
	Target   string // "sm_90a"
}

// dialect is how a compiler is asked for PTX.
type dialect interface {
	// targets lists what the compiler makes PTX for, as 90 for sm_90.
	targets() []int
	// Device returns the flags that make PTX for a target, "sm_90".
	Device(in *Input, target string) []string
}

// dialectOf returns how a compiler is asked.
func dialectOf(ctx context.Context, t *Tool) (dialect, error) {
	if t.Name == "clang" {
		return NewClang(ctx, t, "")
	}
	return nvcc{t}, nil
}

// nvcc is the dialect of nvcc.
type nvcc struct{ *Tool }

func (t nvcc) targets() []int {
	return targetsIn(t.run(context.Background(), "--list-gpu-arch").text)
}

func (t nvcc) Device(in *Input, target string) []string {
	return append([]string{"-ptx", "-w", "-std=c++17", "-lineinfo", "-arch=" + target}, in.NVCC()...)
}

var targetName = regexp.MustCompile(`(?m)(?:sm|compute)_(\d+)\b`)

func targetsIn(text string) (list []int) {
	for _, m := range targetName.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		list = append(list, n)
	}
	return list
}

// target returns the newest target that a device of the input's compute capability can run, or
// the oldest where there is none.
func (in *Input) target(targets []int) int {
	best, oldest := 0, 0
	for _, n := range targets {
		if n <= 10*in.Major+in.Minor {
			best = max(best, n)
		}
		if oldest == 0 || n < oldest {
			oldest = n
		}
	}
	if best == 0 {
		best = oldest
	}
	return best
}

// Compile makes PTX of a file. The error is a diag.List where the compiler refuses the file.
func Compile(ctx context.Context, t *Tool, in Input) (*PTX, error) {
	d, err := dialectOf(ctx, t)
	if err != nil {
		return nil, err
	}
	target := in.target(d.targets())
	if target == 0 {
		return nil, fmt.Errorf("%s names no GPU that it compiles for", t.Path)
	}
	made := &PTX{Compiler: t.Name + " " + t.Version, Target: Target(target/10, target%10)}
	flags := d.Device(&in, made.Target)
	e := newEntry(t, &in, flags)
	if made.Text = e.read(); made.Text != nil {
		return made, nil
	}
	dir, err := os.MkdirTemp("", "gpusim")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file, err := in.withInstances(dir)
	if err != nil {
		return nil, err
	}
	ptx, uses := filepath.Join(dir, "k.ptx"), filepath.Join(dir, "k.d")
	out := t.runFor(ctx, cmp.Or(in.MostCPU, mostCPU), append(flags, "-MMD", "-MF", uses, "-o", ptx, file)...)
	if out.err != nil {
		return nil, refused(t, &in, out)
	}
	if made.Text, err = os.ReadFile(ptx); err != nil {
		return nil, err
	}
	e.write(made.Text, uses)
	return made, nil
}

// instancesFile is a file that includes the input.
const instancesFile = "gpusim_instances.cu"

// withInstances returns the file to compile: one that includes the input and names its instances,
// where there are any.
func (in *Input) withInstances(dir string) (string, error) {
	path, err := filepath.Abs(in.File)
	if err != nil || len(in.Instances) == 0 {
		return path, err
	}
	text := fmt.Sprintf("#include %q\n", path)
	for i, name := range in.Instances {
		text += fmt.Sprintf("auto gpusimInstance%d = &%s;\n", i, name)
	}
	file := filepath.Join(dir, instancesFile)
	return file, os.WriteFile(file, []byte(text), 0o644)
}

// NVCC returns the flags of nvcc that the input stands for.
func (in *Input) NVCC() []string {
	if in.FastMath {
		return append(in.Preprocessor(), "-use_fast_math")
	}
	return in.Preprocessor()
}

// Architecture is the compute capability as names of targets have it: "90a".
func (in *Input) Architecture() string { return strings.TrimPrefix(Target(in.Major, in.Minor), "sm_") }

// Target returns the target of a compute capability: "sm_90a". From 9.0 on, the target with "a" also has the
// instructions that later devices lack, such as wgmma.
func Target(major, minor int) string {
	const firstWithOwn = 9
	target := fmt.Sprintf("sm_%d%d", major, minor)
	if major >= firstWithOwn {
		target += "a"
	}
	return target
}

// Preprocessor returns the flags of folders and macros, which all compilers share.
func (in *Input) Preprocessor() (flags []string) {
	for _, folder := range in.Folders {
		flags = append(flags, "-I", folder)
	}
	for _, m := range in.Macros {
		flags = append(flags, "-D", m)
	}
	return flags
}

// The messages of nvcc's front end, and of the compiler whose preprocessor it runs.
var (
	ofEDG  = regexp.MustCompile(`^(.+?)\((\d+)\): (?:catastrophic error|error|fatal error)(?: #[\w-]+)?: (.*)$`)
	ofHost = regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?: (?:fatal )?error: (.*)$`)
)

// mostErrors bounds the messages of one run that are shown.
const mostErrors = 20

// refused makes of what a compiler printed the mistakes of a source.
func refused(t *Tool, in *Input, out output) error {
	var list diag.List
	for line := range strings.Lines(out.text) {
		line = strings.TrimSpace(line)
		m := ofEDG.FindStringSubmatch(line)
		if m != nil {
			m = []string{line, m[1], m[2], "", m[3]}
		} else if m = ofHost.FindStringSubmatch(line); m == nil {
			continue
		}
		at := diag.Pos{File: in.Named(m[1])}
		at.Line, _ = strconv.Atoi(m[2])
		at.Col, _ = strconv.Atoi(m[3])
		if filepath.Base(m[1]) == instancesFile {
			at = diag.Pos{File: in.File}
		}
		if len(list) < mostErrors {
			hint := "correct the source; " + t.Name + " says so, not this simulator"
			if Nested(m[4]) {
				hint = NestedLaunch
			}
			list = append(list, diag.Diagnostic{Pos: at, Code: diag.CompilerError, Message: t.Name + ": " + m[4], Hint: hint})
		}
	}
	if len(list) > 0 {
		return list
	}
	const shown = 1000 // bytes
	return fmt.Errorf("%s: %s %s failed (%w):\n%s", in.File, t.Name, t.Version, out.err, strings.TrimSpace(out.text[:min(shown, len(out.text))]))
}

// NestedLaunch is what to do with a kernel that launches a kernel.
const NestedLaunch = "launch the kernel from the host: the simulator has no kernels that launch kernels"

// Nested reports whether nvcc's message is about a kernel that launches a kernel.
func Nested(message string) bool {
	return strings.Contains(message, "kernel launch from __device__ or __global__ functions")
}

// Named returns the name of a file that a compiler names, as the input's own name is spelled: by its
// place beside the input. A file elsewhere keeps its name.
func (in *Input) Named(path string) string {
	base, err := filepath.Abs(in.File)
	if err != nil {
		return path
	}
	within, err := filepath.Rel(filepath.Dir(base), path)
	if err != nil || strings.HasPrefix(within, "..") {
		return path
	}
	return filepath.Join(filepath.Dir(in.File), within)
}
