// Package intrinsic is the table of the functions that a device provides. A Function says
// what CUDA C and Go call it, what it does to other threads and which instruction it is.
//
// The front end of CUDA C translates calls by the table, package lower lowers them, package
// cudac writes them, and tests compare it with what package gpu offers and with the headers
// that check what cudac writes. A function without an instruction is lowered by a function of
// package lower, or expanded in Go.
package intrinsic

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// Function is a function of a device, for one type or for several.
type Function struct {
	Variants []Variant
	Effect   Effect
	Op       ir.Op        // ir.BadOp: none of its own
	Mod      ir.Mod       // of Op
	Needs    arch.Feature // what a device must have; arch.NoFeature: nothing
	Header   string       // of CUDA that declares it; "" where every source has it
}

// Variant is a function for some types.
type Variant struct {
	Go     string // with its package, "gpu.Sin"; a method is "gpu.Pitched.Row"; "" in CUDA C alone
	C      string // "float sinf(float)", "T atomicAdd(T*, T)"; "" in Go alone. A bool is what CUDA tests for 0. "= 0" is a default value
	Types  string // the types that T stands for, by their letters
	Expand string // a call in Go, with %s for each argument; "" is Go's name with the arguments
}

// Effect is what a function does besides computing its result.
type Effect uint8

const (
	Pure    Effect = iota // nothing, and the result depends on the arguments alone
	Memory                // it reads or writes what other threads may write or read
	Warp                  // threads of a warp wait for each other, or tell each other something
	Barrier               // threads of a block wait for each other
	Output                // it prints, or stops the thread
)

// Prototype is C text, divided.
type Prototype struct {
	Name, Result string
	Params       []string
}

// Prototype divides C.
func (v *Variant) Prototype() Prototype {
	head, params, _ := strings.Cut(strings.TrimSuffix(v.C, ")"), "(")
	at := strings.LastIndexByte(head, ' ')
	p := Prototype{Name: head[at+1:], Result: head[:max(at, 0)]}
	if params != "" {
		p.Params = strings.Split(params, ", ")
	}
	return p
}

// Doubles reports whether the function takes and returns nothing but doubles.
func (p Prototype) Doubles() bool {
	return p.Result == "double" && !slices.ContainsFunc(p.Params, func(t string) bool { return t != "double" })
}

// letters are CUDA's types by the letters that stand for them in Variant.Types.
var letters = map[rune]string{
	'i': "int", 'u': "unsigned", 'l': "long long", 'U': "unsigned long long", 'f': "float", 'd': "double",
}

// TypeNames returns the types that T stands for, in CUDA C.
func (v *Variant) TypeNames() (list []string) {
	for _, r := range v.Types {
		list = append(list, letters[r])
	}
	return list
}

// Has reports whether T stands for a type of CUDA C.
func (v *Variant) Has(t string) bool { return slices.Contains(v.TypeNames(), t) }

// Declarations returns C for each type that T stands for.
func (v *Variant) Declarations() (list []string) {
	if v.Types == "" {
		return []string{v.C}
	}
	for _, t := range v.TypeNames() {
		list = append(list, strings.ReplaceAll(v.C, "T", t))
	}
	return list
}

// Call returns a call in Go with %s for each argument.
func (v *Variant) Call() string {
	if v.Expand != "" || v.Go == "" {
		return v.Expand
	}
	n := len(v.Prototype().Params)
	return v.Go + "(" + strings.TrimSuffix(strings.Repeat("%s, ", n), ", ") + ")"
}

// ByGo and ByC are the functions by their names.
var (
	ByGo = map[string]*Function{}
	ByC  = map[string]*Function{}

	needs = map[instruction]arch.Feature{}
)

func init() {
	Functions = append(Functions, simd()...)
	for i := range Functions {
		f := &Functions[i]
		if f.Needs != arch.NoFeature {
			needs[instruction{f.Op, f.Mod}] = f.Needs
		}
		for j := range f.Variants {
			v := &f.Variants[j]
			if v.Go != "" {
				ByGo[v.Go] = f
			}
			if v.C == "" {
				continue
			}
			name := v.Prototype().Name
			if old := ByC[name]; old != nil && old != f {
				panic(fmt.Sprintf("BUG: two rows have %s", name))
			}
			ByC[name] = f
		}
	}
	for i := range Functions {
		for j := range Functions[i].Variants {
			addLibdevice(&Functions[i], &Functions[i].Variants[j])
		}
	}
}

// Needs returns what a device must have for an instruction.
func Needs(op ir.Op, m ir.Mod) arch.Feature { return needs[instruction{op, m}] }

type instruction struct {
	op  ir.Op
	mod ir.Mod
}

// CName returns what CUDA C calls a function of Go; "" where the table does not know.
func CName(goName string) string {
	if f := ByGo[goName]; f != nil {
		for i := range f.Variants {
			if v := &f.Variants[i]; v.Go == goName && v.C != "" {
				return v.Prototype().Name
			}
		}
	}
	return ""
}
