// Package views generates random kernels in CUDA C that see the same memory at several widths:
// through cast pointers, memcpy, structs with arrays of bytes, and unions. It runs them on the
// CPU; a test also runs them on the simulated device, and both runs must write the same bits.
//
// A kernel has objects of a few bytes in local, shared and global memory. Its statements store
// and load 1, 2, 4 or 8 bytes of them at aligned offsets, so that accesses overlap in part, and
// copy bytes from one object to another. They stand in loops of constant and of run-time trip
// count, and in branches. At the end each thread writes all its objects to the output.
//
// Each thread has objects of its own, so that the order of threads does not matter. Products of
// floats are never fused. Arithmetic on floats sees only numbers of moderate size, because the
// bits of a NaN that an operation gives are not defined; moves see all bits.
package views

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The launch of all kernels, and the memory of one thread.
const (
	Blocks      = 2
	Threads     = 32 // of a block
	SharedBytes = 32 // of one thread, static and as many dynamic
	GlobalBytes = 64 // of one thread
	OutWords    = 64 // of one thread, of 8 bytes each
	Trips       = 3  // the run-time trip count, the parameter n
)

// Kernel is one random kernel.
type Kernel struct {
	Seed    uint64
	Name    string
	objects []*object
	body    []*stmt
}

// stmt is a statement with those inside of it: body stands between lines[0] and lines[1],
// other between lines[1] and lines[2].
type stmt struct {
	lines       []string
	body, other []*stmt
}

// Generate draws the kernel of a seed. unions: some objects are unions.
func Generate(seed uint64, unions bool) *Kernel {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 3))}
	k := &Kernel{Seed: seed, Name: fmt.Sprintf("V%d", seed)}
	g.objects = g.draw(unions)
	k.objects = g.objects
	k.body = g.statements(4+g.IntN(8), maxDepth)
	return k
}

// types are the definitions that all kernels share.
const types = `struct Mixed { unsigned char b[4]; unsigned short h[2]; float f; unsigned w; double d; };
struct Bytes { unsigned char b[8]; };
__device__ float tameF(float x) { return x > -1000.0f && x < 1000.0f ? x : 1.5f; }
__device__ double tameD(double x) { return x > -1000.0 && x < 1000.0 ? x : 2.5; }
__device__ unsigned peek(const void *p, int i) { return ((const unsigned char *)p)[i]; }
__device__ void poke(void *p, int i, unsigned v) { *((unsigned char *)p + i) = (unsigned char)v; }
`

const unionTypes = `union Word { unsigned w; float f; unsigned short h[2]; unsigned char b[4]; };
union Long { unsigned long long q; double d; unsigned w[2]; unsigned char b[8]; float f[2]; };
struct Tagged { int tag; union Word value; };
`

// Text prints the kernel in CUDA C with all that it needs.
func (k *Kernel) Text() string { return k.header() + k.function() }

// header is the definitions before the kernel.
func (k *Kernel) header() string {
	for _, o := range k.objects {
		if o.union {
			return types + unionTypes
		}
	}
	return types
}

// function prints the kernel alone.
func (k *Kernel) function() string {
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void %s(unsigned long long *out, unsigned char *global, unsigned *globalWords, const unsigned *__restrict__ in, int n) {\n", k.Name)
	b.WriteString(threadMemory)
	for _, o := range k.objects {
		b.WriteString(o.declaration)
	}
	printAll(&b, k.body, "\t")
	b.WriteString("\tunsigned long long *o = out + t * " + fmt.Sprint(OutWords) + ";\n")
	for i, at := 0, 0; i < len(k.objects); i++ {
		at = k.objects[i].write(&b, at)
	}
	b.WriteString("}\n\n")
	return b.String()
}

// threadMemory finds the thread's part of shared and global memory.
var threadMemory = fmt.Sprintf(`	__shared__ __align__(16) unsigned char sharedBytes[%[1]d];
	extern __shared__ __align__(16) unsigned char dynamicBytes[];
	extern __shared__ __align__(16) unsigned dynamicWords[];
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned char *s = sharedBytes + threadIdx.x * %[2]d, *g = global + t * %[3]d, *y = dynamicBytes + threadIdx.x * %[2]d;
	unsigned *gw = globalWords + t * %[4]d, *yw = dynamicWords + threadIdx.x * %[5]d;
	for (int i = 0; i < %[2]d; i++) { s[i] = (unsigned char)(t + i); y[i] = (unsigned char)(3 * t + 7 * i); }
`, Threads*SharedBytes, SharedBytes, GlobalBytes, GlobalBytes/4, SharedBytes/4)

func printAll(b *strings.Builder, list []*stmt, indent string) {
	for _, s := range list {
		fmt.Fprintf(b, "%s%s\n", indent, s.lines[0])
		if len(s.lines) > 1 {
			printAll(b, s.body, indent+"\t")
			fmt.Fprintf(b, "%s%s\n", indent, s.lines[1])
		}
		if len(s.lines) > 2 {
			printAll(b, s.other, indent+"\t")
			fmt.Fprintf(b, "%s%s\n", indent, s.lines[2])
		}
	}
}

// Shrink removes statements as long as fails says so of what is left.
func (k *Kernel) Shrink(fails func(*Kernel) bool) *Kernel {
	for again := true; again; {
		again = false
		for _, list := range lists(&k.body) {
			for i := 0; i < len(*list); {
				old := *list
				s := old[i]
				inner := append(append([]*stmt{}, s.body...), s.other...)
				for _, instead := range [][]*stmt{nil, inner} {
					*list = append(append(append([]*stmt{}, old[:i]...), instead...), old[i+1:]...)
					if (instead == nil || len(inner) > 0) && fails(k) {
						again = true
						break
					}
					*list = old
				}
				if len(*list) == len(old) && (*list)[i] == s {
					i++
				}
			}
		}
	}
	return k
}

// lists returns a list of statements and all lists inside of it.
func lists(list *[]*stmt) []*[]*stmt {
	all := []*[]*stmt{list}
	for _, s := range *list {
		all = append(all, lists(&s.body)...)
		all = append(all, lists(&s.other)...)
	}
	return all
}
