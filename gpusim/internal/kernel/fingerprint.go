package kernel

// This file compares kernels by their compiled code.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// Fingerprint returns the SHA-256 of the kernel's instructions, and how many there are.
// Two sources have the same fingerprint when the compiler makes the same instructions of
// both: names, comments, layout, helper functions and the order of what the compiler
// reorders do not count.
func (k *Kernel) Fingerprint() (sum string, instructions int) {
	code := nameless(k.Plain().IR)
	for _, b := range code.Blocks {
		instructions += len(b.Instrs)
	}
	digest := sha256.Sum256([]byte(renumbered(code.String())))
	return hex.EncodeToString(digest[:]), instructions
}

var (
	registerLine = regexp.MustCompile(`(?m)^\t\.reg .*\n|^\.registers .*\n|^\.param_bytes .*\n|//.*$`)
	registerName = regexp.MustCompile(`(%[a-z]+)([0-9]+)\b`)
)

// renumbered numbers registers in the order in which the text names them. It leaves out
// declarations and comments.
func renumbered(text string) string {
	numbers := map[string]int{}
	return registerName.ReplaceAllStringFunc(registerLine.ReplaceAllString(text, ""), func(name string) string {
		if _, known := numbers[name]; !known {
			numbers[name] = len(numbers)
		}
		return fmt.Sprint(registerName.FindStringSubmatch(name)[1], numbers[name])
	})
}

// nameless returns a copy of code in which numbers replace the names of the source.
func nameless(code *ir.Kernel) *ir.Kernel {
	k := *code
	k.Name, k.File = "k", ""
	k.Params, k.Vars, k.Regs, k.Funcs = slices.Clone(k.Params), slices.Clone(k.Vars), slices.Clone(k.Regs), slices.Clone(k.Funcs)
	for i := range k.Params {
		k.Params[i].Name = fmt.Sprint("p", i)
	}
	for i := range k.Vars {
		v := &k.Vars[i]
		v.Name, v.GoType, v.Elem.GoType = fmt.Sprint("v", i), "", ""
		if v.Symbol != "" {
			v.Symbol = v.Name
		}
	}
	for i := range k.Regs {
		k.Regs[i].Name = ""
	}
	for i, f := range k.Funcs {
		renamed := *f
		renamed.Name = fmt.Sprint("f", i)
		if f.Body != nil {
			renamed.Body = nameless(f.Body)
		}
		k.Funcs[i] = &renamed
	}
	return &k
}
