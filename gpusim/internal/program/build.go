// Package program builds and starts whole CUDA programs: nvcc or clang compiles the files, the
// simulated runtime of package cudart is linked in place of libcudart, and the program runs as a
// process of its own with the simulator at the other end of a socket.
//
// Of a program that is built already, with a shared libcudart, only that library is replaced
// (built.go).
//
// What was built is kept in the user's cache, by the text of all files that took part.
package program

// This file builds programs from their sources.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/toolchain"
)

// Source is what a program is built from.
type Source struct {
	Files    []string        // .cu, .cpp and .c
	Input    toolchain.Input // -I, -D, -use_fast_math, and the device
	Flags    []string        // more flags for the compiler; -Xcompiler, -l and -L also for the link
	Compiler Compiler
}

// Compiler makes objects, and programs of them.
type Compiler interface {
	// identity is what the compiler is found by, and its version.
	identity() []string
	// object compiles a file of CUDA C++, C++ or C, and writes a rule of make that says what it read.
	object(ctx context.Context, s *Source, file, to, rule string) error
	// host runs the host's compiler, which links, too.
	host(ctx context.Context, args ...string) error
	// headers is the folder of cuda_runtime_api.h.
	headers() string
}

// Program is a program that can run.
type Program struct {
	Path    string
	runtime string // a library that takes the place of libcudart; "" where that is linked in
}

// The files of a folder in the cache: the program, and the files that it was made of.
const (
	programName = "program"
	usesName    = "uses.json"
)

// Build compiles and links a program, or finds it in the cache.
func Build(ctx context.Context, s *Source) (*Program, error) {
	cache, err := toolchain.Cache()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "programs", s.key())
	p := &Program{Path: filepath.Join(dir, programName)}
	if current(dir) {
		return p, nil
	}
	work, err := os.MkdirTemp("", "gpusim-program-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	uses := toolchain.Uses{}
	objects, err := s.compile(ctx, work, uses)
	if err != nil {
		return nil, err
	}
	if err := s.link(ctx, objects, filepath.Join(work, programName)); err != nil {
		return nil, err
	}
	return p, keep(work, dir, uses)
}

// key names a program in the cache: its files by path, the flags, the compiler and the runtime.
func (s *Source) key() string {
	h := sha256.New()
	for _, f := range s.Files {
		abs, err := filepath.Abs(f)
		if err != nil {
			abs = f
		}
		fmt.Fprintln(h, abs)
	}
	fmt.Fprintf(h, "%q %+v %q %s", s.Flags, s.Input, s.Compiler.identity(), cudart.Stub())
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// current reports whether a folder of the cache holds a program whose files are as they were.
func current(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, usesName))
	var uses toolchain.Uses
	if err != nil || json.Unmarshal(text, &uses) != nil || !uses.Current() {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, programName))
	return err == nil
}

// keep moves a program into the cache. The list of files comes last: without it the folder is not
// used.
func keep(work, dir string, uses toolchain.Uses) error {
	text, err := json.Marshal(uses)
	if err != nil {
		return err
	}
	program, err := os.ReadFile(filepath.Join(work, programName))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := toolchain.Replace(filepath.Join(dir, programName), program, 0o700); err != nil {
		return err
	}
	return toolchain.Replace(filepath.Join(dir, usesName), text, 0o600)
}

// compile makes the objects of all files and of the runtime, and lists what took part.
func (s *Source) compile(ctx context.Context, work string, uses toolchain.Uses) ([]string, error) {
	var objects []string
	for i, file := range s.Files {
		object, deps := filepath.Join(work, fmt.Sprintf("%d.o", i)), filepath.Join(work, fmt.Sprintf("%d.d", i))
		if err := s.Compiler.object(ctx, s, file, object, deps); err != nil {
			return nil, withReason(err)
		}
		of, err := toolchain.UsesOf(deps)
		if err != nil {
			return nil, err
		}
		maps.DeleteFunc(of, func(path, _ string) bool { return filepath.Dir(path) == work }) // our own header
		maps.Copy(uses, of)
		objects = append(objects, object)
	}
	linked, err := compileLinked(ctx, s.Compiler, objects, work)
	if err != nil {
		return nil, err
	}
	runtime, err := compileRuntime(ctx, s.Compiler, work)
	return slices.Concat(objects, linked, []string{runtime}), err
}

// compileRuntime returns the object of the runtime. The cache keeps it: compiling it takes as long as
// compiling a small program.
func compileRuntime(ctx context.Context, c Compiler, work string, flags ...string) (string, error) {
	cache, err := toolchain.Cache()
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %s", flags, c.identity(), cudart.Stub()))
	dir := filepath.Join(cache, "runtimes")
	kept := filepath.Join(dir, hex.EncodeToString(key[:16])+".o")
	if _, err := os.Stat(kept); err == nil {
		return kept, nil
	}
	text, object := filepath.Join(work, "runtime.cc"), filepath.Join(work, "runtime.o")
	if err := os.WriteFile(text, []byte(cudart.Stub()), 0o600); err != nil {
		return "", err
	}
	if err := c.host(ctx, append(flags, "-std=c++17", "-O2", "-I", c.headers(), "-c", text, "-o", object)...); err != nil {
		return "", err
	}
	code, err := os.ReadFile(object)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", err
	}
	return kept, toolchain.Replace(kept, code, 0o600)
}

// linked are the flags that the link takes, too: libraries, and what the host's compiler is told.
func (s *Source) linked() (list []string) {
	for i, f := range s.Flags {
		switch told, ok := strings.CutPrefix(f, "-Xcompiler="); {
		case ok:
			list = append(list, strings.Split(told, ",")...)
		case i > 0 && s.Flags[i-1] == "-Xcompiler":
			list = append(list, strings.Split(f, ",")...)
		case strings.HasPrefix(f, "-l") && f != "-lineinfo" || strings.HasPrefix(f, "-L"):
			list = append(list, f)
		}
	}
	return list
}

// maximumOutput is how much of what a compiler says is shown.
const maximumOutput = 8 << 10

// tool runs a compiler; the error is what it says.
func tool(ctx context.Context, name string, args ...string) error {
	text, err := toolchain.Run(ctx, name, args...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return errors.New(strings.TrimSpace(text[:min(len(text), maximumOutput)]))
	}
	return err
}

// link makes the program. The C++ compiler links: nvcc would ask for its own runtime.
func (s *Source) link(ctx context.Context, objects []string, to string) error {
	err := s.Compiler.host(ctx, slices.Concat(objects, s.linked(), []string{"-o", to, "-lpthread", "-lm"})...)
	if err == nil {
		return nil
	}
	missing := undefined(err.Error())
	if len(missing) == 0 {
		return err
	}
	var lines []string
	for _, name := range missing {
		lines = append(lines, name+": "+whyMissing(name))
	}
	return fmt.Errorf("the program cannot be linked:\n  %s", strings.Join(lines, "\n  "))
}
