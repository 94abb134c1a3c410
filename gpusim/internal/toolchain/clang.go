package toolchain

// This file says how clang is asked. It lacks what nvcc brings: the headers of the runtime and
// libdevice come from NVIDIA's packages, and the files of the folder clang define the variables
// and functions of a kernel.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

//go:embed clang/*.h
var ownHeaders embed.FS

// Toolkit is the parts of NVIDIA's toolkit that clang needs.
type Toolkit struct {
	Include   string // the folder of cuda_runtime.h
	Libdevice string // a file in LLVM's bitcode
}

var runtimeVersion = regexp.MustCompile(`(?m)^#define\s+CUDART_VERSION\s+(\d+)`)

// Major is the version of the runtime: 13. It is 0 where the headers do not say it.
func (t *Toolkit) Major() int {
	text, _ := os.ReadFile(filepath.Join(t.Include, "cuda_runtime_api.h"))
	m := runtimeVersion.FindSubmatch(text)
	if m == nil {
		return 0
	}
	return count(string(m[1])) / 1000
}

// FindToolkit looks beside nvcc and in the user's cache.
func FindToolkit() (*Toolkit, error) {
	var roots []string
	if nvcc := Find("nvcc"); nvcc.Found() {
		if path, err := filepath.EvalSymlinks(nvcc.Path); err == nil {
			roots = append(roots, filepath.Dir(filepath.Dir(path)))
		}
	}
	for _, packages := range setNamed("headers").folders() {
		roots = append(roots, filepath.Join(packages, "nvidia", "cu13"))
	}
	for _, root := range roots {
		t := &Toolkit{Include: filepath.Join(root, "include"), Libdevice: filepath.Join(root, "nvvm", "libdevice", "libdevice.10.bc")}
		if exists(filepath.Join(t.Include, "cuda_runtime.h")) && exists(t.Libdevice) {
			return t, nil
		}
	}
	return nil, errors.New("clang needs the headers of NVIDIA's toolkit: gpusim toolchain install headers")
}

// Clang compiles CUDA C++ with clang.
type Clang struct {
	*Tool
	Toolkit *Toolkit
	own     string   // the folder of our headers
	system  string   // "x86_64-linux-gnu"
	host    []string // flags of its headers
}

// NewClang returns clang with all that it needs to compile for a system: "x86_64-linux-gnu",
// "aarch64-macos", "x86_64-windows-gnu"; "" for this machine. Only clang of Zig knows other systems.
func NewClang(ctx context.Context, t *Tool, system string) (*Clang, error) {
	system = cmp.Or(system, thisSystem())
	toolkit, err := FindToolkit()
	if err != nil {
		return nil, err
	}
	own, err := headersFolder()
	if err != nil {
		return nil, err
	}
	flags, err := t.hostFlags(ctx, system)
	return &Clang{t, toolkit, own, system, flags}, err
}

// thisSystem is this machine as Zig names it.
func thisSystem() string {
	cpu := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	return cmp.Or(cpu, runtime.GOARCH) + map[string]string{"linux": "-linux-gnu", "darwin": "-macos", "windows": "-windows-gnu"}[runtime.GOOS]
}

// CXX returns the C++ compiler of the host, which links, with its first arguments.
func (c *Clang) CXX() (path string, args []string) {
	if c.ofZig() {
		return c.Path, []string{"c++", "-target", c.system}
	}
	return "c++", nil
}

// headersFolder returns a folder of the user's cache with our headers. Its name changes with them, and
// with it the key of what was compiled.
var headersFolder = sync.OnceValues(func() (string, error) {
	cache, err := Cache()
	if err != nil {
		return "", err
	}
	names, err := fs.Glob(ownHeaders, "clang/*.h")
	if err != nil {
		return "", err
	}
	texts, all := map[string][]byte{}, sha256.New()
	for _, name := range names {
		if texts[name], err = ownHeaders.ReadFile(name); err != nil {
			return "", err
		}
		all.Write(texts[name])
	}
	dir := filepath.Join(cache, fmt.Sprintf("clang-headers-%x", all.Sum(nil)[:8]))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for name, text := range texts {
		to := filepath.Join(dir, path.Base(name))
		if !exists(to) {
			err = cmp.Or(err, Replace(to, text, 0o644))
		}
	}
	return dir, err
})

// hostFlags returns the flags that tell clang of Zig where a host's headers lie: only zig c++ knows,
// and only zig clang compiles CUDA. Another clang knows its own.
func (t *Tool) hostFlags(ctx context.Context, host string) ([]string, error) {
	if !t.ofZig() {
		return nil, nil
	}
	out := run(ctx, mostCPU, t.Path, "c++", "-target", host, "-E", "-v", "-x", "c++", os.DevNull)
	at := strings.Index(out.text, " -cc1 ")
	if out.err != nil || at < 0 {
		return nil, fmt.Errorf("zig does not say how it compiles for %s: %w\n%s", host, out.err, out.text)
	}
	line, _, _ := strings.Cut(out.text[at:], "\n")
	flags, words := []string{"-target", host, "-nostdinc"}, strings.Fields(line)
	for i, w := range words[:len(words)-1] {
		if w == "-D" || w == "-isystem" {
			flags = append(flags, w, words[i+1])
		}
	}
	return flags, nil
}

// ofZig reports whether clang is a part of Zig.
func (t *Tool) ofZig() bool { return slices.Equal(t.Args, []string{"clang"}) }

// targets implements dialect.
func (c *Clang) targets() []int {
	return targetsIn(c.run(context.Background(), "--print-supported-cpus", "--target=nvptx64").text)
}

// language are the flags of both sides.
func (c *Clang) language(in *Input) []string {
	flags := slices.Concat(c.host, []string{
		"-x", "cuda", "-nocudainc", "-nocudalib", "-fdeclspec", "-std=c++17", "-w",
		// Today's protocol of launches, and what nvcc lets pass.
		"-Xclang", "-target-sdk-version=12.0", "-Xclang", "-fcuda-allow-variadic-functions",
		"-isystem", c.Toolkit.Include, "-isystem", filepath.Join(c.Toolkit.Include, "cccl"), "-include", filepath.Join(c.own, "device.h"), "-idirafter", c.own,
	})
	return append(flags, in.Preprocessor()...)
}

// Host are the flags that make an object of the host's part of a file, with PTX in it.
func (c *Clang) Host(in *Input, ptx string) []string {
	return append(c.language(in), "--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, "-O2")
}

// Device implements dialect.
func (c *Clang) Device(in *Input, target string) []string {
	flags := append(c.language(in), "--cuda-device-only", "--cuda-gpu-arch="+target, "--cuda-feature=+"+newestPTX(target), "-O3", "-S", "-gline-directives-only",
		"-Xclang", "-mlink-builtin-bitcode", "-Xclang", c.Toolkit.Libdevice, "-mllvm", "-nvvm-reflect-enable=0")
	if in.FastMath {
		flags = append(flags, "-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero", "-mllvm", "-nvptx-prec-divf32=0", "-mllvm", "-nvptx-prec-sqrtf32=0")
	}
	return flags
}

// newestPTX is the version of PTX that clang is asked for: its own choice is the oldest for a target,
// without votes and shuffles. The oldest clang in use writes 7.8, and those that know Blackwell 8.7.
func newestPTX(target string) string {
	if len(target) > len("sm_90a") {
		return "ptx87"
	}
	return "ptx78"
}
