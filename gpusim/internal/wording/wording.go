// Package wording puts messages into the words of the language of a kernel. Messages are written
// in the words of package gpu. For CUDA C, the table of device functions has the functions, and a
// table here the rest.
package wording

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/intrinsic"
)

// cudaWord is words of package gpu, as an expression, and the words of CUDA C. The first
// row that fits a text replaces it.
type cudaWord struct {
	of     *regexp.Regexp
	inCUDA string
}

var cudaWords = []cudaWord{
	word(`use gpu\.Global for`, "use __device__ for"),
	word(`make it \[\]T`, "leave out const"),
	word(`array of slices or pointers`, "array of pointers"),
	word(`index one slice instead`, "index one array instead"),
	word(`if i < len\((\w+)\) \{ … \}`, "if (i < n) { … }, n the number of elements of $1"),
	word(`if i >= 0 \{ (.*?) \}`, "if (i >= 0) { $1 }"),
	word(`if gpu\.AtomicCAS\((.*?)\) == 0 \{ (.*?)gpu\.AtomicExch\((.*?)\)(.*?) \}`, "if (atomicCAS($1) == 0) { ${2}atomicExch($3)$4 }"),
	word(`int64\((\w+)\)\*int64\((\w+)\) \+ int64\((\w+)\)`, "(long long)$1 * $2 + $3"),
	word(`as int64 and`, "as long long and"),
	word(`as uint64 and`, "as unsigned long long and"),
	word(`Config\.Instructions or -instructions`, "-instructions"),
	word(`gpusim\.Dim\(x\) sets the others`, "dim3(x) sets the others"),
	word(`when the launch sets MaxShared`, "after cudaFuncSetAttribute(…, cudaFuncAttributeMaxDynamicSharedMemorySize, …)"),
	word(`Config\.Shared`, "the third argument of <<<…>>>"),
	word(`Config\.Stack, in bytes per thread \((.*?)\)`, "cudaDeviceSetLimit(cudaLimitStackSize, …), in bytes per thread"),
	word(`//gpu:launchbounds`, "__launch_bounds__"),
	word(`//gpu:cluster`, "__cluster_dims__"),
	word(`//gpu:unroll`, "#pragma unroll"),
	word(`//gpu:noinline`, "__noinline__"),
	word(`gpu\.Atomic`, "atomic"),
	word(`\b(gpu\.)?SyncThreads(\(\))?`, "__syncthreads()"),
	word(`\b(gpu\.)?SyncWarp(\(\))?`, "__syncwarp()"),
	word(`gpu\.ClusterSync\(\)`, "cluster.sync()"),
	word(`gpu\.DynamicShared`, "extern __shared__"),
	word(`gpu\.Shared`, "__shared__"),
	word(`gpu\.Constant`, "__constant__"),
	word(`gpu\.Global`, "__device__"),
	word(`gpu\.ReadOnly(\[[^]]*\])?`, "const … __restrict__"),
	word(`with gpu\.LoadVolatile`, "through a volatile pointer"),
	word(`gpu\.(Load|Store)Volatile`, "volatile"),
	word(`gpu\.Printf`, "printf"),
	word(`gpu\.(Thread|Block)Idx\.([XYZ])`, "${1}Idx.${2}"),
	word(`gpu\.(Block|Grid)Dim\.([XYZ])`, "${1}Dim.${2}"),
	word(`gpu\.(ThreadIdx|BlockIdx|BlockDim|GridDim)`, "$1"),
	word(`gpu\.LaneID\(\)`, "threadIdx.x % warpSize"),
	word(`gpu\.WarpSize`, "warpSize"),
	word(`gpu\.FullMask`, "0xffffffff"),
	word(`put the array into a struct with a field of type gpu\.Align(\d+|%d)`, "declare the array with __align__($1)"),
	word(`with gpusim\.NewTensorMap and pass it as a parameter of type gpu\.TensorMap`, "with cuTensorMapEncodeTiled and pass it as const __grid_constant__ CUtensorMap"),
	word(`gpu\.Align(\d+)`, "__align__($1)"),
}

func word(of, inCUDA string) cudaWord { return cudaWord{regexp.MustCompile(of), inCUDA} }

// goWords finds texts that may hold words of package gpu.
var goWords = regexp.MustCompile(`gpu(sim)?[.:]|MaxShared|Config\.|Sync[TW]|len\(|if i|\[\]T|slice|int64`)

// function is the name of a function of package gpu, or of a type of it.
var function = regexp.MustCompile(`\bgpu\.[A-Z]\w*`)

// directions are the fields of positions and extents, which are small in CUDA C.
var directions = regexp.MustCompile(`\b(Thread|Block|Grid)(Idx|Dim)(\.[XYZ])?`)

// Language is a language of kernels.
type Language uint8

// The languages.
const (
	Go Language = iota
	CUDA
)

// Words returns a text of a message, which is in the words of package gpu, in those of the
// language.
func (l Language) Words(text string) string {
	if l == Go || !goWords.MatchString(text) {
		return text
	}
	for _, w := range cudaWords {
		text = w.of.ReplaceAllString(text, w.inCUDA)
	}
	text = function.ReplaceAllStringFunc(text, func(name string) string { return cmp.Or(intrinsic.CName(name), name) })
	return directions.ReplaceAllStringFunc(text, func(s string) string {
		return strings.NewReplacer("idx", "Idx", "dim", "Dim").Replace(strings.ToLower(s))
	})
}

// Worded returns a Diagnostic, or a List, in the words of the language. Other errors stay as they
// are.
func (l Language) Worded(err error) error {
	if l == Go {
		return err
	}
	switch e := err.(type) {
	case diag.Diagnostic:
		return l.word(e)
	case diag.List:
		list := slices.Clone(e)
		for i := range list {
			list[i] = l.word(list[i])
		}
		return list
	}
	return err
}

func (l Language) word(d diag.Diagnostic) diag.Diagnostic {
	d.Message, d.Hint = l.Words(d.Message), l.Words(d.Hint)
	return d
}
