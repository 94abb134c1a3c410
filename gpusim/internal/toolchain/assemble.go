package toolchain

// This file asks ptxas for the resources of kernels.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// Assembled is what ptxas -v says of a kernel. Sizes are bytes per thread.
type Assembled struct {
	Registers, Stack, SpillStores, SpillLoads int
}

var (
	entryLine = regexp.MustCompile(`Compiling entry function '([^']+)'[^\n]*\n(?:[^\n]*Function properties for [^\n]*\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n)?(?:[^\n]*Used (\d+) registers)?`)
)

// Assemble returns what ptxas says of some kernels of PTX, or of all where none is named, by their names there. most is
// the most registers per thread; 0 for no limit.
func Assemble(ctx context.Context, p *PTX, most int, kernels ...string) (map[string]Assembled, error) {
	t := Find("ptxas")
	if !t.Found() {
		return nil, fmt.Errorf("ptxas is not installed (gpusim toolchain install nvcc)")
	}
	dir, err := os.MkdirTemp("", "gpusim")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "k.ptx")
	if err := os.WriteFile(file, p.Text, 0o644); err != nil {
		return nil, err
	}
	args := []string{"-v", "-arch=" + p.Target, "-o", filepath.Join(dir, "k.cubin"), file}
	if most > 0 {
		args = append(args, fmt.Sprintf("-maxrregcount=%d", most))
	}
	for _, k := range kernels {
		args = append(args, "-e", k)
	}
	out := t.run(ctx, args...)
	if out.err != nil {
		return nil, fmt.Errorf("ptxas: %w: %s", out.err, out.text)
	}
	return assembledIn(out.text), nil
}

func assembledIn(text string) map[string]Assembled {
	all := map[string]Assembled{}
	for _, m := range entryLine.FindAllStringSubmatch(text, -1) {
		if m[5] != "" {
			all[m[1]] = Assembled{Registers: count(m[5]), Stack: count(m[2]), SpillStores: count(m[3]), SpillLoads: count(m[4])}
		}
	}
	return all
}

func count(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
