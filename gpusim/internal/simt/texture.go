package simt

// This file reads textures: each lane looks its texels up, the observer is told
// where they lie, and the result is made of them.

import (
	"math"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// texOp is what decoding knows of a read of a texture.
type texOp struct {
	root  ir.VarID
	fetch bool   // by the number of a texel, without a filter
	parts []inst // for the result of each channel
}

func (d *decoder) texOp(in *ir.Instr) *texOp {
	t := &texOp{root: in.Root, fetch: in.From == ir.S32}
	for _, r := range in.Dst {
		t.parts = append(t.parts, inst{dst: int32(r), masked: d.masked.needed(d.block, r)})
	}
	return t
}

// execTex reads a texture for every lane that takes part.
func execTex(w *warp, in *inst) {
	t := w.worker.launch.Textures[in.tex.root-1]
	var taps [arch.MaxLanes]texelRead
	x := lanesOf[uint32](w.expand(&w.regs[in.a]))
	y := x
	if in.ir.Mod == ir.Tex2D {
		y = lanesOf[uint32](w.expand(&w.regs[in.b]))
	}
	for i := range taps {
		if w.mask.Has(i) {
			taps[i].look(t, in.tex.fetch, x[i], y[i])
		}
	}
	w.observeTexels(in, t, &taps)
	for c := range in.tex.parts {
		part := &in.tex.parts[c]
		d := lanesOf[uint32](w.beginWrite(part))
		for i := range d {
			if w.mask.Has(i) {
				d[i] = taps[i].value[c]
			}
		}
		w.endWrite(part)
	}
}

// lookup is what one lane reads.
type texelRead struct {
	taps  [texture.MaxTaps]texture.Tap
	n     int
	value texture.Result
}

// look reads a texture at coordinates, given as their bits.
func (l *texelRead) look(t *texture.Texture, fetch bool, x, y uint32) {
	var taps []texture.Tap
	if fetch {
		taps = t.Fetch(int32(x), &l.taps)
	} else {
		taps = t.Look(math.Float32frombits(x), math.Float32frombits(y), &l.taps)
	}
	l.n, l.value = len(taps), t.Value(taps)
}

// observeTexels tells the observer which texels the lanes look at: the first of
// each lane, then the others. What is outside or has no weight is not read.
func (w *warp) observeTexels(in *inst, t *texture.Texture, looked *[arch.MaxLanes]texelRead) {
	if w.observer == nil {
		return
	}
	texels, most := &w.worker.texels, 0
	for k := range texels {
		texels[k].Active = 0
	}
	for i := range looked {
		n := 0
		for _, tap := range looked[i].taps[:looked[i].n] {
			if !tap.Outside() && tap.Weight != 0 {
				texels[n].Active |= 1 << i
				texels[n].Addr[i] = t.Base + uint64(tap.Offset)
				n++
			}
		}
		most = max(most, n)
	}
	if most == 0 {
		return
	}
	a := &w.mem.record
	a.PC, a.Kind, a.Space, a.Bytes, a.Active = in.pc, trace.Load, ir.Texture, t.Format.Size(), texels[0].Active
	a.ReadOnly, a.Volatile, a.Fetch = true, false, in.tex.fetch
	a.Base, a.DX, a.DY = 0, 0, 0
	a.Addr, a.Taps = &texels[0].Addr, texels[1:most]
	w.observer.Access(a)
	a.Taps = nil
}
