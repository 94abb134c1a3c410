package ir

// This file describes the functions that a kernel calls, and the stack they need.

import "slices"

// Func is a function that is called and not inlined.
type Func struct {
	Name string
	Body *Kernel // its code; nil after Link
	// Entry is the first block after Link, which begins with Args. It is never the
	// target of a branch.
	Entry      BlockID
	FrameBytes int  // local memory of one activation, after Link
	Recursive  bool // calls itself, directly or through other functions
}

// entries returns the entry blocks of the kernel and of its linked functions.
func (k *Kernel) entries() []BlockID {
	list := []BlockID{0}
	for _, f := range k.Funcs {
		if f.Body == nil {
			list = append(list, f.Entry)
		}
	}
	return list
}

// frameBytes returns the size of function f's stack frame; 0 is the kernel itself.
func (k *Kernel) frameBytes(f int) int {
	if f == 0 || f > len(k.Funcs) {
		return k.LocalBytes
	}
	return k.Funcs[f-1].FrameBytes
}

// calls returns the functions that the blocks reachable from a block call, in
// ascending order. The kernel must be linked.
func (k *Kernel) calls(from BlockID) []int {
	var list []int
	for _, id := range postOrder(len(k.Blocks), int(from), func(b int) []BlockID { return k.Blocks[b].Succs() }) {
		for _, in := range k.Blocks[id].Instrs {
			if in.Op == Call && !slices.Contains(list, in.Func) {
				list = append(list, in.Func)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Stack returns the local memory in bytes that a thread of a linked kernel needs:
// its own frame and the frames of the deepest chain of calls. The depth of functions
// that call one another is unknown; their frames then count once, and known is false.
func (k *Kernel) Stack() (bytes int, known bool) {
	if len(k.Funcs) == 0 {
		return k.LocalBytes, true
	}
	n := len(k.Funcs) + 1
	d := depths{k: k, order: make([]int, n), low: make([]int, n), below: make([]int, n), grouped: make([]bool, n), bytes: make([]int, n), known: true}
	d.visit(0, 0)
	return d.bytes[0], d.known
}

// depths finds the deepest chain of calls. It visits each function once, and takes those that
// call one another as one: Tarjan, Depth-First Search and Linear Graph Algorithms, 1972.
type depths struct {
	k     *Kernel
	count int
	order []int // the number of each function's visit, from 1; 0 before
	low   []int // the first visit that a function leads back to
	open  []int // visited, and not yet part of a group
	below []int // the deepest stack that a function's calls out of its group need
	// grouped says which functions belong to a complete group, and bytes is their stack.
	grouped []bool
	bytes   []int
	known   bool
}

func (d *depths) visit(f int, entry BlockID) {
	d.count++
	d.order[f], d.low[f] = d.count, d.count
	first := len(d.open)
	d.open = append(d.open, f)
	for _, c := range d.k.calls(entry) {
		if d.order[c] == 0 {
			d.visit(c, d.k.Funcs[c-1].Entry)
		}
		if d.grouped[c] {
			d.below[f] = max(d.below[f], d.bytes[c])
		} else {
			d.low[f], d.known = min(d.low[f], d.low[c]), false
		}
	}
	if d.low[f] == d.order[f] {
		d.close(first)
	}
}

// close gives the open functions from first on, which call one another, their stack.
func (d *depths) close(first int) {
	frames, below := 0, 0
	for _, f := range d.open[first:] {
		frames += d.k.frameBytes(f)
		below = max(below, d.below[f])
	}
	for _, f := range d.open[first:] {
		d.grouped[f], d.bytes[f] = true, frames+below
	}
	d.open = d.open[:first]
}

// Spilled returns the bytes that function f stores to local memory and loads from
// it because values were spilled or because the caller's registers are saved. Each
// instruction counts once; f is 0 for the kernel itself.
func (k *Kernel) Spilled(f int) (stores, loads int) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			v := k.Var(in.Root)
			if v == nil || v.Func != f || v.Kind != SpillVar && v.Kind != SavedVar {
				continue
			}
			if in.Op == St {
				stores += in.Natural()
			} else {
				loads += in.Natural()
			}
		}
	}
	return stores, loads
}

// LocalPerThread returns the local memory in bytes that a launch gives each thread:
// Stack where that is known, otherwise at least the stack limit of the launch.
func (k *Kernel) LocalPerThread(stack int) int {
	bytes, known := k.Stack()
	if known {
		return bytes
	}
	return max(bytes, stack)
}
