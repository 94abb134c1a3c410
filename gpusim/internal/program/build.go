// Package program builds and starts whole CUDA programs: nvcc compiles the files, the simulated
// runtime of package cudart is linked in place of libcudart, and the program runs as a process of
// its own with the simulator at the other end of a socket.
//
// What was built is kept in the user's cache, by the text of all files that took part.
package program

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
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cudart"
	"gpucourse/gpusim/internal/toolchain"
)

// Source is what a program is built from.
type Source struct {
	Files    []string // .cu, .cpp and .c
	Flags    []string // for nvcc: -I, -D, -std …; -Xcompiler, -l and -L also for the link
	Arch     string   // "compute_90"
	Compiler string   // the path of nvcc
	Headers  string   // the folder of cuda_runtime_api.h
}

// The files of a folder in the cache: the program, and the files that it was made of.
const (
	programName = "program"
	usesName    = "uses.json"
)

// Build compiles and links a program, or finds it in the cache, and returns its path.
func Build(ctx context.Context, s *Source) (string, error) {
	cache, err := toolchain.Cache()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "programs", s.key())
	path := filepath.Join(dir, programName)
	if current(dir) {
		return path, nil
	}
	work, err := os.MkdirTemp("", "gpusim-program-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	uses := toolchain.Uses{}
	objects, err := s.compile(ctx, work, uses)
	if err != nil {
		return "", err
	}
	if err := link(ctx, append(objects, s.linked()...), filepath.Join(work, programName)); err != nil {
		return "", err
	}
	return path, keep(work, dir, uses)
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
	fmt.Fprintln(h, s.Flags, s.Arch, s.Compiler, cudart.Stub())
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
		// PTX and no machine code, as plain text; the runtime comes at the link.
		// The host's part has the lines of its calls.
		args := append([]string{"-Xcompiler", "-g1", "-arch=" + s.Arch, "-code=" + s.Arch, "-cudart=none", "--no-compress", "-lineinfo", "-O2", "-MD", "-MF", deps}, s.Flags...)
		if err := tool(ctx, s.Compiler, append(args, "-c", file, "-o", object)...); err != nil {
			return nil, withReason(err)
		}
		of, err := toolchain.UsesOf(deps)
		if err != nil {
			return nil, err
		}
		maps.Copy(uses, of)
		objects = append(objects, object)
	}
	text, object := filepath.Join(work, "runtime.cc"), filepath.Join(work, "runtime.o")
	if err := os.WriteFile(text, []byte(cudart.Stub()), 0o600); err != nil {
		return nil, err
	}
	return append(objects, object), tool(ctx, "c++", "-std=c++17", "-O2", "-I", s.Headers, "-c", text, "-o", object)
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

var missingHeader = regexp.MustCompile(`fatal error: (\S+): No such file`)

// withReason adds to a compiler's message that a header belongs to a closed library.
func withReason(err error) error {
	if m := missingHeader.FindStringSubmatch(err.Error()); m != nil && whyNot(m[1]) != "" {
		return fmt.Errorf("%w\n%s is a header of %s", err, m[1], whyNot(m[1]))
	}
	return err
}

// link makes the program. The C++ compiler links: nvcc would ask for its own runtime.
func link(ctx context.Context, objects []string, to string) error {
	err := tool(ctx, "c++", append(slices.Clone(objects), "-o", to, "-lpthread", "-lm")...)
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

var undefinedName = regexp.MustCompile("undefined reference to [`']([^'`]+)'")

// undefined lists the functions that a linker did not find.
func undefined(text string) []string {
	var names []string
	for _, m := range undefinedName.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// libraries are what a program cannot have here, by how its headers and functions begin in lower
// case: what it is, and what to do instead.
var libraries = []struct{ begins, what, instead string }{
	{"cublas", "cuBLAS" + closed, "write the product as a kernel"},
	{"cufft", "cuFFT" + closed, "write the transform as a kernel"},
	{"cusparse", "cuSPARSE" + closed, "write the product as a kernel"},
	{"cusolver", "cuSOLVER" + closed, "write the solver as a kernel"},
	{"cudnn", "cuDNN" + closed, "write the layer as a kernel"},
	{"cutensor", "cuTENSOR" + closed, "write the product as a kernel"},
	{"curand", "cuRAND's host part" + closed, "use curand_kernel.h in the kernel, or fill the array on the host"},
	{"npp", "NPP" + closed, "write the filter as a kernel"},
	{"nccl", "NCCL" + closed, "copy with cudaMemcpyPeer"},
	{"nvml", "NVML, which watches real GPUs", "leave it out"},
	{"nvrtc", "NVRTC, which compiles while the program runs", "put the kernel into a file .cu of the command line"},
	{"mpi", "MPI, and gpusim runs one process", "use one process"},
}

// closed says why a library of kernels cannot be simulated.
const closed = ", whose kernels exist as machine code alone"

// whyNot says why a program cannot have a library, and what to do instead; "" for a name of none.
func whyNot(name string) string {
	for _, l := range libraries {
		if strings.HasPrefix(strings.ToLower(name), l.begins) {
			return l.what + "; " + l.instead
		}
	}
	return ""
}

// whyMissing says why a function is not there.
func whyMissing(name string) string {
	switch {
	case strings.HasPrefix(name, "cuda"):
		return "the simulated runtime has no such function; gpusim run -help lists those that it has"
	case strings.HasPrefix(name, "__cudaRegisterLinkedBinary"):
		return "a program of separately compiled device code (-rdc=true) needs NVIDIA's linker; give gpusim one file that includes the others"
	}
	if why := whyNot(name); why != "" {
		return "a function of " + why
	}
	if strings.HasPrefix(name, "cu") {
		return "a function of the driver API, which the simulated runtime has not; use the runtime API"
	}
	return "no file of the command line defines it"
}
