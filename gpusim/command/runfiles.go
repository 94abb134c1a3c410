package command

// This file looks at the files that gpusim run names, before anything runs.

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/program"
)

// checkSources refuses what is no file of a program.
func (o *runOptions) checkSources(files []string) error {
	for _, f := range files {
		info, err := os.Stat(f)
		switch {
		case err != nil:
			return usagef("%w; arguments of the program stand after --", err)
		case info.IsDir():
			return usagef("%s is a folder: name the files .cu of the program that are in it", f)
		}
		if err := o.checkSource(f); err != nil {
			return err
		}
	}
	return nil
}

// hostEndings are the endings of files that a compiler takes beside files .cu.
var hostEndings = []string{".c", ".cc", ".cpp", ".cxx", ".o", ".a", ".so"}

// checkSource refuses a file whose ending makes no compiler read it as CUDA C, unless -x of nvcc does.
func (o *runOptions) checkSource(file string) error {
	ending := filepath.Ext(file)
	switch host := slices.Contains(hostEndings, ending); {
	case ending == ".cu" || slices.Contains(strings.Fields(o.nvcc), "-x") || host && !hasKernels(file) || program.IsBuilt(file):
		return nil
	case ending == ".go":
		return usagef("%s is Go, and has no main() in CUDA C: gpusim profile runs its kernels", file)
	case host:
		return usagef("%s has kernels or launches, which are compiled in files .cu alone: call it %s.cu", file, strings.TrimSuffix(file, ending))
	}
	return usagef("%s is no file .cu: a program is files .cu, .cpp and .c, or one that nvcc has built", file)
}

// hasKernels reports whether a source has kernels or launches.
func hasKernels(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && (bytes.Contains(text, []byte("__global__")) || bytes.Contains(text, []byte("<<<")))
}

// checkOutputs refuses files that cannot be written, that are files of the program, or that are named
// twice.
func (o *runOptions) checkOutputs(sources []string) error {
	taken := slices.Clone(sources)
	for _, f := range runFiles {
		path := *o.files[f.flag]
		if path == "" {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return usagef("-%s %s: that is a folder; name a file", f.flag, path)
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return usagef("-%s %s: there is no folder %s", f.flag, path, filepath.Dir(path))
		}
		if slices.Contains(hostEndings, filepath.Ext(path)) || filepath.Ext(path) == ".cu" {
			return usagef("-%s %s: that is the name of a source; name another file", f.flag, path)
		}
		if i := slices.IndexFunc(taken, func(other string) bool { return sameFile(other, path) }); i >= 0 {
			return usagef("-%s %s: %s is read or written already; name another file", f.flag, path, taken[i])
		}
		taken = append(taken, path)
	}
	return nil
}

// sameFile reports whether two paths name one file, which may not exist yet.
func sameFile(a, b string) bool {
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		return os.SameFile(first, second)
	}
	one, err1 := filepath.Abs(a)
	two, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && one == two
}
