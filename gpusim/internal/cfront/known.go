package cfront

// This file names what CUDA, C and C++ declare, and this front end does not read.

import (
	"strings"
	"unicode"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// otherMath are functions of the C library and of CUDA's mathematical functions, without
// the f at the end of those for float.
var otherMath = wordSet(`acosh acospi asinh asinpi atan2pi atanh atanpi cospi cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx erfinv ilogb
	j0 j1 jn lgamma llrint llround logb modf nan nextafter norm norm3d norm4d normcdfinv rcbrt remquo rnorm
	rnorm3d rnorm4d scalbln scalbn signbit tgamma y0 y1 yn div ldiv labs llabs`)

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
	case strings.HasPrefix(n.Name, "__"):
		refuse(n.Pos, diag.NoDeviceFunction, compute, "%s is not modelled: a name of CUDA or of the compiler", n.Name)
	case ofCUDA(n.Name):
		refuse(n.Pos, diag.HostPackage, "call it on the host", "%s belongs to CUDA's library for the host: a kernel cannot use it", n.Name)
	case otherMath[n.Name] || otherMath[short] || otherC[n.Name]:
		refuse(n.Pos, diag.NoDeviceFunction, compute, "%s is not modelled: a function of C or CUDA", n.Name)
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
