package program

// This file takes programs that are built already: they have a shared libcudart, of which ours takes
// the place.

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/toolchain"
)

// IsBuilt reports whether a file of a command line is a program, and no source.
func IsBuilt(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(elf.ELFMAG))
	f.Read(head)
	return string(head) == elf.ELFMAG
}

// Built returns a program that is built already. Its kernels come from the PTX in it.
func Built(ctx context.Context, path string) (*Program, error) {
	name, err := runtimeOf(path)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	library, err := sharedRuntime(ctx, name)
	return &Program{abs, library}, err
}

var sharedName = regexp.MustCompile(`^libcudart\.so\.(\d+)(\.\d+)?$`)

// runtimeOf returns the name of the libcudart that a program asks for.
func runtimeOf(path string) (string, error) {
	f, err := elf.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s is no program of this system: %w", path, err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if i := slices.IndexFunc(libraries, sharedName.MatchString); i >= 0 {
		return libraries[i], nil
	}
	if f.Section(".nv_fatbin") != nil {
		return "", fmt.Errorf("%s is linked with the static CUDA runtime, which asks for a driver; link it with: nvcc -cudart shared, and with -arch=compute_90 if it has no PTX", path)
	}
	return "", fmt.Errorf("%s asks for no libcudart and has no kernels", path)
}

// sharedRuntime returns our libcudart under a name, from the cache or made anew. Its structs are those
// of the toolkit's headers, so they must be of the same version.
func sharedRuntime(ctx context.Context, name string) (string, error) {
	toolkit, err := toolchain.FindToolkit()
	if err != nil {
		return "", fmt.Errorf("the program needs %s, which is made with the headers of NVIDIA's toolkit: %w", name, err)
	}
	if want := sharedName.FindStringSubmatch(name)[1]; strconv.Itoa(toolkit.Major()) != want {
		return "", fmt.Errorf("the program was built with CUDA %s and the headers here are of CUDA %d (%s), whose structs differ; build it with CUDA %d, or put the nvcc of CUDA %s on PATH",
			want, toolkit.Major(), toolkit.Include, toolkit.Major(), want)
	}
	c := &hostAlone{toolkit.Include}
	cache, err := toolchain.Cache()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "programs", (&Source{Files: []string{name}, Compiler: c}).key())
	library := filepath.Join(dir, name)
	if _, err := os.Stat(library); err == nil {
		return library, nil
	}
	work, err := os.MkdirTemp("", "gpusim-program-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	object, err := compileRuntime(ctx, c, work, "-fPIC")
	if err != nil {
		return "", err
	}
	// Programs ask for functions of a version that has the library's name.
	versions := filepath.Join(work, "versions")
	if err := os.WriteFile(versions, []byte(name+" { global: cuda*; __cuda*; local: *; };\n"), 0o600); err != nil {
		return "", err
	}
	made := filepath.Join(work, name)
	if err := c.host(ctx, "-shared", object, "-o", made, "-Wl,-soname,"+name, "-Wl,--version-script="+versions, "-lpthread"); err != nil {
		return "", err
	}
	text, err := os.ReadFile(made)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return library, toolchain.Replace(library, text, 0o700)
}

// hostAlone is the host's compiler where no kernel is compiled.
type hostAlone struct{ include string }

func (c *hostAlone) identity() []string { return []string{"c++", c.include} }

func (c *hostAlone) headers() string { return c.include }

func (c *hostAlone) host(ctx context.Context, args ...string) error { return tool(ctx, "c++", args...) }

func (c *hostAlone) object(context.Context, *Source, string, string, string) error {
	panic("BUG: a built program has no sources")
}

// environment is the program's, whose loader takes our library before it looks for another of that
// name.
func (p *Program) environment() []string {
	env := append(os.Environ(), "GPUSIM_WIRE=3,4")
	if p.runtime != "" {
		env = append(env, "LD_PRELOAD="+strings.TrimSuffix(p.runtime+":"+os.Getenv("LD_PRELOAD"), ":"))
	}
	return env
}
