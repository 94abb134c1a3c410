package course

// This file compares the two sides of the tables CUDA C | Go in the chapters: each row with
// code of the device becomes two kernels, which must take the same parameters and write the
// same data. Rows about the host name calls, which nothing here can run in CUDA C.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

// around has, by chapter, what the rows of its tables use: parameters in Go, and statements
// before the row, in CUDA C and in Go.
var around = map[string]struct{ params, cuda, golang string }{
	"00": {"x []float32, a float32, n int", "", ""},
	"02": {"x []float32", "", ""},
	"04": {"x []float32, i int, v float32", "i += me; int tid = me;", "i += me; tid := me; _ = tid"},
	"05": {"x []float32", "", ""},
	"07": {"x, m, sums []float32, row, c, cols int, sum float32", "row += me; int tid = me;", "row += me; tid := me; _ = tid"},
	"09": {"x []float32, i, k int", "i = me % 32;", "i = me % 32"},
	"10": {"x []float32, i int, cx float32", "i += me;", "i += me"},
	"11": {"x []float32, n int", "", ""},
	"12": {"next []int32", "__shared__ int room[64]; room[me] = me;", "room := gpu.Shared[[64]int32](); room[me] = int32(me)"},
	"13": {"a, b []float32, row, col, k, n int, sum float32", "row += me;", "row += me"},
	"14": {"x []float32, r int, sum float32", "__shared__ float tile[64][32]; tile[me][r] = me; tile[me][r + 1] = 2 * me;", "tile := gpu.Shared[[64][32]float32](); tile[me][r] = float32(me); tile[me][r+1] = float32(2*me)"},
	"15": {"x []int32, flag []int32", "", ""},
	"16": {"p []float32, k int", "int tid = me;", "tid := me; _ = tid"},
	"17": {"out, in []float32, x, y, tx, ty, n int", "__shared__ float tile[32][64]; tile[me / 2][me] = me; x += me; tx += me;", "tile := gpu.Shared[[32][64]float32](); tile[me/2][me] = float32(me); x += me; tx += me"},
	"18": {"in []float32, i int", "", ""},
	"19": {"v int32, k, d, m int, x uint32", "v += 7 * me; x *= me; unsigned mask = 0xffffffff; bool p = me % 3 != 0;", "v += int32(7*me); x *= uint32(me); mask, p := uint32(gpu.FullMask), me%3 != 0; _, _ = mask, p"},
	"23": {"in []float32, i int", "__shared__ float own[64]; int t = me % 64; own[t] = t;", "own := gpu.Shared[[64]float32](); t := me % 64; own[t] = float32(t)"},
	"22": {"in, out []float32, i, k int", "__shared__ float tile[2048]; __shared__ cuda::barrier<cuda::thread_scope_block> bar; if (threadIdx.x == 0) init(&bar, 1024); __syncthreads(); i = 0; k = 1;", "tile := gpu.Shared[[2048]float32](); bar := gpu.Shared[gpu.Barrier](); if gpu.ThreadIdx.X == 0 { bar.Init(1024) }; gpu.SyncThreads(); i, k = 0, 1; _, _ = tile, bar"},
	"21": {"in []float32, i, z int", "__shared__ float tile[256]; int t = me % 64; i = 4 * t; z = 1;", "tile := gpu.Shared[[256]float32](); t := me % 64; i, z = 4*t, 1; _, _ = tile, t"},
}

// globals are the variables outside of kernels that rows use, by their names in Go.
var globals = []struct{ name, cuda, golang string }{
	{"Found", "__device__ int Found;", "var Found gpu.Global[int32]"},
	{"Limits", "__constant__ float Limits[32];", "var Limits gpu.Constant[[32]float32]"},
	{"Coef", "__constant__ float Coef[64];", "var Coef gpu.Constant[[64]float32]"},
}

// notCompared are the rows of device code that stand for more than they say, with the reason.
var notCompared = map[string]string{
	"`__device__ float *devPointer;`":                           "a pointer in a variable is a slice in Go, which a kernel in CUDA C may not have",
	"`devPointer[i] *= 2;`":                                     "a pointer in a variable is a slice in Go, which a kernel in CUDA C may not have",
	"`float *row = (float *)((char *)p + y * pitch);` `row[x]`": "pitched memory is a struct in Go, pointer and pitch in CUDA C",
	"`((float*)((char*)p + y * pitch))[x]`, pitch in bytes":     "pitched memory is a struct in Go, pointer and pitch in CUDA C",
	"`tex2D<float>(t, x, y)`":                                   "needs a texture",
	"`tex1Dfetch<float>(t, i)`":                                 "needs a texture",
	"`__noinline__` before a function":                          "a word above a function",
	"`__launch_bounds__(256, 4)`":                               "a word above a function",
}

// hostCode matches the rows about the host: calls of the runtime, launches, options.
var hostCode = regexp.MustCompile(`cuda[A-Z]\w*\(|cudaFuncCache|cudaTextureDesc|<<<|nvcc|prop\.|malloc|a\.type|a\.device|gpusim\.|dev\.|Host\(`)

// tableRow is a row of a table, as the notebook has it.
type tableRow struct{ chapter, cuda, golang string }

// tableRows reads the tables of all chapters.
func tableRows(t *testing.T) (rows []tableRow) {
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, file := range files {
		for _, c := range readNotebook(t, file).Cells {
			if c.Type == "markdown" {
				rows = append(rows, rowsOf(filepath.Base(file)[:2], strings.Join(c.Source, ""))...)
			}
		}
	}
	return rows
}

// rowsOf returns the rows of the tables in a text that have a column CUDA C and one Go.
func rowsOf(chapter, text string) (rows []tableRow) {
	cuda, golang := -1, -1
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			cuda, golang = -1, -1
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if slices.Contains(cells, "Go") {
			cuda, golang = slices.IndexFunc(cells, func(c string) bool { return strings.HasPrefix(c, "CUDA C") }), slices.Index(cells, "Go")
			continue
		}
		if cuda >= 0 && golang < len(cells) && !strings.HasPrefix(cells[cuda], "---") {
			rows = append(rows, tableRow{chapter, cells[cuda], cells[golang]})
		}
	}
	return rows
}

func TestTablesOfCUDAAndGo(t *testing.T) {
	compared, host := 0, 0
	left := map[string]bool{}
	for _, r := range tableRows(t) {
		switch {
		case notCompared[r.cuda] != "":
			left[r.cuda] = true
		case hostCode.MatchString(r.cuda) || hostCode.MatchString(r.golang):
			host++
		default:
			compared++
			if err := r.compare(); err != nil {
				t.Errorf("chapter %s: %s | %s: %v", r.chapter, r.cuda, r.golang, err)
			}
		}
	}
	for row := range notCompared {
		if !left[row] {
			t.Errorf("no table has the row %s", row)
		}
	}
	t.Logf("%d rows are the same in both languages, %d are about the host, %d are not compared", compared, host, len(left))
}

// TestTablesMayDiffer: rows whose sides mean different things are found.
func TestTablesMayDiffer(t *testing.T) {
	for _, r := range []tableRow{
		{"07", "`sum += m[row * cols + c];`", "`sum += m[row*cols-c]`"},
		{"14", "`__shared__ float tile[32][32];`", "`tile := gpu.Shared[[32][33]float32]()`"},
		{"18", "`const float *in`", "`in []float64`"},
		{"07", "`struct __align__(8) P2a { float X, Y; };`", "`type P2a struct { X, Y float32; _ [4]byte }`"},
		{"19", "`__any_sync(mask, p)`", "`gpu.AllSync(mask, p)`"},
	} {
		if err := r.compare(); err == nil {
			t.Errorf("%s and %s are taken for the same", r.cuda, r.golang)
		}
	}
}

// compare compiles and runs both sides.
func (r tableRow) compare() error {
	cuda, golang := r.kernels()
	c, err := resultOf("k.cu", cuda)
	if err != nil {
		return fmt.Errorf("%w, in\n%s", err, cuda)
	}
	g, err := resultOf("k.go", golang)
	if err != nil {
		return fmt.Errorf("%w, in\n%s", err, golang)
	}
	if !bytes.Equal(c, g) {
		return fmt.Errorf("the kernels take or write different things:\n%s\n%s", cuda, golang)
	}
	return nil
}

// kernels writes the sides as kernels K.
func (r tableRow) kernels() (cuda, golang string) {
	c, g := strings.Trim(r.cuda, "`"), strings.Trim(r.golang, "`")
	frame := around[r.chapter]
	b := &bothSides{params: frame.params}
	switch {
	case strings.HasPrefix(c, "__global__"):
		name := regexp.MustCompile(`^func \w+`)
		return regexp.MustCompile(`\w+\(`).ReplaceAllString(c, "K(") + " {}\n", "package k\n\n" + name.ReplaceAllString(g, "func K") + " {\n}\n"
	case strings.HasPrefix(c, "struct"):
		b.structure(c, g)
	case strings.HasPrefix(c, "__constant__") || strings.HasPrefix(c, "__device__"):
		b.outside(c, g)
	case strings.HasPrefix(c, "const float*") || strings.HasPrefix(c, "cudaTextureObject_t"):
		return "__global__ void K(" + c + ") {}\n", "package k\n\nimport \"gpucourse/gpusim/gpu\"\n\nfunc K(" + g + ") {\n\tgpu.SyncThreads()\n}\n"
	default:
		b.statement(c, g, frame.cuda, frame.golang)
	}
	return b.text()
}

// bothSides collects one kernel in two languages.
type bothSides struct {
	params               string // in Go
	cudaTop, goTop       string
	cuda, golang         []string
	cudaParams, goParams string
}

func (b *bothSides) add(cuda, golang string) {
	b.cuda, b.golang = append(b.cuda, cuda), append(b.golang, golang)
}

// structure makes an array of the struct a parameter, and writes its fields.
func (b *bothSides) structure(c, g string) {
	name := regexp.MustCompile(`\w+ \{`).FindString(c)
	name = strings.TrimSuffix(name, " {")
	fields := regexp.MustCompile(`(\w(?:, \w)*) float32`).FindStringSubmatch(g)[1]
	b.cudaTop, b.goTop = c, g
	b.params = ""
	b.cudaParams, b.goParams = ", "+name+"* q", ", q []"+name
	for i, f := range strings.Split(fields, ", ") {
		b.add(fmt.Sprintf("q[me].%s = %d;", f, i+1), fmt.Sprintf("q[me].%s = %d", f, i+1))
	}
}

// outside declares the variable and reads it.
func (b *bothSides) outside(c, g string) {
	b.cudaTop, b.goTop = c, g
	for _, v := range globals {
		if strings.Contains(g, v.name+" ") && strings.Contains(c, "[") {
			b.add("res[me] = (int)"+v.name+"[me % 32];", "res[me] = int32("+v.name+".V[me%32])")
		} else if strings.Contains(g, v.name+" ") {
			b.add(v.name+" = 5;", v.name+".V = 5")
		}
	}
}

var (
	declares   = regexp.MustCompile(`^(?:int|float) (\w+) = `)
	declaresIn = regexp.MustCompile(`^(?:extern )?(?:__shared__ )?(?:int|float) (\w+)((?:\[\d*\])+);`)
)

// statement makes statements of the row, after others, and shows what they did.
func (b *bothSides) statement(c, g, beforeC, beforeGo string) {
	for _, v := range globals {
		if strings.Contains(g, v.name) {
			b.cudaTop, b.goTop = b.cudaTop+v.cuda+"\n", b.goTop+v.golang+"\n"
		}
	}
	array, local := declaresIn.FindStringSubmatch(c), declares.FindStringSubmatch(c)
	switch {
	case array != nil:
		first := array[1] + regexp.MustCompile(`\d*\]`).ReplaceAllString(array[2], "0]")
		b.add(c+" "+first+" = 2 + me; res[me] = (int)"+first+";", g+"; "+first+" = 2 + "+goType(c)+"(me); res[me] = int32("+first+")")
		return
	case local != nil:
		if !strings.Contains(c, "threadIdx") && !strings.Contains(c, "blockIdx") {
			b.add(beforeC, beforeGo)
		}
		b.add("{ "+c+" res[me] = (int)"+local[1]+"; }", "{ "+g+"; res[me] = int32("+local[1]+") }")
		return
	}
	b.add(beforeC, beforeGo)
	statement := strings.HasSuffix(c, ";") || strings.HasSuffix(c, "}")
	switch {
	case strings.HasSuffix(g, "{"):
		b.add(c+" res[me]++; }", g+" res[me]++ }")
	case strings.HasPrefix(c, "for") && !statement:
		b.add(c+" res[me] += k;", g+" { res[me] += int32(k) }")
	case statement:
		b.add(c, g)
	case regexp.MustCompile(` > |AnySync|AllSync`).MatchString(g):
		b.add("if ("+c+") res[me]++;", "if "+g+" { res[me]++ }")
	default:
		b.add("res[me] += (int)("+c+");", "res[me] += int32("+g+")")
	}
	for _, p := range strings.Split(b.params, ", ") { // variables that the row may have changed
		if name, typ, _ := strings.Cut(p, " "); typ == "float32" {
			b.add("res[me] += (int)"+name+";", "res[me] += int32("+name+")")
		}
	}
}

// goType returns the type of a declaration of C in Go.
func goType(c string) string {
	if strings.Contains(c, "float") {
		return "float32"
	}
	return "int32"
}

// cTypes are the types of parameters.
var cTypes = map[string]string{"[]float32": "float* ", "[]int32": "int* ", "float32": "float ", "int": "int ", "int32": "int ", "uint32": "unsigned "}

// text writes both kernels. res has a number per thread, me is the thread's number.
func (b *bothSides) text() (cuda, golang string) {
	cParams, goParams := "int* res"+b.cudaParams, "res []int32"+b.goParams
	if b.params != "" {
		goParams += ", " + b.params
		names := []string{}
		for _, p := range strings.Split(b.params, ", ") {
			name, typ, typed := strings.Cut(p, " ")
			names = append(names, name)
			if !typed {
				continue
			}
			for _, name := range names {
				word := cTypes[typ]
				if name == "flag" {
					word = "volatile " + word
				}
				cParams += ", " + word + name
			}
			names = names[:0]
		}
	}
	cuda = "#include <cooperative_groups.h>\n#include <cuda/barrier>\n#include <cuda_pipeline.h>\n" + b.cudaTop + "\n__global__ void K(" + cParams + ") {\n\tint me = blockIdx.x * blockDim.x + threadIdx.x;\n\t" + strings.Join(b.cuda, "\n\t") + "\n}\n"
	golang = "package k\n\nimport (\n\t\"math/bits\"\n\n\t\"gpucourse/gpusim/gpu\"\n)\n\nvar _ = bits.Len\n\n" + b.goTop + "\nfunc K(" + goParams + ") {\n\tme := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X\n\t_ = me\n\t" + strings.Join(b.golang, "\n\t") + "\n}\n"
	return cuda, golang
}

// elementsOfTables is the length of arrays: more than any row indexes.
const elementsOfTables = 1 << 17

// resultOf runs kernel K of a text and returns its parameters and what it wrote.
func resultOf(name, text string) ([]byte, error) {
	m, err := gpusim.LoadText(name, text)
	if err != nil {
		return nil, err
	}
	k, err := m.Kernel("K")
	if err != nil {
		return nil, err
	}
	dev, err := gpusim.Open("H200")
	if err != nil {
		return nil, err
	}
	var result bytes.Buffer
	args, arrays := gpusim.Named{}, []*gpusim.Array{}
	for _, p := range k.Parameters() {
		fmt.Fprintln(&result, p.Name, p.Slice, p.Texture, p.Elem.Bytes, len(p.Elem.Scalars))
		switch {
		case p.Texture:
			return result.Bytes(), nil
		case p.Slice:
			a, err := dev.MallocArray(elementsOfTables, p.Elem.Bytes)
			if err != nil {
				return nil, err
			}
			fill(a.Bytes(), p.Elem.Scalars[0].Float)
			args[p.Name], arrays = a, append(arrays, a)
		case p.Type == "float32":
			args[p.Name] = float32(2.5)
		case p.Type == "int32":
			args[p.Name] = int32(3)
		case p.Type == "uint32":
			args[p.Name] = uint32(3)
		default:
			args[p.Name] = 3
		}
	}
	report, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32), Shared: 1024, Options: gpusim.Options{NoTime: true, NoCaches: true, ZeroShared: true}}, args)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(&result, report.Resources.SharedStatic, report.Resources.Constant)
	for _, a := range arrays {
		result.Write(a.Bytes())
	}
	return result.Bytes(), nil
}

// fill writes small numbers of four bytes, which rows may use as indexes.
func fill(data []byte, floats bool) {
	for i := 0; i+4 <= len(data); i += 4 {
		bits := uint32(i / 4 % 61)
		if floats {
			bits = math.Float32bits(float32(bits))
		}
		binary.LittleEndian.PutUint32(data[i:], bits)
	}
}
