package simt

// Textures: what lanes read and which texels the observer is told of.

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// reads keeps what the observer is told.
type reads struct{ list []trace.Access }

func (r *reads) access(a *trace.Access) {
	if a.Space == ir.Texture {
		b := *a
		at := *a.Addr
		b.Addr, b.Taps = &at, slices.Clone(a.Taps)
		r.list = append(r.list, b)
	}
}

// rampTexture is a texture of n floats 0, 1, 2 …
func rampTexture(n int) *texture.Texture {
	t := &texture.Texture{Base: 1 << 40, Format: texture.Format{Kind: texture.Float, Bytes: 4, Channels: 1}, Width: n, Pitch: 4 * n, Address: [3]texture.Address{texture.Border, texture.Border, texture.Border}}
	for i := range n {
		b := math.Float32bits(float32(i))
		t.Data = append(t.Data, byte(b), byte(b>>8), byte(b>>16), byte(b>>24))
	}
	return t
}

const readTexture = `.visible .entry K(.param .u64 out, .param .u64 row)
{
	.slice .b8 out[] .elem "float32" 4 4;
	.texref .b8 row[] @8;
L0:
	ld.param.u64 %rd1, [out];
	mov.u32 %r2, %tid.x;
	cvt.f32.u32 %f3, %r2;
	setp.ge.u32 %p4, %r2, 4;
	mov.f32 %f5, 0f40E00000;
	@%p4 bra L1, else L2, meet L2;
L1:
	tex.1d.f32.f32 %f5, row, %f3;
	bra L2;
L2:
	mad.wide.u32 %rd6, %r2, 4, %rd1;
	st.global.f32 [%rd6], %f5;
	exit;
}`

func TestTextureLanes(t *testing.T) {
	r := newRig(t, readTexture).with(make([]float32, 32), uint64(0))
	row := rampTexture(10)
	row.Filter = texture.Linear
	r.launch.Textures = []*texture.Texture{nil, row}
	var seen reads
	r.launch.NewObserver = func() trace.Observer { return trace.Observer{Access: seen.access} }
	r.must()
	for i, got := range view[float32](r.arrays[0]) {
		want := max(float32(i)-0.5, 0)
		switch {
		case i < 4:
			want = 7 // the branch leaves them out
		case i == 10:
			want = 9 * 0.5 // half of the last texel, half of the border
		case i > 10:
			want = 0
		}
		if got != want {
			t.Errorf("lane %d: got %v, want %v", i, got, want)
		}
	}
	if len(seen.list) != 1 {
		t.Fatalf("got %d reads of textures, want 1", len(seen.list))
	}
	a := seen.list[0]
	if a.Active != 0x7f0 || len(a.Taps) != 1 || a.Taps[0].Active != 0x3f0 || a.Bytes != 4 {
		t.Errorf("lanes %#x read, and %#x a second texel, of %d bytes; want 0x7f0, 0x3f0 and 4", a.Active, a.Taps[0].Active, a.Bytes)
	}
	if got, want := a.Lane(5)-row.Base, uint64(16); got != want || a.Taps[0].Addr[5]-row.Base != want+4 {
		t.Errorf("lane 5 reads bytes %d and %d, want %d and %d", got, a.Taps[0].Addr[5]-row.Base, want, want+4)
	}
}

// TestTextureHandles: each lane reads the texture of its own handle, of any shape.
func TestTextureHandles(t *testing.T) {
	const kernel = `.visible .entry K(.param .u64 out)
{
	.slice .b8 out[] .elem "float32" 4 4;
L0:
	ld.param.u64 %rd1, [out];
	mov.u32 %r2, %tid.x;
	and.u32 %r3, %r2, 1;
	cvt.u64.u32 %rd4, %r3;
	cvt.f32.u32 %f5, %r2;
	tex.a1d.f32.f32 %f6, %rd4, %r2, %f5;
	mad.wide.u32 %rd7, %r2, 4, %rd1;
	st.global.f32 [%rd7], %f6;
	exit;
}`
	one, two := rampTexture(64), rampTexture(96)
	one.Shape, one.Width, one.Depth, one.Pitch = texture.Rows, 32, 2, 128
	two.Shape, two.Width, two.Depth, two.Pitch = texture.Rows, 32, 3, 128
	r := newRig(t, kernel).with(make([]float32, 32))
	r.launch.Objects = map[uint64]*texture.Texture{0: one, 1: two}
	r.must()
	for i, got := range view[float32](r.arrays[0]) {
		if want := float32(32*min(i, 1+i&1) + i); got != want {
			t.Errorf("lane %d: got %v, want %v", i, got, want)
		}
	}
	for handle, c := range map[uint64]struct {
		t    *texture.Texture
		says string
	}{0: {nil, "lane 0 reads a texture by the handle 0x0, which no texture object has"}, 1: {rampTexture(9), "lane 1 reads a texture of one dimension as a layered texture of one dimension"}} {
		r.launch.Objects = map[uint64]*texture.Texture{0: one, 1: two, handle: c.t}
		if _, err := r.run(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("got %v, want an error with %q", err, c.says)
		}
	}
}

// TestTextureOfWrittenMemory: blocks run in order when one may read what
// another writes.
func TestTextureOfWrittenMemory(t *testing.T) {
	r := newRig(t, readTexture).with(make([]float32, 1<<15), uint64(0))
	r.launch.Block.X, r.launch.Grid.X, r.launch.Workers = 256, 128, 8
	row := rampTexture(10)
	r.launch.Textures = []*texture.Texture{nil, row}
	for base, want := range map[uint64]int{row.Base: 8, r.arrays[0].Base: 1} {
		row.Base = base
		run, err := newRun(t.Context(), r.p, &r.launch)
		if err != nil {
			t.Fatal(err)
		}
		if run.workers != want {
			t.Errorf("texture at %#x: got %d workers, want %d", base, run.workers, want)
		}
	}
}
