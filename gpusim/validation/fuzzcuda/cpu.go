package fuzzcuda

// This file runs programs on the CPU.

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// onCPU declares what CUDA C has and C++ has not.
//
//go:embed cpu.h
var onCPU string

// Common are functions that all programs call. They stand above the text of a program.
//
//go:embed common.h
var Common string

// Input returns the array in.
func Input() []uint32 {
	r := rand.New(rand.NewPCG(3, 3))
	list := make([]uint32, Inputs)
	for i := range list {
		list[i] = r.Uint32() >> r.IntN(32)
	}
	copy(list, []uint32{0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 255, 128})
	return list
}

// Compiler returns the path of a C++ compiler that computes what nvcc does; "" where none is
// installed. G++ is none: in a[i++] += i it reads i last, and 0.0f - false is its -0.0f.
func Compiler() string {
	path, err := exec.LookPath("clang++")
	if err != nil {
		return ""
	}
	return path
}

// CPU compiles programs as C++ in the folder dir, with more flags of the compiler, and
// returns what each of them writes.
func CPU(compiler, dir string, list []Program, flags ...string) ([][]uint64, error) {
	text := onCPU + Common
	for i, p := range list {
		text += fmt.Sprintf("namespace program%d {\n%s}\n", i, p.Text)
	}
	text += "int main() {\n"
	for i := range list {
		text += fmt.Sprintf("\trun(program%d::K);\n", i)
	}
	file, binaryFile := filepath.Join(dir, "programs.cpp"), filepath.Join(dir, "programs")
	if err := os.WriteFile(file, []byte(inputText()+text+"}\n"), 0o600); err != nil {
		return nil, err
	}
	args := append([]string{"-std=c++17", "-O0", "-w", "-fwrapv", "-ffp-contract=off", "-o", binaryFile, file}, flags...)
	cmd := exec.Command(compiler, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling random programs as C++: %w\n%s", err, out)
	}
	out, err := exec.Command(binaryFile).Output()
	if err != nil {
		return nil, fmt.Errorf("running random programs: %w", err)
	}
	if len(out) != len(list)*Threads*8 {
		return nil, fmt.Errorf("the programs wrote %d bytes, want %d", len(out), len(list)*Threads*8)
	}
	results := make([][]uint64, len(list))
	for i := range results {
		results[i] = make([]uint64, Threads)
		if _, err := binary.Decode(out[i*Threads*8:], binary.LittleEndian, results[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// inputText writes Input as a C array.
func inputText() string {
	var list []string
	for _, x := range Input() {
		list = append(list, fmt.Sprintf("%du", x))
	}
	return fmt.Sprintf("static const unsigned input[] = {%s};\n#define THREADS %d\n", strings.Join(list, ", "), Threads)
}
