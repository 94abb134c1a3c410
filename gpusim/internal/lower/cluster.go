package lower

// This file lowers what the blocks of a cluster do together.

import (
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// clusterSize returns the number of blocks in a cluster.
func (c *deviceCall) clusterSize() val {
	l := c.l
	n := l.op(ir.Mul, ir.S32, l.special(ir.ClusterX), l.special(ir.ClusterY))
	return val{op: l.op(ir.Mul, ir.S32, n, l.special(ir.ClusterZ))}
}

func (c *deviceCall) clusterSync() val {
	for _, mod := range []ir.Mod{ir.ClusterArrive, ir.ClusterWait} {
		c.l.emit(ir.Instr{Op: ir.ClusterBar, Mod: mod})
	}
	return val{}
}

// mapShared lowers the address of an object in the shared memory of another block.
func mapShared(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		at, ok := c.addressIn(0, ir.Shared)
		if !ok {
			return val{ptr: c.args[0].ptr}
		}
		p := pointer{space: ir.Cluster, base: c.l.op(f.Op, ir.U32, at, c.arg(1)), align: c.args[0].ptr.aligned()}
		return val{ptr: p}
	}
}
