package site_test

// This file pastes programs as tutorials write them into the page that was just opened: one
// paste, no further key, and a report of the first kernel that main() launches.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// everyPasted is how many programs share a paste without -every.
const everyPasted = 22

// programsOf returns the programs of package propose, whose launches have tests there.
func programsOf(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../gpusim/internal/propose/testdata/programs/*.cu")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	return files
}

// goKernel has no package and no import.
const goKernel = `func Scale(x []float32, a float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] *= a
	}
}
`

const ptxKernel = `.version 8.0
.target sm_80
.address_size 64

.visible .entry twice(.param .u64 x) {
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r4, [%rd3];
  shl.b32 %r4, %r4, 1;
  st.global.u32 [%rd3], %r4;
  ret;
}
`

const pythonKernel = `from numba import cuda

@cuda.jit
def twice(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
`

// pastesPython pastes a kernel of Numba: the page says how to read it.
func (x *tab) pastesPython(t testing.TB) {
	x.eval(t, `localStorage.clear()`)
	x.visit(t, x.address)
	x.paste(t, ".cm-content", pythonKernel)
	if got := x.status(t); !strings.Contains(got, "kernels in Python are not read, their PTX is") {
		t.Errorf("the page says %s", got)
	}
}

// TestPastes: each program gives a report of its first launch.
func TestPastes(t *testing.T) {
	x := open(t)
	for i, file := range programsOf(t) {
		if *every || i%everyPasted == 0 {
			t.Run(filepath.Base(file), func(t *testing.T) { x.pastesInto(t, read(t, file), "in main()") })
		}
	}
	t.Run("one program after another", func(t *testing.T) { x.pastesAgain(t) })
	t.Run("a page in Markdown", func(t *testing.T) { x.pastesMarkdown(t) })
	t.Run("a launch that fails", func(t *testing.T) { x.pastesFault(t) })
	t.Run("PTX", func(t *testing.T) { x.pastesInto(t, ptxKernel, "a usual size") })
	t.Run("Python", func(t *testing.T) { x.pastesPython(t) })
	t.Run("a Go function", func(t *testing.T) { x.pastesInto(t, goKernel, "a usual size") })
}

const kernelAlone = `__global__ void half(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] /= 2; }
`

// pastesAgain pastes one text after another. Each replaces the one before, until the reader has
// moved the cursor: then a kernel alone comes beside what is there, and a program replaces it still.
// A program with a mistake leaves nothing of the one before.
func (x *tab) pastesAgain(t testing.TB) {
	x.eval(t, `localStorage.clear()`)
	x.visit(t, x.address)
	for _, text := range []string{program, kernelAlone, program} {
		x.paste(t, ".cm-content", text)
		if got := unquoted(t, x.eval(t, `[workbench.editor.text]`)); got != text {
			t.Errorf("after a paste the editor has %s, want %s", got, text)
		}
	}
	x.eval(t, `workbench.editor.go(4)`)
	x.paste(t, ".cm-content", kernelAlone)
	if got := unquoted(t, x.eval(t, `[workbench.editor.text]`)); !strings.Contains(got, "half") || !strings.Contains(got, "main()") {
		t.Errorf("a kernel that is pasted at the cursor gives %s", got)
	}
	half := strings.Replace(strings.NewReplacer("fill", "ramp", "twice", "thrice").Replace(program), "x[i] = i", "x[i] = j", 1)
	x.paste(t, ".cm-content", half)
	if got := x.status(t); !strings.HasPrefix(got, `"Done in`) || !strings.Contains(got, "In another kernel: ") || !strings.HasSuffix(got, `line 6."`) {
		t.Errorf("after a program with a mistake in one of two kernels the page says %s", got)
	}
	wrong := strings.NewReplacer("x[i] *= 2", "x[i] *= j", "thrice", "often").Replace(half)
	x.paste(t, ".cm-content", wrong)
	got := x.eval(t, `[workbench.editor.text, document.getElementById("line").textContent, document.querySelectorAll(".failure").length + " " + document.querySelectorAll(".report").length]`)
	if unquoted(t, got) != wrong+sep+sep+"1 0" {
		t.Errorf("after a program with a mistake the page has %s", got)
	}
}

// pastesMarkdown pastes a page around a program.
func (x *tab) pastesMarkdown(t testing.TB) {
	x.eval(t, `localStorage.clear()`)
	x.visit(t, x.address)
	x.paste(t, ".cm-content", "A page:\n\n```cuda\n"+program+"```\n\nThat is all.\n")
	if got := unquoted(t, x.eval(t, `[workbench.editor.text]`)); got != program {
		t.Errorf("of the page the editor has %s", got)
	}
}

// pastesFault pastes a program that reads outside of its array: the page names the line.
func (x *tab) pastesFault(t testing.TB) {
	x.eval(t, `localStorage.clear()`)
	x.visit(t, x.address)
	x.paste(t, ".cm-content", strings.Replace(program, "x[i] = i", "x[i] = x[i + n]", 1))
	if got := x.eval(t, `[document.getElementById("status").textContent, document.querySelector("#result button").textContent]`); unquoted(t, got) != "The launch ended with a mistake."+sep+"line 6" {
		t.Errorf("the page says %s", got)
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pastesInto opens the page anew and pastes a program; because is why the launch has its block.
func (x *tab) pastesInto(t testing.TB, source, because string) {
	t.Helper()
	x.eval(t, `localStorage.clear()`)
	x.visit(t, x.address)
	x.paste(t, ".cm-content", source)
	if got := x.status(t); !strings.HasPrefix(got, `"Done in`) {
		t.Fatalf("the page says %s", got)
	}
	got := x.eval(t, fmt.Sprintf(`(() => {
		// The report has no namespace, and numbers for the names of an enumeration.
		const whole = document.getElementById("kernel").value, kernel = whole.replace(/^[^<]*::/, ""), head = kernel.split(/\w+::/)[0];
		return [workbench.editor.text === %s, document.querySelector(".report").textContent.startsWith(head === kernel ? kernel + "<<<" : head), workbench.editor.text.includes(kernel.split("<")[0] + "("),
			document.querySelectorAll(".cm-heat .heat").length > 0, document.getElementById("block-hint").textContent.includes(%s)];
	})()`, quoted(source), quoted(because)))
	if got != "[true,true,true,true,true]" {
		t.Errorf("source, report, kernel, heat beside the lines, reason of the launch: got %s", got)
	}
}
