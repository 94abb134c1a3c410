package toolchain

// This file installs tools from the Python registry, into folders of the user's cache.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Set is tools that are installed together.
type Set struct {
	Name     string
	Holds    string
	Licence  string
	Download string // how much
	folder   string // in the user's cache
	packages []string
	data     bool // nothing of the packages runs: those for Linux serve every system
}

// Sets are what can be installed. The versions of packages stand here alone.
var Sets = []*Set{{
	Name: "nvcc", Holds: "nvcc, ptxas and nvdisasm of CUDA 13.5, with headers", Download: "280 MB",
	Licence: cudaLicence,
	folder:  "cuda-13.5",
	packages: []string{
		"nvidia-cuda-nvcc==13.5.37", "nvidia-nvvm==13.5.37", "nvidia-cuda-crt==13.5.37", "nvidia-cuda-runtime==13.5.37",
		"nvidia-cuda-nvdisasm==13.5.37", "nvidia-cuda-cuobjdump==13.5.37", "nvidia-cuda-cccl==13.3.5.0.6",
		"nvidia-cuda-profiler-api==13.5.25", "nvidia-nvtx==13.5.25", "nvidia-curand==10.4.5.25", // headers of programs
	},
}, {
	Name: "clang", Holds: "clang 20, of Zig", Download: "90 MB",
	Licence:  "Apache License 2.0 with LLVM Exceptions, https://llvm.org/LICENSE.txt, and the MIT License of Zig",
	folder:   "clang-20",
	packages: []string{"ziglang==0.15.2"},
}, {
	Name: "headers", Holds: "what clang needs of CUDA 13.5: headers and libdevice (nvcc has them, too)", Download: "100 MB",
	Licence:  cudaLicence,
	folder:   "cuda-headers-13.5",
	packages: []string{"nvidia-cuda-runtime==13.5.37", "nvidia-cuda-crt==13.5.37", "nvidia-nvvm==13.5.37", "nvidia-cuda-cccl==13.3.5.0.6"},
	data:     true,
}}

const cudaLicence = "NVIDIA CUDA Toolkit End User License Agreement, https://docs.nvidia.com/cuda/eula/"

// setNamed returns the set of a name; nil for none.
func setNamed(name string) *Set {
	for _, s := range Sets {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Cache returns the folder of this module in the user's cache.
func Cache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "gpucourse"), nil
}

// Folder returns where the set is, or would be.
func (s *Set) Folder() (string, error) {
	cache, err := Cache()
	return filepath.Join(cache, s.folder), err
}

// folders lists the folders of Python's packages that hold the set: one, or none.
func (s *Set) folders() []string {
	dir, err := s.Folder()
	if err != nil || !exists(filepath.Join(dir, complete)) {
		return nil
	}
	return packagesIn(dir)
}

// packagesIn lists the folders of packages in an environment of Python.
func packagesIn(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, "lib", "python3*", "site-packages"))
	if len(list) == 0 { // on Windows
		list, _ = filepath.Glob(filepath.Join(dir, "Lib", "site-packages"))
	}
	return list
}

// Installed reports whether the set is in the user's cache.
func (s *Set) Installed() bool { return len(s.folders()) > 0 }

// Missing reports whether the tools of the set are neither in the user's cache nor on PATH.
func (s *Set) Missing() bool {
	if s.data {
		_, err := FindToolkit()
		return err != nil
	}
	return !Find(s.Name).Found()
}

// complete is a file that stands in a folder once all of a set is there. It lists the packages.
const complete = "complete"

// list is what the file complete holds.
func (s *Set) list() string { return strings.Join(s.packages, "\n") + "\n" }

// current reports whether the folder of the set has all packages that it has today.
func (s *Set) current(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, complete))
	return err == nil && string(text) == s.list()
}

// Install downloads a set. It tells on out what it does.
func (s *Set) Install(ctx context.Context, out io.Writer) error {
	dir, err := s.Folder()
	if err != nil {
		return fmt.Errorf("no folder for %s: %w", s.Name, err)
	}
	if s.current(dir) {
		fmt.Fprintf(out, "%s is installed: %s\n", s.Name, dir)
		return nil
	}
	python, err := python()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s (%s to download), into %s\n", s.Holds, s.Download, dir)
	if !s.Installed() { // an older set stays where it is, and gets what is new
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := s.download(ctx, python, dir); err != nil {
		if !s.Installed() {
			err = errors.Join(err, os.RemoveAll(dir))
		}
		return err
	}
	defer forget()
	return os.WriteFile(filepath.Join(dir, complete), []byte(s.list()), 0o644)
}

// download makes an environment of Python with the packages of the set.
func (s *Set) download(ctx context.Context, python, dir string) error {
	if out, err := installing(ctx, python, "-m", "venv", dir); err != nil {
		return fmt.Errorf("%s cannot make an environment in %s: %w\n%s\n(install its modules venv and ensurepip: on Debian and Ubuntu, apt-get install python3-venv)", python, dir, err, out)
	}
	inside := filepath.Join(dir, "bin", "python")
	if runtime.GOOS == "windows" {
		inside = filepath.Join(dir, "Scripts", "python.exe")
	}
	words := []string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}
	if list := packagesIn(dir); s.data && len(list) > 0 {
		words = append(words, "--no-deps", "--only-binary=:all:", "--platform=manylinux2014_x86_64", "--target="+list[0])
	}
	words = append(words, s.packages...)
	if out, err := installing(ctx, inside, words...); err != nil {
		return fmt.Errorf("pip cannot install %s: %w\n%s\n(it needs a connection to https://pypi.org or to the registry that pip is set to)", strings.Join(s.packages, " "), err, out)
	}
	return nil
}

// installing runs a command of Install, and returns the end of what it printed.
func installing(ctx context.Context, program string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	const shown = 2000 // bytes
	return strings.TrimSpace(string(out[max(0, len(out)-shown):])), err
}

// python finds Python 3.
func python() (string, error) {
	for _, name := range []string{"python3", "python"} {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import sys; sys.exit(sys.version_info < (3, 8))").Run() == nil {
			return path, nil
		}
	}
	return "", errors.New("neither python3 nor python on PATH is Python 3.8 or newer, whose pip downloads the compilers (install it from https://www.python.org, or with apt-get install python3-venv)")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
