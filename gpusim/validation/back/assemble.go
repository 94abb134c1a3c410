package main

// This file asks ptxas and nvdisasm what becomes of kernels in PTX.

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	properties = regexp.MustCompile(`Function properties for ([\w$]+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n[^\n]*Used (\d+) registers`)
	refused    = regexp.MustCompile(`(?m)^ptxas (?:error|fatal).*`)
	section    = regexp.MustCompile(`^\.text\.([\w$]+):`)
	label      = regexp.MustCompile(`^(\.L_[\w$]+):`)
	line       = regexp.MustCompile(`^\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?(\S+)\s?(.*)`)
	branch     = regexp.MustCompile("`\\((\\.L_\\w+)\\)")
	accesses   = regexp.MustCompile(`^(LD|ST|ATOM|RED|TEX|TLD|SUST|SULD)`)
)

// constantLoads fetch parameters and constants, which other instructions name as operands.
var constantLoads = []string{"LDC", "STC"}

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
	code, err := exec.Command("nvdisasm", "-c", cubin).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	loops := loopsOf(string(code))
	var list []fact
	for _, m := range properties.FindAllStringSubmatch(string(said), -1) {
		f := fact{File: name, Kernel: m[1], Loops: loops[m[1]]}
		for i, n := range []*int{&f.Stack, &f.SpillStores, &f.SpillLoads, &f.Registers} {
			*n, _ = strconv.Atoi(m[i+2]) // the pattern asks for digits
		}
		list = append(list, f)
	}
	return list, nil
}

// loopsOf returns the innermost loops of each section of a listing of nvdisasm.
func loopsOf(listing string) map[string][]loop {
	all, name, f := map[string][]loop{}, "", &code{}
	for text := range strings.Lines(listing) {
		if m := section.FindStringSubmatch(text); m != nil {
			all[name] = f.innermost()
			name, f = m[1], &code{labels: map[string]int{}}
		} else {
			f.add(text)
		}
	}
	all[name] = f.innermost()
	return all
}

// code is the code of one section.
type code struct {
	labels map[string]int // where each label stands
	memory []bool         // by instruction: it accesses memory
	back   [][2]int       // branches back: to where, from where
}

func (s *code) add(text string) {
	if m := label.FindStringSubmatch(text); m != nil && s.labels != nil {
		s.labels[m[1]] = len(s.memory)
	}
	m := line.FindStringSubmatch(text)
	if m == nil {
		return
	}
	s.memory = append(s.memory, accesses.MatchString(m[1]) && !slices.ContainsFunc(constantLoads, func(c string) bool { return strings.HasPrefix(m[1], c) }))
	to := branch.FindStringSubmatch(m[2])
	if to == nil || !strings.HasPrefix(m[1], "BRA") {
		return
	}
	if at, known := s.labels[to[1]]; known && at < len(s.memory)-1 { // a branch to itself ends the section
		s.back = append(s.back, [2]int{at, len(s.memory) - 1})
	}
}

// innermost returns the loops that hold no other loop, in the order of the code. Several branches
// back to one label are one loop.
func (s *code) innermost() (list []loop) {
	last := map[int]int{} // of a loop's header, the last branch back
	for _, b := range s.back {
		last[b[0]] = max(last[b[0]], b[1])
	}
	for from := range s.memory {
		to, is := last[from]
		if !is {
			continue
		}
		inner := false
		for h, end := range last {
			inner = inner || h > from && end <= to
		}
		if inner {
			continue
		}
		l := loop{Instructions: to - from + 1}
		for _, is := range s.memory[from : to+1] {
			if is {
				l.Accesses++
			}
		}
		list = append(list, l)
	}
	return list
}
