package command

// This file makes the page of whole programs, notebooks/programs.md.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/internal/golden"
)

// listings are the programs of the page, with the chapters that explain them.
var listings = []struct {
	name     string
	chapters []string
	shows    string
}{
	{"contexts", []string{"03_contexts"}, "The first call makes a context on the device. Threads of the program share it, and its end frees its memory."},
	{"variables", []string{"05_variables"}, "The host writes and reads variables of the device by their symbols."},
	{"transfers", []string{"06_transfers"}, "Data reach a kernel by a blocking copy, by copies in two streams, and without a copy."},
	{"allocation", []string{"08_allocation"}, "cudaMallocPitch aligns rows, and the runtime knows what a pointer points to."},
	{"constant", []string{"09_constant_memory"}, "The host writes constant memory. All threads of a warp read one address of it."},
	{"matmul", []string{"13_shared_memory", "20_which_memory"}, "Two matrices are multiplied, from global memory and with tiles in shared memory."},
	{"square", []string{"14_bank_conflicts"}, "A tile is written by rows and read by columns: static, dynamic and padded."},
	{"sum", []string{"16_reduction"}, "An array is summed in global memory and in shared memory."},
}

const programsHead = `# Whole programs

The host listings of the documents that this course follows, as programs: main(), allocation, copies, launches, output.
` + "`gpusim run`" + ` builds a program with nvcc, which needs no GPU, and runs it on this machine with your rights. Its kernels run on a
simulated device. Type the commands in the folder ` + "`notebooks`" + `. Install nvcc once:

    go run gpucourse/gpusim/cmd/gpusim toolchain install nvcc

Without nvcc the simulator reads main() itself, and refuses what it does not read; the workbench does so, too. Each program
prints what it printed on an H200. Tables of its kernels and copies follow on the error output.
`

// programsFolder holds the programs, and what an H200 (nvcc 13.0) printed.
var programsFolder = filepath.Join("..", "..", "notebooks", "listings")

// hostAddress is an address of the program, which differs from run to run.
var hostAddress = regexp.MustCompile(`0x[0-9a-f]{12}\b`)

// TestListings runs the programs, compares what they print with an H200, and makes the page.
func TestListings(t *testing.T) {
	if !toolchain.Find("nvcc").Found() {
		t.Skip("nvcc is not installed: gpusim toolchain install nvcc")
	}
	page := strings.Builder{}
	page.WriteString(programsHead)
	for _, l := range listings {
		file := filepath.Join(programsFolder, l.name+".cu")
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		measured, err := os.ReadFile(filepath.Join(programsFolder, l.name+".out"))
		if err != nil {
			t.Fatal(err)
		}
		var out, table bytes.Buffer
		if status := Run(t.Context(), []string{"run", file}, &out, &table); status != 0 || out.String() != string(measured) {
			t.Errorf("%s ends with %d and prints\n%s%s\nan H200 printed\n%s", l.name, status, out.String(), table.String(), measured)
		}
		var chapters []string
		for _, c := range l.chapters {
			number, _, _ := strings.Cut(c, "_")
			chapters = append(chapters, fmt.Sprintf("[%s](%s.ipynb)", number, c))
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s Chapter %s.\n\n```c\n%s```\n\n    go run gpucourse/gpusim/cmd/gpusim run listings/%s.cu\n\n```text\n%s%s```\n",
			l.name, l.shows, strings.Join(chapters, " and "), source, l.name, out.String(), hostAddress.ReplaceAllString(strings.ReplaceAll(table.String(), programsFolder+"/", ""), "0x7f…"))
	}
	golden.Check(t, filepath.Join(programsFolder, "..", "programs.md"), page.String())
}
