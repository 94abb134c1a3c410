package metrics

// This file sums counts by class of instruction.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/trace"
)

// Class is what metrics tell instructions apart by.
type Class uint8

// The classes. The zero value is everything that has no metric of its own.
const (
	Other Class = iota
	GlobalLoad
	GlobalStore
	GlobalAtomic    // whose old value is used, or that has no form without one
	GlobalReduction // an atomic without a result: RED
	SharedLoad
	SharedStore
	SharedAtomic
	LocalLoad
	LocalStore
	ConstLoad
	TextureLoad
	Branch
	Barrier
	WarpBarrier
	Fence
	MatrixLoad
	MatrixStore
	HalfProduct // of floats of 32 bits and fewer
	ByteProduct // of integers
	LongProduct // of 64-bit floats
	GroupProduct
	ClusterLoad // of shared memory of any block of the cluster
	ClusterStore
	ClusterAtomic
	CopyNear      // a copy to shared memory by way of L1 (LDGSTS)
	CopyFar       // the same past L1
	BulkLoad      // bulk copies
	BulkMulticast // a load for several blocks of the cluster
	BulkStore
	BulkReduce
	BulkShare
	BulkPrefetch
	BulkCommit // a group of bulk stores
	numClasses
)

// classes says which class an instruction is of, by its operation and space.
var classes = map[ir.Op]map[ir.Space]Class{
	ir.Ld:      {ir.Global: GlobalLoad, ir.Shared: SharedLoad, ir.Local: LocalLoad, ir.Const: ConstLoad, ir.Cluster: ClusterLoad},
	ir.St:      {ir.Global: GlobalStore, ir.Shared: SharedStore, ir.Local: LocalStore, ir.Cluster: ClusterStore},
	ir.Atom:    {ir.Global: GlobalAtomic, ir.Shared: SharedAtomic, ir.Cluster: ClusterAtomic},
	ir.Tex:     {ir.Texture: TextureLoad},
	ir.CBra:    {ir.NoSpace: Branch},
	ir.Bar:     {ir.NoSpace: Barrier},
	ir.BarRed:  {ir.NoSpace: Barrier},
	ir.BarWarp: {ir.NoSpace: WarpBarrier},
	ir.Membar:  {ir.NoSpace: Fence},

	ir.LoadMatrix: {ir.NoSpace: MatrixLoad}, ir.StoreMatrix: {ir.NoSpace: MatrixStore}, ir.GroupProduct: {ir.NoSpace: GroupProduct},
}

// copyClasses says which class a copy without registers is of, by what its operation does.
var copyClasses = map[ir.Op]map[ir.Mod]Class{
	ir.CopyAsync: {ir.CopyNear: CopyNear, ir.CopyFar: CopyFar},
	ir.CopyBulk:  {ir.BulkLoad: BulkLoad, ir.BulkStore: BulkStore, ir.BulkShare: BulkShare, ir.BulkPrefetch: BulkPrefetch},
	ir.CopyBox:   {ir.BulkLoad: BulkLoad, ir.BulkStore: BulkStore, ir.BulkPrefetch: BulkPrefetch},
	ir.CopyGroup: {ir.BulkCommit: BulkCommit},
}

// receivers is the operand of a bulk copy that names the blocks of the cluster that receive it.
var receivers = map[ir.Op]int{ir.CopyBulk: 4, ir.CopyBox: 3}

// classOf returns the class of an instruction, apart from what the assembler knows.
func classOf(in *ir.Instr) Class {
	switch by, ok := copyClasses[in.Op]; {
	case receivers[in.Op] > 0 && in.Mod == ir.BulkLoad && in.Src[receivers[in.Op]] != ir.I(0):
		return BulkMulticast
	case ok:
		return by[in.Mod]
	case in.Op == ir.CopyReduce:
		return BulkReduce
	case in.Op == ir.Product:
		return productClass(in)
	}
	return classes[in.Op][in.Space]
}

// Tally is the counts of some instructions by class.
type Tally struct {
	spec    *arch.Spec
	cached  bool // the caches were simulated
	byClass [numClasses]Counts
	total   Counts            // of all classes: many metrics ask for it
	flops   [2]uint64         // threads' operations on floats, of 32 and of 64 bits
	tensor  [2]float64        // cycles of tensor cores, and those of floats of 32 bits and fewer
	uniform uint64            // warps' global loads that the compiler found uniform
	rest    trace.CacheCounts // in the caches, by no instruction
	hinted  bool              // some access said something about caches
}

func (t *Tally) add(in *ir.Instr, class Class, c *Counts) {
	t.byClass[class].plus(c)
	t.total.plus(c)
	n, wide := flopsOf(in)
	t.flops[wide] += n * (c.Threads - c.HeldBack)
	t.hinted = t.hinted || in.Hint != (ir.Hint{}) && c.Warps > 0 || c.Caches.L2First+c.Caches.L2Last > 0
	if in.Uniform {
		t.uniform += c.Accesses
	}
	if cycles := isa.ProductCycles(t.spec, in) * float64(c.Warps); cycles > 0 {
		t.tensor[0] += cycles
		if class == HalfProduct || class == GroupProduct {
			t.tensor[1] += cycles
		}
	}
}

func (c *Counts) plus(d *Counts) {
	c.Warps += d.Warps
	c.Threads += d.Threads
	c.HeldBack += d.HeldBack
	c.Diverged += d.Diverged
	c.AccessCounts.Plus(&d.AccessCounts)
	c.Caches.Plus(&d.Caches)
	c.Time.Plus(&d.Time)
}

// of sums the counts of some classes.
func (t *Tally) of(classes ...Class) Counts {
	var sum Counts
	for _, c := range classes {
		sum.plus(&t.byClass[c])
	}
	return sum
}

// caches sums what happened in the caches.
func (t *Tally) caches() trace.CacheCounts {
	c := t.total.Caches
	c.Plus(&t.rest)
	return c
}

// classes returns the class of each instruction, by PC.
func (l *Launch) classes() []Class {
	of := make([]Class, len(l.Instrs))
	for pc, in := range l.Instrs {
		of[pc] = classOf(in)
	}
	for pc, a := range isa.Atomics(l.Spec, l.Instrs, len(l.Kernel.Regs)) {
		if a.Reduction {
			of[pc] = GlobalReduction
		}
	}
	return of
}

// productClass returns the class of a product of a warp.
func productClass(in *ir.Instr) Class {
	switch in.Type {
	case ir.F64:
		return LongProduct
	case ir.S32:
		return ByteProduct
	}
	return HalfProduct
}

// tally sums the counts of all instructions, whose classes are given by PC.
func (l *Launch) tally(classes []Class) *Tally {
	t := &Tally{spec: l.Spec}
	for pc, in := range l.Instrs {
		t.add(in, classes[pc], &l.Counts[pc])
	}
	if l.Caches != nil {
		t.cached, t.rest = true, l.Caches.Rest
	}
	return t
}
