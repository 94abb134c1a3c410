package main

// This file asks ptxas and nvdisasm what becomes of kernels in PTX.

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

var (
	properties = regexp.MustCompile(`Function properties for ([\w$]+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n[^\n]*Used (\d+) registers`)
	refused    = regexp.MustCompile(`(?m)^ptxas (?:error|fatal).*`)
)

// assemble runs ptxas on a module and returns what it made of each kernel.
func assemble(name, module, dir string) ([]fact, error) {
	ptx, cubin := filepath.Join(dir, "k.ptx"), filepath.Join(dir, "k.cubin")
	if err := os.WriteFile(ptx, []byte(module), 0o600); err != nil {
		return nil, err
	}
	said, err := exec.Command("ptxas", "-arch=sm_90", "-v", "-o", cubin, ptx).CombinedOutput()
	if err != nil {
		log.Printf("%s: %v: %s", name, err, refused.FindString(string(said))) // the launches of one file may have too many constants
		return nil, nil
	}
	listing, err := exec.Command("nvdisasm", "-c", cubin).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	kernels := kernelsOf(string(listing))
	var list []fact
	for _, m := range properties.FindAllStringSubmatch(string(said), -1) {
		f := *kernels[m[1]]
		f.File, f.Kernel = name, m[1]
		for i, n := range []*int{&f.Stack, &f.SpillStores, &f.SpillLoads, &f.Registers} {
			*n, _ = strconv.Atoi(m[i+2]) // the pattern asks for digits
		}
		list = append(list, f)
	}
	return list, nil
}
