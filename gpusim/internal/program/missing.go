package program

// This file says why a header or a function is not there.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/toolchain"
)

var missingHeader = regexp.MustCompile(`fatal error: (\S+): No such file`)

// withReason adds to a compiler's message that a header belongs to a closed library, or what is not simulated.
func withReason(err error) error {
	if m := missingHeader.FindStringSubmatch(err.Error()); m != nil && whyNot(m[1]) != "" {
		return fmt.Errorf("%w\n%s is a header of %s", err, m[1], whyNot(m[1]))
	}
	if toolchain.Nested(err.Error()) {
		return fmt.Errorf("%w\n%s", err, toolchain.NestedLaunch)
	}
	return err
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
	case name == "main":
		return "give gpusim run the file with main(), too; a kernel alone is launched by gpusim profile"
	case strings.HasPrefix(name, "cuda"):
		return "the simulated runtime has no such function; gpusim run -help lists those that it has"
	}
	if why := whyNot(name); why != "" {
		return "a function of " + why
	}
	if strings.HasPrefix(name, "cu") {
		return "a function of the driver API, which the simulated runtime has not; use the runtime API"
	}
	return "no file of the command line defines it"
}
