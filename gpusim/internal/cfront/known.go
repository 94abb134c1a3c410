package cfront

// This file names what CUDA, C and C++ declare, and this front end does not read.

import (
	"strings"
	"unicode"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

const (
	clockHint     = "the report of a launch contains its time"
	randomHint    = "compute random numbers from the thread's index"
	fixedHint     = "use arrays of a fixed size"
	textureHint   = "use tex1Dfetch, tex1D, tex2D or an array"
	includeGroups = "include cooperative_groups.h"
	includeHalf   = "include cuda_fp16.h"
)

// refusedCalls are functions that are not modelled, with a way round.
var refusedCalls = map[string]string{
	"clock": clockHint, "clock64": clockHint, "globaltimer": clockHint,
	"malloc": fixedHint, "free": fixedHint, "alloca": fixedHint,
	"curand": randomHint, "curand_init": randomHint, "curand_uniform": randomHint, "curand_normal": randomHint,
	"this_thread_block": includeGroups, "this_grid": includeGroups, "this_cluster": includeGroups, "tiled_partition": includeGroups, "coalesced_threads": includeGroups,
	"tex3D": textureHint, "tex1DLayered": textureHint, "tex2DLayered": textureHint, "tex2DLod": textureHint, "tex2DGrad": textureHint, "tex3DLod": textureHint, "texCubemap": textureHint, "tex2Dgather": textureHint,
	"surf1Dread": "read from an array", "surf1Dwrite": "write to an array", "surf2Dread": "read from an array", "surf2Dwrite": "write to an array", "surf3Dread": "read from an array", "surf3Dwrite": "write to an array",
	"cudaDeviceSynchronize": "end the kernel, and launch the next from the host",
	"__half2float":          includeHalf, "__float2half": includeHalf,
}

// otherMath are functions of the C library and of CUDA's mathematical functions, without
// the f at the end of those for float.
var otherMath = wordSet(`acosh acospi asinh asinpi atan2pi atanh atanpi cospi cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx erfinv ilogb
	j0 j1 jn llrint llround logb modf nan norm norm3d norm4d normcdfinv rcbrt remquo rnorm
	rnorm3d rnorm4d scalbln scalbn signbit y0 y1 yn div ldiv labs llabs`)

// otherGroups are functions of cooperative groups.
var otherGroups = wordSet(`binary_partition exclusive_scan exclusive_scan_update inclusive_scan inclusive_scan_update invoke_one
	invoke_one_broadcast labeled_partition reduce_store_async reduce_update_async`)

// otherC are other functions of the C library.
var otherC = wordSet(`abort atexit atof atoi calloc exit fopen fprintf fputs getchar isalnum isalpha isdigit isspace isupper islower toupper tolower
	memcmp memmove puts putchar qsort bsearch rand realloc scanf snprintf sprintf srand strcat strchr strcmp strcpy strlen strncmp strncpy strstr time`)

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// notModelled refuses a name that CUDA, C or C++ declares. Names that begin with two
// underscores belong to compilers and their libraries ([lex.name] of the C++ standard).
func notModelled(n *syntax.Name) {
	const compute = "write out what it computes"
	switch short := strings.TrimSuffix(n.Name, "f"); {
	case n.Seen.Space == "std":
		refuse(n.Pos, diag.NoDeviceFunction, compute, "std::%s is not modelled", n.Name)
	case n.Seen.Space == "cooperative_groups" && otherGroups[n.Name], !n.Seen.Qualified && otherGroups[n.Name]:
		refuse(n.Pos, diag.NoDeviceFunction, compute, "%s of cooperative groups is not modelled", n.Name)
	case strings.HasPrefix(n.Name, "__"):
		refuse(n.Pos, diag.NoDeviceFunction, compute, "%s is not modelled: a name of CUDA or of the compiler", n.Name)
	case ofCUDA(n.Name):
		refuse(n.Pos, diag.HostPackage, "call it on the host", "%s belongs to CUDA's library for the host: a kernel cannot use it", n.Name)
	case otherMath[n.Name] || otherMath[short] || otherC[n.Name]:
		refuse(n.Pos, diag.NoDeviceFunction, compute, "%s is not modelled: a function of C or CUDA", n.Name)
	}
}

// inStd are the functions of the device that <cmath> and its like declare in std.
var inStd = wordSet(`abs acos asin atan atan2 cbrt cbrtf ceil copysign copysignf cos cosh erf erfc erfcf erff exp exp2 exp2f expm1 expm1f
	fabs floor fma fmaf fmax fmaxf fmin fminf fmod frexp hypot hypotf isfinite isinf isnan labs ldexp lgamma lgammaf llabs
	log log10 log1p log1pf log2 log2f lrint lrintf lround lroundf memcpy memset nearbyint nearbyintf nextafter nextafterf
	pow printf rint rintf round roundf scalbn signbit sin sinh sqrt tan tanh tgamma tgammaf trunc truncf`)

// hostStd are functions of std that belong to the host, with CUDA's name for a kernel.
var hostStd = map[string]string{"min": "write min", "max": "write max", "swap": "use a variable between"}

// mayCallStd refuses a function of CUDA that std does not have, or has for the host.
func (f *fn) mayCallStd(n *syntax.Name) {
	instead := hostStd[n.Name]
	switch {
	case instead != "" && f.inBody():
		refuse(n.Pos, diag.HostPackage, instead, "std::%s belongs to the host: a kernel cannot use it", n.Name)
	case instead == "" && !inStd[n.Name]:
		refuse(n.Pos, diag.Undefined, "leave out std::", "std has no function %s", n.Name)
	}
}

// ofCUDA reports whether the runtime or driver library would declare the name: cudaMemcpy,
// cuMemcpyDtoH.
func ofCUDA(name string) bool {
	rest, ok := strings.CutPrefix(name, "cuda")
	if !ok {
		rest, ok = strings.CutPrefix(name, "cu")
	}
	return ok && rest != "" && unicode.IsUpper(rune(rest[0]))
}
