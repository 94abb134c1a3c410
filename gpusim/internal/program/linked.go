package program

// This file links device code that nvcc compiled separately, with -rdc=true.

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// registration begins the names of functions that NVIDIA's linker of device code would make: each
// object calls one of its own when the program starts. It passes a function that registers its kernels
// and variables, and a wrapper of its code.
const registration = "__cudaRegisterLinkedBinary"

// compileLinked makes an object with these functions; none where no object calls one.
func compileLinked(ctx context.Context, c Compiler, objects []string, work string) ([]string, error) {
	var b strings.Builder
	for _, object := range objects {
		for _, name := range called(object, registration) {
			fmt.Fprintf(&b, "extern \"C\" void %s(void (*all)(void **), void *wrapper, void *, void (*)(void *)) { all(__gpusimRegisterLinked(wrapper)); }\n", name)
		}
	}
	if b.Len() == 0 {
		return nil, nil
	}
	text, object := filepath.Join(work, "linked.cc"), filepath.Join(work, "linked.o")
	if err := os.WriteFile(text, []byte("extern \"C\" void **__gpusimRegisterLinked(void *);\n"+b.String()), 0o600); err != nil {
		return nil, err
	}
	return []string{object}, c.host(ctx, "-O2", "-c", text, "-o", object)
}

// called lists the functions of other objects whose names begin so. Only nvcc compiles separately, and
// its objects are ELF.
func called(object, prefix string) (names []string) {
	f, err := elf.Open(object)
	if err != nil {
		return nil
	}
	defer f.Close()
	symbols, _ := f.Symbols() // an error is an object without symbols
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF && strings.HasPrefix(s.Name, prefix) {
			names = append(names, s.Name)
		}
	}
	return names
}
