package lower

// This file lowers copies between global and shared memory that no register takes part in.

import (
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// copySizes are the sizes of asynchronous copies in bytes.
var copySizes = []uint64{4, 8, 16}

// addressIn returns the address that an argument points to in a space. ok is false where the
// pointer is nil, and for another space, which is a mistake.
func (c *deviceCall) addressIn(i int, space ir.Space) (at ir.Operand, ok bool) {
	switch p := c.args[i].ptr; {
	case p.space == ir.NoSpace && p.bound == nil && p.specials == nil:
		c.l.nilAccess()
		return at, false
	case p.space != space:
		c.l.fail(diag.MixedSpaces, "", "argument %d of %s is no address in %s memory", i+1, c.name, space)
		return at, false
	default:
		return c.l.address(p, 0), true
	}
}

// barrierAt returns the address of the barrier that an argument points to: in shared memory, that of this block or of
// another one of its cluster.
func (c *deviceCall) barrierAt(i int) (at ir.Operand, ok bool) {
	if c.args[i].ptr.space == ir.Cluster {
		return c.addressIn(i, ir.Cluster)
	}
	return c.addressIn(i, ir.Shared)
}

// constant returns an argument that has to be a constant.
func (c *deviceCall) constant(i int) (n uint64, ok bool) {
	if x := c.arg(i); !x.IsReg {
		return x.Imm, true
	}
	c.l.fail(diag.Unsupported, "write a constant", "argument %d of %s is not known before the kernel runs", i+1, c.name)
	return 0, false
}

// copyAsync lowers a copy of some elements. The last argument is how many of them are not read
// and become 0.
func (c *deviceCall) copyAsync() val {
	const count, zeros = 2, 3
	size, unread := uint64(c.argType(0).Elem.Size), ir.I(0)
	n, ok := c.constant(count)
	if !ok {
		return val{}
	}
	if bytes := n * size; !slices.Contains(copySizes, bytes) {
		c.l.fail(diag.Unsupported, "copy that many bytes, or load and store", "%s copies 4, 8 or 16 bytes, not %d", c.name, bytes)
		return val{}
	}
	if len(c.args) > zeros {
		unread = c.l.mul(ir.U32, c.arg(zeros), int(size))
	}
	read := ir.I(n * size)
	switch {
	case unread.IsReg:
		read = c.l.op(ir.Sub, ir.U32, read, unread)
	case unread.Imm > n*size:
		c.l.fail(diag.Unsupported, "write a smaller number", "%s fills %d bytes of %d with zeros", c.name, unread.Imm, n*size)
	default:
		read.Imm -= unread.Imm
	}
	to, ok := c.addressIn(0, ir.Shared)
	from, reads := c.addressIn(1, ir.Global)
	way := ir.CopyNear
	if n*size == slices.Max(copySizes) { // as the headers of CUDA say
		way = ir.CopyFar
	}
	if ok && reads {
		c.l.emit(ir.Instr{Op: ir.CopyAsync, Mod: way, Src: []ir.Operand{to, from, ir.I(n * size), read}})
	}
	return val{}
}

// copyGroup lowers the end of a group of copies, and the wait for groups.
func copyGroup(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		prior := uint64(0)
		if len(c.args) > 0 {
			n, ok := c.constant(0)
			if !ok {
				return val{}
			}
			prior = n
		}
		c.l.emit(ir.Instr{Op: f.Op, Mod: f.Mod, Src: []ir.Operand{ir.I(prior)}})
		return val{}
	}
}
