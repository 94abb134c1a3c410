package program

// This file asks nvcc and clang.

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/toolchain"
)

// NVCC is nvcc, with the C++ compiler of this machine for the host's part.
type NVCC struct {
	path    string // of the file itself, beside which its headers lie
	version string
}

// NewNVCC returns nvcc.
func NewNVCC(t *toolchain.Tool) (*NVCC, error) {
	path, err := filepath.EvalSymlinks(t.Path)
	return &NVCC{path, t.Version}, err
}

func (c *NVCC) identity() []string { return []string{c.path, c.version, removed} }

// removed is a header with what CUDA 13 has no more.
//
//go:embed removed.h
var removed string

func (c *NVCC) headers() string { return filepath.Join(filepath.Dir(filepath.Dir(c.path)), "include") }

func (c *NVCC) host(ctx context.Context, args ...string) error { return tool(ctx, "c++", args...) }

func (c *NVCC) object(ctx context.Context, s *Source, file, to, rule string) error {
	// PTX and no machine code, as plain text; the runtime comes at the link. The host's part has the
	// lines of its calls.
	header := filepath.Join(filepath.Dir(to), "removed.h")
	if err := os.WriteFile(header, []byte(removed), 0o600); err != nil {
		return err
	}
	code := "compute_" + s.Input.Architecture()
	args := []string{"-include", header, "-Xcompiler", "-g1", "-arch=" + code, "-code=" + code, "-cudart=none", "--no-compress", "--extended-lambda", "-lineinfo", "-O2", "-MD", "-MF", rule}
	return tool(ctx, c.path, slices.Concat(args, s.Input.NVCC(), s.Flags, []string{"-c", file, "-o", to})...)
}

// Clang is clang for both parts. That of Zig brings the host's libraries and linker, too, for
// Linux, macOS and Windows.
type Clang struct{ *toolchain.Clang }

// NewClang returns clang for programs of this machine, or of another: "aarch64-macos".
func NewClang(ctx context.Context, t *toolchain.Tool, system string) (*Clang, error) {
	c, err := toolchain.NewClang(ctx, t, system)
	return &Clang{c}, err
}

func (c *Clang) identity() []string {
	return slices.Concat([]string{c.Path, c.Version, c.Toolkit.Include}, c.Device(&toolchain.Input{}, ""))
}

func (c *Clang) headers() string { return c.Toolkit.Include }

func (c *Clang) host(ctx context.Context, args ...string) error {
	path, first := c.CXX()
	return tool(ctx, path, append(first, args...)...)
}

func (c *Clang) object(ctx context.Context, s *Source, file, to, rule string) error {
	if ext := strings.ToLower(filepath.Ext(file)); ext != ".cu" {
		flags := slices.Concat(s.Input.Preprocessor(), s.Flags, []string{"-O2", "-w", "-I", c.headers(), "-MD", "-MF", rule, "-c", file, "-o", to})
		if ext != ".c" {
			flags = append(flags, "-std=c++17")
		}
		return c.host(ctx, flags...)
	}
	ptx := to + ".ptx"
	device := slices.Concat(c.Args, c.Device(&s.Input, "sm_"+s.Input.Architecture()), s.Flags, []string{"-MD", "-MF", rule, file, "-o", ptx})
	if err := tool(ctx, c.Path, device...); err != nil {
		if strings.Contains(err.Error(), "reference to __host__ variable") {
			err = fmt.Errorf("%w\nclang has no __managed__ variables: use -compiler nvcc, or memory of cudaMallocManaged", err)
		}
		return err
	}
	if err := endWithZero(ptx); err != nil {
		return err
	}
	return tool(ctx, c.Path, slices.Concat(c.Args, c.Host(&s.Input, ptx), s.Flags, []string{"-g1", "-c", file, "-o", to})...)
}

// endWithZero adds the end of a text in memory: clang puts the bytes of the file alone into the program.
func endWithZero(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{0})
	return cmp.Or(err, f.Close())
}
