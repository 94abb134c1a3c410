package tracefile

// This file looks at the blocks that were executed: which are of one class, and where they use
// memory.

import (
	"gpucourse/gpusim/internal/ir"
)

// survey is what the executed blocks have in common.
type survey struct {
	*model
	trace   *Trace
	lanes   int // of a warp
	reader  *Reader
	walker  Decoder
	class   []int32 // by executed block
	size    []int   // by executed block: accesses
	named   map[uint64]int32
	slot    []int32      // by site: its number among the sites with addresses of device memory, from 1 on
	sights  [][]sight    // by slot, by executed block
	misses  int          // sites for which a basis was searched in vain
	pending []*undecided // by slot: the sites that first addresses do not decide
}

// sight is the first access of a block at a site.
type sight struct {
	first uint64 // the address of its lowest lane with an address
	from  uint32 // which warp and which lane that is, from 1 on; 0: the block has none
}

func newSurvey(t *Trace, m *model, lanes int) *survey {
	v := &survey{model: m, trace: t, lanes: lanes, reader: t.Reader(), walker: t.Decoders(1)[0], named: map[uint64]int32{}, slot: make([]int32, len(t.static)), sights: make([][]sight, 1)}
	for at := range t.static {
		if t.marker[at] == Access && inDevice(t.static[at].Space) {
			v.slot[at] = int32(len(v.sights))
			v.sights = append(v.sights, make([]sight, len(m.executed)))
		}
	}
	v.size = make([]int, len(m.executed))
	for i := range m.executed {
		v.class = append(v.class, v.nameOf(v.block(i)))
	}
	return v
}

// inDevice reports whether the addresses of a space are the same for all blocks.
func inDevice(s ir.Space) bool { return s == ir.Global || s == ir.Texture || s == ir.Const }

// nameOf numbers classes.
func (v *survey) nameOf(d digest) int32 {
	n, known := v.named[uint64(d)]
	if !known {
		n = int32(len(v.named))
		v.named[uint64(d)] = n
	}
	return n
}

// digest is a hash of what a block does, without its place (FNV-1a, a number at a time).
type digest uint64

const (
	noDigest    digest = 14695981039346656037
	digestPrime digest = 1099511628211
)

func (d *digest) add(v uint64) {
	*d = (*d ^ digest(v)) * digestPrime
	*d ^= *d >> digestFold
}

// digestFold brings high bits to the low ones, as numbers are of more than a byte.
const digestFold = 32

func (d *digest) bytes(b []byte) {
	d.add(uint64(len(b)))
	for _, x := range b {
		d.add(uint64(x))
	}
}

// block looks at a block and returns the digest of its class.
func (v *survey) block(executed int) digest {
	d := noDigest
	v.groups(executed, func(g *group, first int) {
		d.add(uint64(g.warps))
		d.bytes(g.control)
		d.bytes(g.steps)
		v.walk(g, 0, func(at int32, base uint64) {
			v.size[executed] += g.warps
			d.add(uint64(at))
			if s := v.slot[at]; s > 0 {
				base -= v.see(&v.sights[s][executed], at, first, base)
			}
			d.add(base)
		})
	})
	return d
}

// see notes an access and returns the address of the block's first one at the site.
func (v *survey) see(s *sight, at int32, warp int, base uint64) uint64 {
	if s.from == 0 {
		lane := 0
		if f := v.walker.shapeOf(&v.reader.shapes, at); f.irregular {
			lane = f.mask.First()
		}
		s.first, s.from = base, uint32(warp*v.lanes+lane+1)
	}
	return s.first
}

// groups calls visit with each group of a block, and with the group's first warp.
func (v *survey) groups(executed int, visit func(g *group, first int)) {
	at := v.at[executed]
	if at == 0 {
		return
	}
	data := v.trace.data(at)
	for i := 0; i < v.trace.warps; {
		g := data.group(v.trace.warps - i)
		visit(&g, i)
		i += g.warps
	}
}

// walk calls visit with each access of a warp.
func (v *survey) walk(g *group, ordinal int, visit func(at int32, base uint64)) {
	d := &v.walker
	for g.open(d, ordinal, v.sites); ; {
		switch at, e := d.Next(v.reader); e {
		case End:
			return
		case Access:
			visit(at, d.sites[at].base)
		}
	}
}

// apart returns Extrapolation.Apart.
func (v *survey) apart() float64 {
	differ, sum := 0, 0
	for i, block := range v.executed {
		sum += v.size[i]
		if k := &v.choices[v.grid.placeOf(v.places[i])]; len(k.templates) > 1 && !k.uniform {
			d := v.size[v.template(block, int32(i))] - v.size[i]
			differ += max(d, -d)
		}
	}
	return float64(differ) / float64(max(sum, 1))
}
