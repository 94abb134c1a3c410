package simt

// This file executes texture reads. Each lane finds its texels, the observer gets
// their addresses, and the filter makes the result of them.

import (
	"math"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// texOp is the decoded part of a texture read.
type texOp struct {
	root   ir.VarID // 0: the handle says which texture is read
	fetch  bool     // the coordinate is the index of a texel: no filter
	shape  texture.Shape
	handle int32
	layer  int32
	place  []int32 // of the coordinates
	parts  []inst  // one result per channel
}

func (d *decoder) texOp(in *ir.Instr) *texOp {
	t := &texOp{root: in.Root, fetch: in.From == ir.S32, shape: texture.Shape(in.Mod - ir.Tex1D)}
	at := in.Coordinates()
	if in.Root == 0 {
		t.handle = d.operand(in, 0)
	}
	if in.Layered() {
		t.layer = d.operand(in, at-1)
	}
	for i := range in.Src[at:] {
		t.place = append(t.place, d.operand(in, at+i))
	}
	for _, r := range in.Dst {
		t.parts = append(t.parts, inst{dst: int32(r), masked: d.masked.needed(d.block, r)})
	}
	return t
}

// execTexture reads a texture for every active lane.
func execTexture(w *warp, in *inst) {
	var reads [arch.MaxLanes]texelRead
	if !w.findTextures(in, &reads) {
		return
	}
	var at [3]*[arch.MaxLanes]uint32
	for i, slot := range in.tex.place {
		at[i] = lanesOf[uint32](w.expand(&w.regs[slot]))
	}
	var layers *[arch.MaxLanes]uint32
	if in.tex.shape.Layered() {
		layers = lanesOf[uint32](w.expand(&w.regs[in.tex.layer]))
	}
	for i := range reads {
		if !w.mask.Has(i) {
			continue
		}
		if in.tex.fetch {
			reads[i].fetch(int32(at[0][i]))
			continue
		}
		var p texture.Place
		for axis, to := range []*float32{&p.X, &p.Y, &p.Z}[:len(in.tex.place)] {
			*to = math.Float32frombits(at[axis][i])
		}
		if layers != nil {
			p.Layer = layers[i]
		}
		reads[i].read(p)
	}
	w.notifyTexels(in, &reads)
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

// findTextures finds the texture that each lane reads. It stops the warp where a handle names none of
// the shape of the instruction.
func (w *warp) findTextures(in *inst, reads *[arch.MaxLanes]texelRead) bool {
	if root := in.tex.root; root != 0 {
		for i := range reads {
			reads[i].from = w.worker.launch.Textures[root-1]
		}
		return true
	}
	handles := lanesOf[uint64](w.expand(&w.regs[in.tex.handle]))
	for i := range reads {
		if !w.mask.Has(i) {
			continue
		}
		t := w.worker.launch.Objects[handles[i]]
		switch {
		case t == nil:
			w.fault(in.ir, diag.BadTexture, "make it with cudaCreateTextureObject, and destroy it after the kernel", "lane %d reads a texture by the handle %#x, which no texture object has", i, handles[i])
			return false
		case t.Shape != in.tex.shape && !(t.Shape <= texture.Plane && in.tex.shape <= texture.Plane):
			w.fault(in.ir, diag.BadTexture, "read it with the function for its shape", "lane %d reads %v as %v", i, t.Shape, in.tex.shape)
			return false
		}
		reads[i].from = t
	}
	return true
}

// texelRead is the texture read of one lane.
type texelRead struct {
	from   *texture.Texture
	buf    [texture.MaxTexels]texture.Texel
	n      int // texels in buf
	result texture.Result
}

// read reads the texture at coordinates.
func (r *texelRead) read(p texture.Place) { r.take(r.from.TexelsAt(p, &r.buf)) }

// fetch reads texel x.
func (r *texelRead) fetch(x int32) { r.take(r.from.Fetch(x, &r.buf)) }

func (r *texelRead) take(texels []texture.Texel) {
	r.n, r.result = len(texels), r.from.Value(texels)
}

// notifyTexels passes the texels of all lanes to the observer: the first texel of
// each lane as the access, the others as its Taps. Texels outside of the texture
// and texels of weight 0 are not read.
func (w *warp) notifyTexels(in *inst, reads *[arch.MaxLanes]texelRead) {
	if w.observe == nil {
		return
	}
	most := w.collectTexels(reads)
	if most == 0 {
		return
	}
	texels, a := &w.worker.texels, &w.mem.record
	a.PC, a.Kind, a.Space, a.Bytes, a.Active = in.pc, trace.Load, ir.Texture, reads[texels[0].Active.First()].from.Format.Size(), texels[0].Active
	a.ReadOnly, a.Volatile, a.Hint, a.Fetch = true, false, trace.Hint{}, in.tex.fetch
	a.Base, a.DX, a.DY = 0, 0, 0
	a.Addr, a.Taps = &texels[0].Addr, texels[1:most]
	w.observe(a)
	a.Taps = nil
}

// collectTexels fills worker.texels and returns the most texels of any lane.
func (w *warp) collectTexels(reads *[arch.MaxLanes]texelRead) (most int) {
	texels := &w.worker.texels
	for k := range texels {
		texels[k].Active = 0
	}
	for i := range reads {
		n := 0
		for _, x := range reads[i].buf[:reads[i].n] {
			if !x.Outside() && x.Weight != 0 {
				texels[n].Active |= 1 << i
				texels[n].Addr[i] = reads[i].from.Base + uint64(x.Offset)
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
