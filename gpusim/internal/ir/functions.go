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
// its own frame and the frames of the deepest chain of calls. The depth of a
// recursive function is unknown; its frame then counts once, and known is false.
func (k *Kernel) Stack() (bytes int, known bool) {
	if len(k.Funcs) == 0 {
		return k.LocalBytes, true
	}
	known = true
	active := make([]bool, len(k.Funcs)+1)
	var deepest func(f int, entry BlockID) int
	deepest = func(f int, entry BlockID) int {
		active[f] = true
		defer func() { active[f] = false }()
		most := 0
		for _, c := range k.calls(entry) {
			if active[c] {
				known = false
				continue
			}
			most = max(most, deepest(c, k.Funcs[c-1].Entry))
		}
		return k.frameBytes(f) + most
	}
	bytes = deepest(0, 0)
	return bytes, known
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
