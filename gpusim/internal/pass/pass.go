// Package pass optimises the IR of a kernel as nvcc would, converts it out of SSA form and
// allocates registers. The input is the unoptimised IR that package lower makes of Go.
//
// A Pass is a named function that transforms one kernel in place. Front and Back list the
// passes in order, as nvcc is divided: its front end NVVM, which writes PTX, and its assembler
// ptxas. Pass.After names the passes that must precede one, Pass.Uses those that it runs
// itself. Every pass keeps the kernel valid (ir.Verify) and preserves its results bit for bit,
// with one exception: fuse rounds a multiply-add once where the source rounds twice, as nvcc
// does. What nvcc decides stands in package nvcc.
//
// Like nvcc, the passes assume that index arithmetic does not overflow: an index that
// wraps around is out of range in any case. They may also remove a load or a division
// whose result is unused, together with the fault it might cause.
package pass

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
	"gpucourse/gpusim/internal/regalloc"
)

// profile is the toolkit whose decisions the passes carry out.
var profile = &nvcc.CUDA13

// Pass is one transformation.
type Pass struct {
	Name  string
	Doc   string   // what it does and why, in one sentence
	After []string // passes that run earlier, if they run at all
	// Uses names the passes whose function it calls between its own steps. They run there even
	// if they are left out of the list.
	Uses []string
	// With names the pass that does the same in the other half, or for other loops. Both are left out
	// together.
	With string
	// Always: a kernel cannot be executed without this pass, or has no registers on a device.
	Always bool
	Run    func(*ir.Kernel)
	// allocate stands instead of Run for the pass that needs the registers of a device. Without
	// a device the pass is left out.
	allocate func(*ir.Kernel, regalloc.Target)
}

// Front lists the passes of nvcc's front end, NVVM, in the order they run. fold and dce run
// again after passes that leave constants and dead code. Three passes also do a part of
// ptxas's work, because both decide about the same code: runtime-unroll unrolls again, fuse
// contracts what NVVM has left, and ifconvert removes branches that ptxas predicates.
var Front = []Pass{
	passFold, passDce,
	passPromote, passFold, passDce, passJoinHalves,
	passLoopCounters, passUnroll,
	passDivide, passIfconvert, passFold,
	passCse, passUnrollBranches, passRotate,
	passCse, passLicm, passCse, passLoadPRE, passSignedIndex, passStorePromotion, passStrengthReduction, passRuntimeUnroll, passLoopStoreForwarding, passPredictiveCommoning, passUnrollCounted, passArrayToSelect, passFold, passDce, passAddress, passMultiply, passFold, passCse,
	passDse, passJoinHalves, passVectorize,
	passPointerCounters, passFuse, passDce, passTrigReduction, passPrintArguments,
}

// Back lists the passes of nvcc's assembler, ptxas, in the order they run.
var Back = []Pass{
	passHoistLoads, passFold, passDce, passSchedule,
	passReconverge,
	passUniform,
	passPhiElimination,
	passPredicate,
	passCalleeSaves,
	passRegisters,
}

// Simplify lists the passes after which a kernel, still in SSA form, has the branches of its
// source: constants are evaluated, local variables are in registers, and short loops are unrolled.
var Simplify = []Pass{passFold, passDce, passPromote, passFold, passDce, passLoopCounters, passUnroll, passFold, passDce}

// Default lists all passes.
var Default = slices.Concat(Front, Back)

// Written lists the passes of a kernel that is printed as PTX: what NVVM does, without the code of
// functions that stand in libraries, and the passes after which registers are variables, as they are
// in PTX.
var Written = slices.Concat(writtenFront(), []Pass{passReconverge, passPhiElimination})

// writtenFront returns Front with NVVM's part alone of the passes that do both halves' work.
func writtenFront() []Pass {
	list := withoutNamed(Front, []string{"unroll-counted", "trig-reduction", "print-arguments"})
	for i := range list {
		switch list[i].Name {
		case passUnroll.Name:
			list[i].Run = unrollInFront
		case passRuntimeUnroll.Name:
			list[i].Run = runtimeUnrollInFront
		case passVectorize.Name:
			list[i].Run = vectorizeInFront
		}
	}
	return list
}

// OfPTX lists the passes of a kernel that NVVM has optimised: what ptxas does too, without the passes
// that assume that index arithmetic does not overflow.
var OfPTX = slices.Concat([]Pass{
	passFold, passDce,
	passPromote, passUnrollCounted, passIfconvert, passFold,
	passCse, passRotate, passCse, passLicm, passCse, passUnrollAgain, passArrayToSelect, passFold, passDce, passAddress, passMultiply, passFold, passCse,
	passDse, passVectorize, passFuse, passDce, passSplitVectors,
}, Back)

var (
	passFold = Pass{
		Name: "fold", Run: fold,
		Doc: "evaluates constants, removes copies, folds constant branches and merges the remaining blocks",
	}
	passDce = Pass{
		Name: "dce", Run: dce,
		Doc: "removes instructions whose results are unused, loads included",
	}
	passPromote = Pass{
		Name: "promote", Run: promote, After: []string{"fold"},
		Doc: "keeps a local variable in registers when every access to it is at a constant offset",
	}
	passJoinHalves = Pass{
		Name: "join-halves", Run: joinHalves, After: []string{"promote"}, Uses: []string{"fold", "dce"},
		Doc: "keeps two numbers of half precision that operations take together in one register",
	}
	passLoopCounters = Pass{
		Name: "loop-counters", Run: loopCounters,
		Doc: "lets a loop that raises its counter before the test count from the first index that it uses",
	}
	passUnroll = Pass{
		Name: "unroll", Run: unroll, After: []string{"fold"}, Uses: []string{"fold", "dce", "promote"},
		Doc: "unrolls loops with a small constant trip count, then promotes local arrays whose indexes became constant",
	}
	passUnrollCounted = Pass{
		Name: "unroll-counted", Run: unrollCounted, With: "unroll", After: []string{"fold"}, Uses: []string{"fold", "dce", "promote"},
		Doc: "unrolls loops with a constant trip count as ptxas does, fully or four times or more",
	}
	passDivide = Pass{
		Name: "divide", Run: divide,
		Doc: "replaces signed division by a constant power of two with shifts",
	}
	passMultiply = Pass{
		Name: "multiply", Run: multiply,
		Doc: "divides by constants with a product and shifts",
	}
	passIfconvert = Pass{
		Name: "ifconvert", Run: ifconvert, After: []string{"unroll"},
		Doc: "replaces small branches, && and || by selects and predicated code, and sinks code common to the arms of others, so that lanes do not diverge",
	}
	passRotate = Pass{
		Name: "rotate", Run: rotate, After: []string{"ifconvert"}, Uses: []string{"fold"},
		Doc: "moves the test of a loop to its bottom, which saves one branch per iteration",
	}
	passCse = Pass{
		Name: "cse", Run: cse, Uses: []string{"dce"},
		Doc: "computes equal values once, and loads unchanged memory once",
	}
	passLoadPRE = Pass{
		Name: "load-pre", Run: loadPRE, After: []string{"cse"},
		Doc: "loads an element on the one way that has not loaded it yet, and reuses the value on the other ways",
	}
	passPredictiveCommoning = Pass{
		Name: "predictive-commoning", Run: predictiveCommoning, With: "load-pre", After: []string{"runtime-unroll"}, Uses: []string{"cse"},
		Doc: "keeps an element that the next iteration of a loop loads again in a register",
	}
	passLicm = Pass{
		Name: "licm", Run: licm, After: []string{"rotate"},
		Doc: "moves loop-invariant instructions out of the loop",
	}
	passSignedIndex = Pass{
		Name: "signed-index", Run: signedIndexes, After: []string{"unroll", "licm"},
		Doc: "computes an unsigned index that cannot wrap as a signed one, which the passes after it divide into a base and an offset",
	}
	passRuntimeUnroll = Pass{
		Name: "runtime-unroll", Run: runtimeUnroll, After: []string{"rotate", "licm"},
		Doc: "unrolls loops whose trip count is known only at run time, up to sixteen times",
	}
	passUnrollBranches = Pass{
		Name: "unroll-branches", Run: unrollBranches, With: "runtime-unroll", After: []string{"ifconvert"},
		Doc: "unrolls loops with branches whose trip count is known only at run time, two or four times",
	}
	passUnrollAgain = Pass{
		Name: "unroll-again", Run: unrollAgain, After: []string{"rotate", "licm"},
		Doc: "unrolls loops of PTX whose trip count is known only at run time, up to four times",
	}
	passStrengthReduction = Pass{
		Name: "strength-reduction", Run: strengthReduction, After: []string{"licm"}, Uses: []string{"fold", "dce"},
		Doc: "replaces the address arithmetic of a loop by one addition per iteration, and computes an address from a nearby earlier one",
	}
	passPointerCounters = Pass{
		Name: "pointer-counters", Run: pointerCounters, With: "strength-reduction", After: []string{"vectorize"}, Uses: []string{"fold", "dce"},
		Doc: "adds the step of a loop to each of its pointers, instead of computing them from the index",
	}
	passStorePromotion = Pass{
		Name: "store-promotion", Run: storePromotion, After: []string{"licm"},
		Doc: "keeps an element that a loop updates in a register, and stores it once after the loop",
	}
	passLoopStoreForwarding = Pass{
		Name: "loop-store-forwarding", Run: loopStoreForwarding, After: []string{"runtime-unroll"},
		Doc: "replaces the load of an element that the previous iteration stored by the stored register",
	}
	passArrayToSelect = Pass{
		Name: "array-to-select", Run: arrayToSelect, After: []string{"unroll", "runtime-unroll"}, Uses: []string{"promote"},
		Doc: "keeps small local arrays with run-time indexes in registers, and selects the element by comparing the index",
	}
	passAddress = Pass{
		Name: "address", Run: address, After: []string{"licm"}, Uses: []string{"dce"},
		Doc: "forms multiply-adds from address arithmetic, one instruction per element",
	}
	passDse = Pass{
		Name: "dse", Run: dse, After: []string{"cse"},
		Doc: "removes stores that a later store of the same block overwrites before any load, and stores of what memory already holds",
	}
	passVectorize = Pass{
		Name: "vectorize", Run: vectorize, After: []string{"address", "unroll"},
		Doc: "joins accesses to adjacent elements into vector accesses when their alignment is proven",
	}
	passFuse = Pass{
		Name: "fuse", Run: fuse, Uses: []string{"dce"},
		Doc: "contracts a multiplication and an addition into one fused multiply-add, as nvcc does by default",
	}
	passTrigReduction = Pass{
		Name: "trig-reduction", Run: trigReduction, After: []string{"dce"},
		Doc: "writes the slow path of sine, cosine and tangent, which reduces large arguments with a table in local memory",
	}
	passPrintArguments = Pass{
		Name: "print-arguments", Run: printArguments, After: []string{"dce"},
		Doc: "stores the arguments of printf to the stack, where the function of the driver finds them",
	}
	passSplitVectors = Pass{
		Name: "split-vectors", Run: splitVectors, After: []string{"dce"},
		Doc: "loads the elements of a vector that are used, where these are few",
	}
	passHoistLoads = Pass{
		Name: "hoist-loads", Run: hoistLoads, After: []string{"cse", "vectorize", "loop-store-forwarding"},
		Doc: "moves the loads of a small arm above its branch and predicates them, so that they overlap with other loads",
	}
	passSchedule = Pass{
		Name: "schedule", Run: schedule,
		Doc: "orders the instructions of each block so that loads come early, as far as registers allow",
	}
	passReconverge = Pass{
		Name: "reconverge", Run: reconverge, Always: true,
		Doc: "marks the block at which the lanes of each divergent branch reconverge",
	}
	passUniform = Pass{
		Name: "uniform", Run: uniform, After: []string{"reconverge"},
		Doc: "marks global loads of read-only data whose address is the same for all lanes",
	}
	passPhiElimination = Pass{
		Name: "phi-elimination", Run: eliminatePhis, After: []string{"reconverge"}, Always: true, Uses: []string{"reconverge"},
		Doc: "leaves SSA form: phis become shared registers and copies",
	}
	passPredicate = Pass{
		Name: "predicate", Run: predicate, After: []string{"phi-elimination"},
		Doc: "replaces a select by predicating the instruction that computes the selected value",
	}
	passCalleeSaves = Pass{
		Name: "callee-saves", Run: calleeSaves, After: []string{"phi-elimination"}, Always: true,
		Doc: "saves the registers that a function needs after its calls, and its return address, in its stack frame",
	}
	passRegisters = Pass{
		Name: "registers", allocate: regalloc.Run, After: []string{"callee-saves"}, Always: true,
		Doc: "assigns the registers of the device, and spills the values for which there are none",
	}
)

// Without returns Default without the named passes.
func Without(names ...string) []Pass {
	for _, name := range names {
		if !slices.ContainsFunc(Default, func(p Pass) bool { return p.Name == name }) {
			panic("BUG: no pass is called " + name)
		}
	}
	return withoutNamed(Default, names)
}

// withoutNamed returns a list without the named passes.
func withoutNamed(list []Pass, names []string) []Pass {
	return slices.DeleteFunc(slices.Clone(list), func(p Pass) bool {
		return slices.Contains(names, p.Name) || slices.Contains(names, p.With)
	})
}

// Device is what a kernel is compiled for; Spec and MaxRegisters are as in compile.Options.
type Device struct {
	Spec         *arch.Spec
	MaxRegisters int
}

// target notes in k and in the functions that it calls what the device allows.
func (d Device) target(k *ir.Kernel) regalloc.Target {
	t := regalloc.TargetOf(d.Spec, k, d.MaxRegisters)
	k.Registers, k.TrigLocal = profile.PressureTarget(d.Spec, k, t.Limit), profile.LargeAngle(d.Spec.CC.Toolkit())
	if o := k.Origin; o != nil && o.Assembled != nil { // ptxas itself did not keep to fewer
		k.Registers = max(k.Registers, o.Assembled.Registers-d.Spec.Regs.Hidden)
	}
	for _, f := range k.Funcs {
		f.Body.Registers, f.Body.TrigLocal = k.Registers, k.TrigLocal
	}
	return t
}

// Run runs the passes in order, each on k and on the functions that k calls. It calls
// after, unless nil, with the name of each pass that has run.
func Run(k *ir.Kernel, passes []Pass, d Device, after func(pass string, k *ir.Kernel)) {
	var t regalloc.Target
	if d.Spec != nil {
		t = d.target(k)
	}
	for _, p := range passes {
		run := p.Run
		if run == nil {
			if d.Spec == nil {
				continue
			}
			run = func(k *ir.Kernel) { p.allocate(k, t) }
		}
		run(k)
		for _, f := range k.Funcs {
			run(f.Body)
		}
		if after != nil {
			after(p.Name, k)
		}
	}
}
