package simt

// This file executes texture reads. Each lane finds its texels, the observer gets
// their addresses, and the filter makes the result of them.

import (
	"math"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// texOp is the decoded part of a texture read.
type texOp struct {
	root  ir.VarID
	fetch bool   // the coordinate is the index of a texel: no filter
	parts []inst // one result per channel
}

func (d *decoder) texOp(in *ir.Instr) *texOp {
	t := &texOp{root: in.Root, fetch: in.From == ir.S32}
	for _, r := range in.Dst {
		t.parts = append(t.parts, inst{dst: int32(r), masked: d.masked.needed(d.block, r)})
	}
	return t
}

// execTexture reads a texture for every active lane.
func execTexture(w *warp, in *inst) {
	t := w.worker.launch.Textures[in.tex.root-1]
	var reads [arch.MaxLanes]texelRead
	x := lanesOf[uint32](w.expand(&w.regs[in.a]))
	y := x
	if in.ir.Mod == ir.Tex2D {
		y = lanesOf[uint32](w.expand(&w.regs[in.b]))
	}
	for i := range reads {
		if w.mask.Has(i) {
			reads[i].read(t, in.tex.fetch, x[i], y[i])
		}
	}
	w.notifyTexels(in, t, &reads)
	for c := range in.tex.parts {
		part := &in.tex.parts[c]
		d := lanesOf[uint32](w.beginWrite(part))
		for i := range d {
			if w.mask.Has(i) {
				d[i] = reads[i].result[c]
			}
		}
		w.endWrite(part)
	}
}

// texelRead is the texture read of one lane.
type texelRead struct {
	buf    [texture.MaxTexels]texture.Texel
	n      int // texels in buf
	result texture.Result
}

// read reads a texture at coordinates, given as their bits.
func (r *texelRead) read(t *texture.Texture, fetch bool, x, y uint32) {
	var texels []texture.Texel
	if fetch {
		texels = t.Fetch(int32(x), &r.buf)
	} else {
		texels = t.Texels(math.Float32frombits(x), math.Float32frombits(y), &r.buf)
	}
	r.n, r.result = len(texels), t.Value(texels)
}

// notifyTexels passes the texels of all lanes to the observer: the first texel of
// each lane as the access, the others as its Taps. Texels outside of the texture
// and texels of weight 0 are not read.
func (w *warp) notifyTexels(in *inst, t *texture.Texture, reads *[arch.MaxLanes]texelRead) {
	if w.observe == nil {
		return
	}
	most := w.collectTexels(t, reads)
	if most == 0 {
		return
	}
	texels, a := &w.worker.texels, &w.mem.record
	a.PC, a.Kind, a.Space, a.Bytes, a.Active = in.pc, trace.Load, ir.Texture, t.Format.Size(), texels[0].Active
	a.ReadOnly, a.Volatile, a.Fetch = true, false, in.tex.fetch
	a.Base, a.DX, a.DY = 0, 0, 0
	a.Addr, a.Taps = &texels[0].Addr, texels[1:most]
	w.observe(a)
	a.Taps = nil
}

// collectTexels fills worker.texels and returns the most texels of any lane.
func (w *warp) collectTexels(t *texture.Texture, reads *[arch.MaxLanes]texelRead) (most int) {
	texels := &w.worker.texels
	for k := range texels {
		texels[k].Active = 0
	}
	for i := range reads {
		n := 0
		for _, x := range reads[i].buf[:reads[i].n] {
			if !x.Outside() && x.Weight != 0 {
				texels[n].Active |= 1 << i
				texels[n].Addr[i] = t.Base + uint64(x.Offset)
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
