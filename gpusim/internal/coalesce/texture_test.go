package coalesce

// Texture reads against what an H200 counted.

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// texelCase is one launch of one warp in texture.cu.
type texelCase struct {
	texture *texture.Texture
	fetch   bool
	mask    trace.Mask
	at      func(lane int) (x, y float32)
}

// access makes the Access that the executor would tell of.
func (c *texelCase) access() *trace.Access {
	texels := make([]trace.Tap, texture.MaxTexels)
	for i := range arch.MaxLanes {
		if !c.mask.Has(i) {
			continue
		}
		var buf [texture.MaxTexels]texture.Texel
		x, y := c.at(i)
		taps := c.texture.Texels(x, y, &buf)
		if c.fetch {
			taps = c.texture.Fetch(int32(x), &buf)
		}
		n := 0
		for _, tap := range taps {
			if tap.Weight != 0 {
				texels[n].Active |= 1 << i
				texels[n].Addr[i] = c.texture.Base + uint64(tap.Offset)
				n++
			}
		}
	}
	for texels[len(texels)-1].Active == 0 {
		texels = texels[:len(texels)-1]
	}
	return &trace.Access{
		Space: ir.Texture, Bytes: c.texture.Format.Size(), Active: texels[0].Active, Addr: &texels[0].Addr,
		Taps: texels[1:], Fetch: c.fetch, ReadOnly: true, Width: arch.MaxLanes,
	}
}

// image is a texture of texture.cu: w×h texels of so many floats, in an array
// or in rows.
func image(w, h, channels int, tiled bool) *texture.Texture {
	t := &texture.Texture{Base: 1 << 30, Format: texture.Format{Kind: texture.Float, Bytes: 4, Channels: channels}, Width: w, Height: h, BlockLinear: tiled}
	t.Pitch = w * t.Format.Size()
	return t
}

// parseTexelCase makes the launch of a case's name; nil where the case is none
// of one warp.
func parseTexelCase(name string) *texelCase {
	part := strings.Split(name, "_")
	number := func(s string) int {
		n, err := strconv.Atoi(strings.TrimLeft(s, "sw"))
		if err != nil {
			panic(err)
		}
		return n
	}
	channels := map[string]int{"f32": 1, "f32x2": 2, "f32x4": 4}
	c := &texelCase{mask: math.MaxUint32}
	linear := func(s string) float32 {
		if s == "point" {
			return 0.5
		}
		c.texture.Filter = texture.Linear
		return 0.75
	}
	switch part[0] {
	case "shape":
		c.texture = image(512, 512, channels[part[2]], part[1] == "array")
		d, w := linear(part[3]), number(part[4])
		c.at = func(i int) (x, y float32) { return 64 + float32(i%w) + d, 64 + float32(i/w) + d }
	case "fetch":
		c.texture, c.fetch = image(1<<12, 0, max(channels[part[1]], 1), false), true
		if part[1] == "u8" {
			c.texture.Format = texture.Format{Kind: texture.Unsigned, Bytes: 1, Channels: 1}
		}
		c.at = func(i int) (x, y float32) { return float32(i * number(part[2])), 0 }
	case "some":
		c.texture = image(1024, 1024, 1, true)
		d := linear(part[1])
		if mask, err := strconv.ParseUint(part[2], 16, 32); err == nil {
			c.mask = trace.Mask(mask)
		} else {
			d = 0.5
		}
		c.at = func(i int) (x, y float32) { return 64 + float32(i) + d, 64 + d }
	case "row":
		c.texture = image(1024, 0, 1, true)
		d, s := linear(part[1]), number(part[2])
		c.at = func(i int) (x, y float32) { return 64 + float32(i*s) + d, 0 }
	default:
		return nil
	}
	return c
}

// TestTextureCounts compares requests and sectors with the H200's, exactly.
func TestTextureCounts(t *testing.T) {
	f, err := os.Open("../../validation/h200/texture/texture_counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	s, cases := spec(t, "H200"), 0
	for _, r := range rows[1:] {
		c := parseTexelCase(r[0])
		if c == nil {
			continue
		}
		cases++
		got := Count(s, c.access())
		if g := fmt.Sprintf("%d requests, %d sectors", got.Requests, got.Sectors); g != fmt.Sprintf("%s requests, %s sectors", r[1], r[2]) {
			t.Errorf("%s: got %s, want %s and %s", r[0], g, r[1], r[2])
		}
	}
	if cases < 100 {
		t.Errorf("%d cases, want at least 100", cases)
	}
}

// TestWithoutTaps: the accesses that stand for a filtered read move what it moves.
func TestWithoutTaps(t *testing.T) {
	s := spec(t, "H200")
	for _, name := range []string{
		"shape_array_f32_linear_w16", "shape_pitch_f32_linear_w1", "shape_array_f32x2_linear_w8", "shape_array_f32x4_linear_w2",
		"shape_pitch_f32x4_linear_w32", "some_linear_80000001", "row_linear_s8", "shape_array_f32_point_w1", "fetch_f32_s2",
	} {
		a := parseTexelCase(name).access()
		sectors := func(a *trace.Access, count map[uint64]int) {
			for _, m := range Coalesce(s, a, nil) {
				for rest := trace.Mask(m.Sectors); rest != 0; rest &= rest - 1 {
					count[m.Addr+uint64(rest.First()*s.Global.SectorBytes)]++
				}
			}
		}
		want, got := map[uint64]int{}, map[uint64]int{}
		sectors(a, want)
		WithoutTaps(s, a, func(w *trace.Access) {
			if len(w.Taps) > 0 {
				t.Errorf("%s: an access with taps", name)
			}
			sectors(w, got)
		})
		if !maps.Equal(got, want) {
			t.Errorf("%s: sectors and how often they move\n got %v\nwant %v", name, got, want)
		}
	}
}
