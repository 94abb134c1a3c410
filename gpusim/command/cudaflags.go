package command

// This file is -compiler, and the flags of nvcc that change what a file in CUDA C means: -I, -D
// and -use_fast_math.

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/source"
)

// cudaFlags are flags for a file in CUDA C.
type cudaFlags struct {
	folders, macros []string
	fast            bool
	compiler        compilerValue
}

// compilerValue is a source.Compiler as a flag.
type compilerValue source.Compiler

// String implements pflag.Value.
func (v *compilerValue) String() string { return source.Compiler(*v).String() }

// Set implements pflag.Value.
func (v *compilerValue) Set(name string) error {
	c, err := source.ParseCompiler(name)
	*v = compilerValue(c)
	return err
}

// Type implements pflag.Value.
func (v *compilerValue) Type() string { return "compiler" }

// flags adds the flags.
func (f *cudaFlags) flags(c *cobra.Command) {
	c.Flags().StringArrayVarP(&f.folders, "include", "I", nil, "`FOLDER` with files that a file .cu includes; repeat it for several")
	c.Flags().StringArrayVarP(&f.macros, "define", "D", nil, "`NAME[=VALUE]`: define a macro for a file .cu, as 1 without a value; repeat it for several")
	f.compiler = compilerValue(source.Any)
	c.Flags().Var(&f.compiler, "compiler", "what compiles a file .cu: own, the simulator's front end; nvcc; clang; or any: nvcc only for a kernel that the own front end refuses, where gpusim toolchain finds it")
	c.Flags().BoolVar(&f.fast, "use_fast_math", false, "compile a file .cu with approximate 32-bit division, square roots and functions, and with zeros for denormal floats")
}

// given reports whether a flag is given that only a file .cu can have.
func (f *cudaFlags) given() bool {
	return len(f.folders)+len(f.macros) > 0 || f.fast || f.compiler != compilerValue(source.Any) && f.compiler != compilerValue(source.Own)
}

var macro = regexp.MustCompile(`^([A-Za-z_]\w*(?:\([\w, ]*\))?)(?:=(.*))?$`)

// load reads a file with the flags, for a device.
func (f *cudaFlags) load(path string, device *arch.Spec) (source.Unit, error) {
	if !source.IsCUDA(path) {
		return nil, usagef("-I, -D, -use_fast_math and -compiler are for CUDA C, and %s is Go: name constants and gpu.FastSin and its like in the source", path)
	}
	o := source.CUDAOptions{Options: cfront.Options{FastMath: f.fast}, Compiler: source.Compiler(f.compiler), Device: device}
	if err := f.checkFolders(); err != nil {
		return nil, err
	}
	for _, text := range f.macros {
		m := macro.FindStringSubmatch(text)
		if m == nil {
			return nil, usagef("-D %s: %q is not NAME or NAME=VALUE, for example -D TILE=16", text, text)
		}
		value := m[2]
		if !strings.Contains(text, "=") {
			value = "1"
		}
		o.Preprocessor.Defines = append(o.Preprocessor.Defines, m[1]+" "+value)
	}
	o.Preprocessor.Folders = f.folders
	return source.LoadCUDA(path, o)
}

// checkFolders refuses a folder of -I that does not exist.
func (f *cudaFlags) checkFolders() error {
	for _, folder := range f.folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return usagef("-I %s: there is no such folder", folder)
		}
	}
	return nil
}

// before returns the flags and a file, as a command line has them.
func (f *cudaFlags) before(file string) string {
	text := ""
	for _, folder := range f.folders {
		text += fmt.Sprintf("-I %s ", folder)
	}
	for _, m := range f.macros {
		text += fmt.Sprintf("-D %s ", m)
	}
	if f.compiler != compilerValue(source.Any) {
		text += "-compiler " + f.compiler.String() + " "
	}
	if f.fast {
		text += "-use_fast_math "
	}
	return text + file
}
