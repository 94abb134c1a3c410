package ir

// This file is the functions that a kernel calls: what they are, and what they
// take of the stack.

import "slices"

// Func is a function that is called and not inlined.
type Func struct {
	Name string
	Body *Kernel // its code; nil after Link
	// Entry is its first block after Link, which begins with Args. It is never
	// the target of a branch.
	Entry BlockID
	Frame int // bytes of the stack that one activation takes, after Link
	// Recursive: it can come to call itself.
	Recursive bool
}

// entries returns the block of the kernel, and those of linked functions, in
// which control begins.
func (k *Kernel) entries() []BlockID {
	list := []BlockID{0}
	for _, f := range k.Funcs {
		if f.Body == nil {
			list = append(list, f.Entry)
		}
	}
	return list
}

// frameBytes returns the stack frame of function f, of the kernel for 0.
func (k *Kernel) frameBytes(f int) int {
	if f == 0 || f > len(k.Funcs) {
		return k.LocalBytes
	}
	return k.Funcs[f-1].Frame
}

// calls returns the functions that a block and those that follow it call,
// ascending, in a linked kernel.
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

// Stack returns the bytes of local memory that a thread of a linked kernel
// needs: its frame and those of the deepest chain of calls. When a function can
// call itself the depth is not known, and counts once a function.
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

// Spilled returns the bytes that a thread stores to local memory, and loads, in
// function f (0: the kernel) for want of registers and to keep its caller's, each
// instruction counted once.
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

// LocalPerThread returns the bytes of local memory that a launch with a stack of
// so many bytes gives each thread: what is needed where that is known, else at
// least the stack.
func (k *Kernel) LocalPerThread(stack int) int {
	bytes, known := k.Stack()
	if known {
		return bytes
	}
	return max(bytes, stack)
}
