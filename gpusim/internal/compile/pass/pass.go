// Package pass turns the plain IR that lowering writes into the code a good
// GPU compiler makes of it, and takes it out of SSA form.
//
// A Pass is a named function over one kernel. Default is the list of them in
// the order they run, as data; each pass says which others must not come after
// it. Every pass keeps the kernel valid (ir.Verify) and keeps what
// it computes, bit for bit, with one exception: fuse rounds a multiply-add
// once where the source rounds twice, as nvcc does.
//
// Two things are taken for granted, as nvcc takes them. The address of an
// element is computed without int overflow in its index: an index that wraps
// around lies outside of every slice on either side. And an access or a
// division whose result nobody uses may be left out, with the fault it might
// have caused.
//
// Registers are allocated by package regalloc.
package pass

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// Pass is one transformation.
type Pass struct {
	Name  string
	Doc   string   // what it does and why, in one sentence
	After []string // passes that run earlier, if they run
	// Always: nothing can be executed without it.
	Always bool
	Run    func(*ir.Kernel)
}

// Default is the list of passes in the order they run. fold and dce come again
// wherever the pass before them leaves constants and dead code.
var Default = []Pass{
	passFold, passDce,
	passPromote, passFold, passDce,
	passUnroll,
	passDivide, passIfconvert, passFold,
	passRotate,
	passCse, passLicm, passHold, passStrength, passPartial, passCarry, passChoose, passFold, passDce, passAddress, passFold, passCse,
	passOverwrite, passWiden,
	passFuse, passDce, passTrig,
	passEarly, passFold, passSchedule,
	passReconverge,
	passUniform,
	passPhis,
	passPredicate,
	passCalls,
}

var (
	passFold = Pass{
		Name: "fold", Run: fold,
		Doc: "computes what is constant, removes copies, folds constant branches and merges the blocks they leave",
	}
	passDce = Pass{
		Name: "dce", Run: dce,
		Doc: "removes what nobody uses, loads included",
	}
	passPromote = Pass{
		Name: "promote", Run: promote, After: []string{"fold"},
		Doc: "keeps local variables in registers when every access to them is at a constant offset",
	}
	passUnroll = Pass{
		Name: "unroll", Run: unroll, After: []string{"fold"},
		Doc: "replaces loops of a small constant trip count by their iterations, then promotes what that makes constant",
	}
	passDivide = Pass{
		Name: "divide", Run: divide,
		Doc: "divides signed numbers by constant powers of two with shifts",
	}
	passIfconvert = Pass{
		Name: "ifconvert", Run: ifconvert, After: []string{"unroll"},
		Doc: "joins && and ||, executes small branches under a predicate and what both sides end in once, so that lanes stay together",
	}
	passRotate = Pass{
		Name: "rotate", Run: rotate, After: []string{"ifconvert"},
		Doc: "tests loops at their bottom, which saves a branch an iteration",
	}
	passCse = Pass{
		Name: "cse", Run: cse,
		Doc: "computes equal values once, and loads unchanged memory once in a block",
	}
	passLicm = Pass{
		Name: "licm", Run: licm, After: []string{"rotate"},
		Doc: "computes before a loop what is the same in each of its iterations",
	}
	passPartial = Pass{
		Name: "partial", Run: partial, After: []string{"rotate", "licm"},
		Doc: "takes up to sixteen iterations of a loop at once when their number is not known before",
	}
	passStrength = Pass{
		Name: "strength", Run: strength, After: []string{"licm"},
		Doc: "raises the addresses of a loop by what they grow in an iteration, and computes an address from an earlier one a step away",
	}
	passHold = Pass{
		Name: "hold", Run: hold, After: []string{"licm"},
		Doc: "keeps an element that only one place of a loop reads and writes in a register, and stores it behind the loop",
	}
	passCarry = Pass{
		Name: "carry", Run: carry, After: []string{"partial"},
		Doc: "takes what an iteration stored from its register in the next one, which loads it",
	}
	passChoose = Pass{
		Name: "choose", Run: choose, After: []string{"unroll", "partial"},
		Doc: "keeps small local arrays in registers when their indexes are not constant, and compares to find an element",
	}
	passAddress = Pass{
		Name: "address", Run: address, After: []string{"licm"},
		Doc: "forms the multiply-adds of addresses, one instruction an element",
	}
	passOverwrite = Pass{
		Name: "overwrite", Run: overwrite, After: []string{"cse"},
		Doc: "drops stores that the same block overwrites before anybody can read them",
	}
	passWiden = Pass{
		Name: "widen", Run: widen, After: []string{"address", "unroll"},
		Doc: "joins accesses to neighbouring elements into vector accesses when their alignment is proven",
	}
	passFuse = Pass{
		Name: "fuse", Run: fuse,
		Doc: "fuses multiplications with additions, rounding once, as nvcc does by default",
	}
	passTrig = Pass{
		Name: "trig", Run: trig, After: []string{"dce"},
		Doc: "writes the slow path of sine, cosine and tangent, which reduces large arguments in local memory",
	}
	passEarly = Pass{
		Name: "early", Run: early, After: []string{"cse", "widen", "carry"},
		Doc: "executes the loads of a small branch before it, under its condition, so that they are under way with others",
	}
	passSchedule = Pass{
		Name: "schedule", Run: schedule,
		Doc: "orders each block so that loads come long before their uses, as far as the registers go",
	}
	passReconverge = Pass{
		Name: "reconverge", Run: reconverge, Always: true,
		Doc: "marks where the lanes of each branch meet again",
	}
	passUniform = Pass{
		Name: "uniform", Run: uniform, After: []string{"reconverge"},
		Doc: "marks the global loads whose address is the same for all lanes and that nothing stores to",
	}
	passPhis = Pass{
		Name: "phis", Run: phis, After: []string{"reconverge"}, Always: true,
		Doc: "leaves SSA form: joins become copies, most of which need no instruction",
	}
	passPredicate = Pass{
		Name: "predicate", Run: predicate, After: []string{"phis"},
		Doc: "executes what computes a chosen value under the condition of the choice, in place of it",
	}
	passCalls = Pass{
		Name: "calls", Run: keepCallers, After: []string{"phis"}, Always: true,
		Doc: "makes a function that calls others store the registers in which it needs values after a call, and the address it returns to",
	}
)

// Without returns Default less the named passes.
func Without(names ...string) []Pass {
	for _, name := range names {
		if !slices.ContainsFunc(Default, func(p Pass) bool { return p.Name == name }) {
			panic("BUG: no pass is called " + name)
		}
	}
	return slices.DeleteFunc(slices.Clone(Default), func(p Pass) bool { return slices.Contains(names, p.Name) })
}

// Run runs the passes in their order, each on k and on the functions it calls.
// after, when not nil, is told of each one that has run.
func Run(k *ir.Kernel, passes []Pass, after func(pass string, k *ir.Kernel)) {
	for _, p := range passes {
		p.Run(k)
		for _, f := range k.Funcs {
			p.Run(f.Body)
		}
		if after != nil {
			after(p.Name, k)
		}
	}
}
