package write

// This file writes copies between global and shared memory that no register takes part in.

import "gpucourse/gpusim/internal/ir"

// longestCopy is the size of copies that pass L1 by, in bytes.
const longestCopy = 16

func (w *writer) copyAsync() {
	cache, n := "ca", w.in.Src[2].Imm
	if n == longestCopy {
		cache = "cg"
	}
	w.emit("cp.async.%s.shared.global [%s], [%s], %d, %s", cache, w.register(0), w.register(1), n, w.src(3))
}

// groups are the instructions that close groups of copies and wait for them.
var groups = map[ir.Mod]string{ir.CopyCommit: "cp.async.commit_group", ir.CopyWait: "cp.async.wait_group"}

func (w *writer) copyGroup() {
	if w.in.Mod == ir.CopyCommit {
		w.emit("%s", groups[w.in.Mod])
		return
	}
	w.emit("%s %s", groups[w.in.Mod], w.src(0))
}
