package diag

// This file words messages for kernels in CUDA C. Messages are written in the words of
// package gpu; one table has the words of CUDA C for them.

import (
	"regexp"
	"slices"
	"strings"
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
	word(`Config\.Shared`, "the third argument of <<<…>>>"),
	word(`Config\.Stack, in bytes per thread \((.*?)\)`, "cudaDeviceSetLimit(cudaLimitStackSize, …), in bytes per thread"),
	word(`//gpu:launchbounds`, "__launch_bounds__"),
	word(`//gpu:unroll`, "#pragma unroll"),
	word(`//gpu:noinline`, "__noinline__"),
	word(`gpu\.AtomicCAS`, "atomicCAS"),
	word(`gpu\.Atomic`, "atomic"),
	word(`\b(gpu\.)?SyncThreads(\(\))?`, "__syncthreads()"),
	word(`\b(gpu\.)?SyncWarp(\(\))?`, "__syncwarp()"),
	word(`gpu\.ThreadfenceBlock`, "__threadfence_block"),
	word(`gpu\.ThreadfenceSystem`, "__threadfence_system"),
	word(`gpu\.Threadfence`, "__threadfence"),
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
	word(`gpu\.Shfl(Up|Down|Xor|)Sync`, "__shfl_${1}_sync"),
	word(`gpu\.(Ballot|Any|All)Sync`, "__${1}_sync"),
	word(`gpu\.Match(Any|All)Sync`, "__match_${1}_sync"),
	word(`gpu\.ActiveMask`, "__activemask"),
	word(`gpu\.Ldg`, "__ldg"),
	word(`gpu\.Align(\d+)`, "__align__($1)"),
}

func word(of, inCUDA string) cudaWord { return cudaWord{regexp.MustCompile(of), inCUDA} }

// goWords finds texts that may hold words of package gpu.
var goWords = regexp.MustCompile(`gpu[.:]|Config\.|Sync[TW]|len\(|if i|\[\]T|slice`)

// smallLetters are names of CUDA C whose letters are small where those of package gpu are not.
var smallLetters = regexp.MustCompile(`\b(Thread|Block|Grid)(Idx|Dim)(\.[XYZ])?|__(shfl|match)?_?(Up|Down|Xor|Ballot|Any|All)?_sync`)

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
	return smallLetters.ReplaceAllStringFunc(text, func(s string) string {
		s = strings.ReplaceAll(strings.ToLower(s), "__sync", "_sync")
		return strings.NewReplacer("idx", "Idx", "dim", "Dim").Replace(s)
	})
}

// Worded returns a Diagnostic, or a List, in the words of the language. Other errors stay as they
// are.
func (l Language) Worded(err error) error {
	if l == Go {
		return err
	}
	switch e := err.(type) {
	case Diagnostic:
		return l.word(e)
	case List:
		list := slices.Clone(e)
		for i := range list {
			list[i] = l.word(list[i])
		}
		return list
	}
	return err
}

func (l Language) word(d Diagnostic) Diagnostic {
	d.Message, d.Hint = l.Words(d.Message), l.Words(d.Hint)
	return d
}
