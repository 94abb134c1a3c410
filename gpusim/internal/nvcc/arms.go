package nvcc

// This file decides which branches become straight code, and which arrays stay in registers.

// armLimits are the lengths of the arms of branches.
type armLimits struct {
	short  int // of an arm that all lanes execute, or that is predicated
	long   int // of an arm that is predicated and loads from global memory
	chosen int // of an arm that NVVM executes for all lanes, to choose between values afterwards
}

// ShortArm reports whether an arm of a number of instructions, the branch at its end aside,
// is executed without a branch around it.
func (p *Profile) ShortArm(instructions int) bool { return instructions <= p.arms.short }

// LongArm reports whether an arm of a number of instructions may be predicated if it loads from global memory:
// its loads then overlap with others (gpusim/validation/h200/compiler/predicate.txt: shared_from_global).
func (p *Profile) LongArm(instructions int) bool { return instructions <= p.arms.long }

// Choice is a choice between a computed value and another one.
type Choice struct {
	SumWithOther bool // the value is a sum of integers with the other one
	Wide         bool // the value is wider than a register
	Instrs       int  // instructions that compute nothing but the value, if it is wide
}

// PredicatesChoice reports whether ptxas computes the value under the condition of the choice.
// Of a sum with the other value nvcc chooses the addend instead. A wide value of a short
// computation NVVM computes for all lanes, and leaves the choice of two registers.
func (p *Profile) PredicatesChoice(c Choice) bool {
	return !c.SumWithOther && (!c.Wide || c.Instrs > p.arms.chosen)
}

// Arm is an arm of a branch that has no other arm, after its loads have moved above the branch.
type Arm struct {
	LoadsMoved bool // some loads moved
	Empty      bool // nothing is left of the arm
	Stores     bool // it stores
	Overlaps   bool // its loads have others to overlap with
	OnlyShared bool // it accesses shared memory and no other
	OnlyStores bool // it accesses memory by stores alone
	Last       bool // nothing follows it
}

// PredicatesArm reports whether ptxas replaces the branch around an arm by predicates: if the
// arm only computes values, if it accesses only shared memory, if it only stores, and if it stores what its
// loads, which overlap with others, have brought
// (gpusim/validation/h200/compiler/predicate.txt: if_load, shared_arm, global_stores, shared_from_global).
//
// The other lanes leave the kernel before an arm that stores and is the last.
func (p *Profile) PredicatesArm(a Arm) bool {
	if a.Stores && a.Last {
		return false
	}
	values := (a.LoadsMoved || a.Empty) && !a.Stores
	return values && (!a.Empty || a.Overlaps) || a.OnlyShared || a.OnlyStores || a.LoadsMoved && a.Stores && a.Overlaps
}

// arrayLimits are the sizes of arrays that stay in registers.
type arrayLimits struct {
	few         int // elements that stay in any case
	inLoop      int // elements, if a loop contains an access
	fewAccesses int // accesses up to which most counts
	most        int // elements
	selects     int // elements × accesses
}

// Array is a local array with run-time indexes.
type Array struct {
	Elements int
	Accesses int  // with a run-time index
	Loop     bool // a loop contains one of them
}

// ArrayInRegisters reports whether an array stays in registers.
func (p *Profile) ArrayInRegisters(a Array) bool {
	l := &p.arrays
	switch {
	case a.Elements <= l.few:
		return true
	case a.Loop:
		return a.Elements <= l.inLoop
	case a.Accesses <= l.fewAccesses:
		return a.Elements <= l.most
	}
	return a.Elements*a.Accesses <= l.selects
}
