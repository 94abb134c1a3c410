package compile_test

// The size of static shared memory as ptxas gives it (nvcc 13.5, -arch=sm_90).

import "testing"

// sharedSizes are declarations in CUDA C and their bytes.
var sharedSizes = []struct {
	name, variables, use string
	alone, dynamic       int // without dynamic shared memory in the file, and with it
}{
	{"words", "int s[70];", "s[t] = t;", 280, 288},
	{"a word behind an odd number of words", "int s[65]; __shared__ int u[5];", "s[t] = t; u[t & 3] = t;", 280, 288},
	{"bytes", "char s[70];", "s[t] = t;", 70, 80},
	{"words behind shorts", "short s[33]; __shared__ int u[3];", "s[t] = t; u[t & 1] = t;", 80, 80},
	{"doubles behind words", "int s[33]; __shared__ double d[3];", "s[t] = t; d[t & 1] = t;", 160, 160},
	{"vectors between others", "int u[3]; __shared__ char c[5]; __shared__ float4 f[2]; __shared__ int z;", "u[t & 1] = t; c[t & 3] = t; f[t & 1].x = t; z = t;", 68, 80},
	{"a struct", "T s; __shared__ int a, b;", "s.slot[t] = t; a = t; b = t;", 4104, 4112},
}

func TestSharedSize(t *testing.T) {
	for _, c := range sharedSizes {
		text := "struct T { unsigned slot[1024]; };\n__global__ void K() {\n__shared__ " + c.variables + "\nint t = threadIdx.x;\n" + c.use + "\n}\n"
		other := "extern __shared__ int dyn[];\n__global__ void other() { dyn[threadIdx.x] = 1; }\n"
		if alone, dynamic := kernelOf(t, "k.cu", text).SharedBytes, kernelOf(t, "k.cu", other+text).SharedBytes; alone != c.alone || dynamic != c.dynamic {
			t.Errorf("%s: %d bytes, %d beside dynamic shared memory; ptxas says %d and %d", c.name, alone, dynamic, c.alone, c.dynamic)
		}
	}
}
