package diag

// This file lists the codes of mistakes that the compiler reports.

import "strings"

// The codes of compilation.
const (
	Append           Code = "Append"
	ArrayLength      Code = "ArrayLength"
	Capacity         Code = "Capacity"
	Channel          Code = "Channel"
	CompilerError    Code = "CompilerError"
	Complex          Code = "Complex"
	ConstantSize     Code = "ConstantSize"
	ConstantStore    Code = "ConstantStore"
	CUDAConstruct    Code = "CUDAConstruct"
	Copy             Code = "Copy"
	DeclaredTwice    Code = "DeclaredTwice"
	Defer            Code = "Defer"
	FuncValue        Code = "FuncValue"
	GoStatement      Code = "GoStatement"
	Goto             Code = "Goto"
	HostPackage      Code = "HostPackage"
	IndexStore       Code = "IndexStore"
	IntOverflow      Code = "IntOverflow"
	IntSlice         Code = "IntSlice"
	Interface        Code = "Interface"
	KernelParameter  Code = "KernelParameter"
	KernelResult     Code = "KernelResult"
	LargeCopy        Code = "LargeCopy"
	LaunchBounds     Code = "LaunchBounds"
	LayoutDiffers    Code = "LayoutDiffers"
	LocalAtomic      Code = "LocalAtomic"
	Make             Code = "Make"
	Map              Code = "Map"
	MixedSpaces      Code = "MixedSpaces"
	LocalMemory      Code = "LocalMemory"
	NestedSlice      Code = "NestedSlice"
	NestingDepth     Code = "NestingDepth"
	NoBody           Code = "NoBody"
	NoDeviceFunction Code = "NoDeviceFunction"
	NoKernel         Code = "NoKernel"
	NoSource         Code = "NoSource"
	PackageVariable  Code = "PackageVariable"
	Panic            Code = "Panic"
	PointerArray     Code = "PointerArray"
	PointerEscape    Code = "PointerEscape"
	PrintfFormat     Code = "PrintfFormat"
	RangeOverFunc    Code = "RangeOverFunc"
	ReadOnlyStore    Code = "ReadOnlyStore"
	Recursion        Code = "Recursion"
	String           Code = "String"
	Syntax           Code = "Syntax"
	TextureUnknown   Code = "TextureUnknown"
	TooLarge         Code = "TooLarge"
	TooManyInstances Code = "TooManyInstances"
	TooManyMistakes  Code = "TooManyMistakes"
	TypeArguments    Code = "TypeArguments"
	TypeError        Code = "TypeError"
	TypeSize         Code = "TypeSize"
	Undefined        Code = "Undefined"
	Unroll           Code = "Unroll"
	Unsupported      Code = "Unsupported"
	Unused           Code = "Unused"
)

// exampleHead begins each example. An unused import is no mistake: the compiler
// examines only what K reaches.
const exampleHead = "package p\n\nimport \"gpucourse/gpusim/gpu\"\n\n"

// CUDAHead begins an example in CUDA C.
const CUDAHead = "// kernel.cu\n\n"

// compileCodes explains the codes of compilation. CompilerError, DeclaredTwice and NoSource have
// no example here: one needs a compiler, one two files, one a function value. Tests of package
// compile produce both.
var compileCodes = []Info{
	{Code: Append, Meaning: "A kernel calls append.", Example: exampleHead + `func K(x []float32) { x = append(x, 1); x[0] = 2 }`},
	{Code: ArrayLength, Meaning: "The length of an array is not constant, negative or too large.", Example: exampleHead + `func K(x []float32, n int) { s := gpu.Shared[[n]float32](); s[0] = x[0]; x[0] = s[1] }`},
	{Code: Capacity, Meaning: "A kernel asks for the capacity of a slice.", Example: exampleHead + `func K(x []int32) { x[0] = int32(cap(x)) }`},
	{Code: Channel, Meaning: "A kernel uses a channel.", Example: exampleHead + `func K(x []float32) { c := make(chan float32); x[0] = <-c }`},
	{Code: Complex, Meaning: "A kernel uses complex numbers.", Example: exampleHead + `func K(x []float32) { c := complex(x[0], x[1]); x[0] = real(c) }`},
	{Code: ConstantSize, Meaning: "A constant is larger than the compiler computes.", Example: exampleHead + `const a = 1 << 500

func K(x []float32) { x[0] = float32(a * a) }`},
	{Code: ConstantStore, Meaning: "A kernel writes constant memory or a parameter's memory.", Example: exampleHead + `var C gpu.Constant[[4]float32]

func K(x []float32) { C.V[0] = x[0] }`},
	{Code: CUDAConstruct, Meaning: "A kernel in CUDA C uses a part of C++ or CUDA that is not read.", Example: CUDAHead + `union bits { float f; int i; };

__global__ void K(float* x) { bits b; b.f = x[0]; x[0] = b.i; }`},
	{Code: CompilerError, Meaning: "nvcc or clang refuses a file in CUDA C, or does not find what it includes."},
	{Code: Copy, Meaning: "A kernel calls copy or clear.", Example: exampleHead + `func K(out, in []float32) { copy(out, in) }`},
	{Code: DeclaredTwice, Meaning: "A name is declared twice: in one file, or in two files of a folder."},
	{Code: Defer, Meaning: "A kernel defers a call.", Example: exampleHead + `func K(x []float32) { defer gpu.SyncThreads(); x[0] = 1 }`},
	{Code: FuncValue, Meaning: "A kernel calls a function that is known only at run time.", Example: exampleHead + `func K(x []float32, n int) {
	f := gpu.Sin
	if n > 0 {
		f = gpu.Cos
	}
	x[0] = f(x[1])
}`},
	{Code: GoStatement, Meaning: "A kernel starts a goroutine.", Example: exampleHead + `func K(x []float32) { go func() { x[0] = 1 }() }`},
	{Code: Goto, Meaning: "A kernel uses goto.", Example: exampleHead + `func K(x []float32) {
again:
	x[0]++
	if x[0] < 10 {
		goto again
	}
}`},
	{Code: HostPackage, Meaning: "A kernel calls a package of the host.", Example: exampleHead + `import "fmt"

func K(x []float32) { fmt.Println(x[0]) }`},
	{Code: IndexStore, Meaning: "A kernel assigns to an index variable such as gpu.ThreadIdx.", Example: exampleHead + `func K(x []float32) { gpu.ThreadIdx.X = 0; x[0] = 1 }`},
	{Code: IntOverflow, Meaning: "A constant does not fit the 32 bits that int has on the device.", Example: exampleHead + `func K(x []int64, n int) {
	if n < 1<<40 {
		x[0] = 1
	}
}`},
	{Code: IntSlice, Meaning: "A slice parameter holds int or uint, whose size differs between host and device.", Example: exampleHead + `func K(x []int) { x[0] = 1 }`},
	{Code: Interface, Meaning: "A kernel uses an interface value.", Example: exampleHead + `func K(x []float32) { var v any = x[0]; x[1] = v.(float32) }`},
	{Code: KernelParameter, Meaning: "A parameter has a type that no launch can pass.", Example: exampleHead + `func K(x *float32) { *x = 1 }`},
	{Code: KernelResult, Meaning: "A kernel returns a value.", Example: exampleHead + `func K(x []float32) float32 { return x[gpu.ThreadIdx.X] }`},
	{Code: LargeCopy, Meaning: "A kernel copies a very large array as a whole.", Example: exampleHead + `func K(x []float32, n int) {
	var a, b [5000]float32
	a[n] = 1
	b = a
	x[0] = b[n]
}`},
	{Code: LaunchBounds, Meaning: "A //gpu:launchbounds directive cannot be read.", Example: exampleHead + `//gpu:launchbounds many
func K(x []float32) { x[0] = 1 }`},
	{Code: LayoutDiffers, Meaning: "A slice parameter holds a struct that Go lays out differently from the device.", Example: exampleHead + `type P struct {
	A float32
	B gpu.Float2
}

func K(x []P) { x[0].A = 1 }`},
	{Code: LocalAtomic, Meaning: "An atomic operation is applied to a local variable.", Example: exampleHead + `func K(x []int32) { var n int32; gpu.AtomicAdd(&n, 1); x[0] = n }`},
	{Code: Make, Meaning: "A kernel allocates memory.", Example: exampleHead + `func K(x []float32, n int) { y := make([]float32, n); x[0] = y[0] }`},
	{Code: Map, Meaning: "A kernel uses a map.", Example: exampleHead + `func K(x []int32) { m := map[int32]int32{1: 2}; x[0] = m[1] }`},
	{Code: MixedSpaces, Meaning: "One pointer or slice points into different memories.", Example: exampleHead + `func K(x []float32, n int) {
	s := gpu.DynamicShared[float32]()
	if n > 0 {
		s = x
	}
	s[0] = 1
}`},
	{Code: LocalMemory, Meaning: "The local variables of a thread take more memory than a thread can have.", Example: exampleHead + `func K(x []float32, n int) { var a [1 << 20]float32; a[n] = 1; x[0] = a[2*n] }`},
	{Code: NestedSlice, Meaning: "A slice parameter holds slices or pointers.", Example: exampleHead + `func K(x [][]float32) { x[0][0] = 1 }`},
	{Code: NestingDepth, Meaning: "Statements or expressions are nested too deep.", Example: exampleHead + `func K(x []float32) { x[0] = ` + strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300) + ` }`},
	{Code: NoBody, Meaning: "A function that a kernel calls has no Go body.", Example: exampleHead + `func f(x float32) float32

func K(x []float32) { x[0] = f(x[0]) }`},
	{Code: NoDeviceFunction, Meaning: "A kernel uses a function of package gpu, math or math/bits that the device does not have.", Example: exampleHead + `import "math"

func K(x []float64) { x[0] = math.J0(x[1]) }`},
	{Code: NoKernel, Meaning: "The source has no kernel of the given name.", Example: exampleHead + `func Kernel(x []float32) { x[0] = 1 }`},
	{Code: NoSource, Meaning: "The source of a function value cannot be found."},
	{Code: PackageVariable, Meaning: "A kernel uses a package variable of the host, or the value that a variable has there.", Example: exampleHead + `var scale float32 = 2

func K(x []float32) { x[0] *= scale }`},
	{Code: Panic, Meaning: "A kernel panics or recovers.", Example: exampleHead + `func K(x []float32) { panic(1) }`},
	{Code: PointerArray, Meaning: "An array of slices or pointers is indexed with a value known only at run time.", Example: exampleHead + `func K(a, b []float32, n int) {
	both := [2][]float32{a, b}
	both[n][0] = 1
}`},
	{Code: PointerEscape, Meaning: "The address of shared or local memory is stored in other memory, or that of a loop's variable kept for the next iteration.", Example: exampleHead + `var P gpu.Global[*float32]

func K(n int) { s := gpu.Shared[float32](); P.V = s }`},
	{Code: PrintfFormat, Meaning: "The format of gpu.Printf is not constant or does not fit its arguments.", Example: exampleHead + `func K(x []float32) { gpu.Printf("%f %f\n", x[0]) }`},
	{Code: RangeOverFunc, Meaning: "A kernel ranges over a function.", Example: exampleHead + `func K(x []float32) {
	for i := range func(yield func(int) bool) { yield(1) } {
		x[i] = 1
	}
}`},
	{Code: ReadOnlyStore, Meaning: "A kernel writes a gpu.ReadOnly parameter.", Example: exampleHead + `func K(x gpu.ReadOnly[float32]) { x[0] = 1 }`},
	{Code: Recursion, Meaning: "A kernel calls itself.", Example: exampleHead + `func K(x []int32) {
	if x[0] > 0 {
		x[0]--
		K(x)
	}
}`},
	{Code: String, Meaning: "A kernel uses a string.", Example: exampleHead + `func K(x []int32) { s := "abc"; x[0] = int32(s[1]) }`},
	{Code: Syntax, Meaning: "The source is not Go.", Example: exampleHead + `func K(x []float32) { x[0] = }`},
	{Code: TextureUnknown, Meaning: "A kernel reads a texture that is known only at run time.", Example: exampleHead + `func K(x []float32, a, b gpu.Texture1D[float32], n int) {
	t := a
	if n > 0 {
		t = b
	}
	x[0] = t.Fetch(n)
}`},
	{Code: TooLarge, Meaning: "A kernel has too many instructions once its calls are inlined, or a source in CUDA C too many tokens once its macros are written out.", Example: exampleHead + `func a(x []float32) { x[0]++; x[1]++; x[2]++; x[3]++; x[4]++; x[5]++; x[6]++; x[7]++ }
func b(x []float32) { a(x); a(x); a(x); a(x); a(x); a(x); a(x); a(x) }
func c(x []float32) { b(x); b(x); b(x); b(x); b(x); b(x); b(x); b(x) }
func d(x []float32) { c(x); c(x); c(x); c(x); c(x); c(x); c(x); c(x) }
func e(x []float32) { d(x); d(x); d(x); d(x); d(x); d(x); d(x); d(x) }
func f(x []float32) { e(x); e(x); e(x); e(x); e(x); e(x); e(x); e(x) }
func K(x []float32) { f(x) }`},
	{Code: TooManyInstances, Meaning: "Generic functions have too many instances, or instances with too large types.", Example: exampleHead + `func a[T any](x []float32) { x[0]++ }
func b[T any](x []float32) { a[[1]T](x); a[[2]T](x); a[[3]T](x); a[[4]T](x) }
func c[T any](x []float32) { b[[1]T](x); b[[2]T](x); b[[3]T](x); b[[4]T](x) }
func d[T any](x []float32) { c[[1]T](x); c[[2]T](x); c[[3]T](x); c[[4]T](x) }
func e[T any](x []float32) { d[[1]T](x); d[[2]T](x); d[[3]T](x); d[[4]T](x) }
func f[T any](x []float32) { e[[1]T](x); e[[2]T](x); e[[3]T](x); e[[4]T](x) }
func K(x []float32)        { f[int32](x) }`},
	{Code: TooManyMistakes, Meaning: "A kernel has more mistakes than are listed."},
	{Code: TypeArguments, Meaning: "A generic kernel, function or type is used without suitable type arguments.", Example: exampleHead + `func K[T int32 | float32](x []T) { x[0] = 1 }`},
	{Code: TypeError, Meaning: "The kernel does not pass Go's type checker.", Example: exampleHead + `func K(x []float32, n int) { x[0] = n }`},
	{Code: TypeSize, Meaning: "A type has too many fields and types in it.", Example: exampleHead + `type (
	A struct{ a, b, c, d, e, f, g, h float32 }
	B struct{ a, b, c, d, e, f, g, h A }
	C struct{ a, b, c, d, e, f, g, h B }
	D struct{ a, b, c, d, e, f, g, h C }
	E struct{ a, b, c, d, e, f, g, h D }
	F struct{ a, b, c, d, e, f, g, h E }
)

func K(x []F) { x[0].a.a.a.a.a.a = 1 }`},
	{Code: Undefined, Meaning: "A name is not defined.", Example: exampleHead + `func K(x []float32) { x[gpu.TreadIdx.X] = 1 }`},
	{Code: Unroll, Meaning: "A //gpu:unroll directive cannot be read, or stands above no loop.", Example: exampleHead + `func K(x []float32, n int) {
	//gpu:unroll by 4
	for i := 0; i < n; i++ {
		x[i] = 1
	}
}`},
	{Code: Unsupported, Meaning: "A kernel does something that the compiler does not support.", Example: exampleHead + `import "math"

func K(x []float64, n int) {
	if math.IsInf(x[0], n) {
		x[0] = 0
	}
}`},
	{Code: Unused, Meaning: "A variable is declared and not used.", Example: exampleHead + `func K(x []float32) { y := x[0]; x[1] = 1 }`},
}
