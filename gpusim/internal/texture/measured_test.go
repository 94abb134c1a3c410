package texture

// Reads against an H200: every value that it gave, bit for bit.

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
)

// measured is one read of texture_values.csv.
type measured struct {
	format, address, filter string
	width, height           int
	normalized, readFloat   bool
	x, y                    float32
	result                  uint32
}

// excused says why a read of the H200 is not what it would be here.
func (m *measured) excused() string {
	switch {
	case m.height == 0 && m.address == "border" && m.filter == "linear":
		return "the hardware filters a row in two directions, and the second mode was set to border as well"
	case m.format == "u8" && !m.readFloat:
		return "the bits of the border colour, which is a float, stand for a whole number"
	}
	return ""
}

// TestMeasured reads what the H200 read. Signed bytes with a filter may differ
// by one in the filter's 16 bits: how it widens them is not known.
func TestMeasured(t *testing.T) {
	textures := map[string]*Texture{}
	read, excused, near := 0, 0, 0
	for _, m := range readMeasured(t) {
		if m.excused() != "" {
			excused++
			continue
		}
		tx := m.texture(textures)
		var buf [MaxTexels]Texel
		got := tx.Value(tx.Texels(m.x, m.y, &buf))[0]
		read++
		if got == m.result {
			continue
		}
		const step = 1.01 / (1<<15 - 1)
		if off := math.Float32frombits(got) - math.Float32frombits(m.result); m.format == "s8" && math.Abs(float64(off)) < step {
			near++
			continue
		}
		t.Errorf("%+v: got %#x (%v), want %v", m, got, math.Float32frombits(got), math.Float32frombits(m.result))
	}
	if read != 5824 || near != 3 { // as chapter 18 says
		t.Errorf("%d reads compared, %d of them near: want 5824, 3", read, near)
	}
	t.Logf("%d reads agree, %d of them nearly, %d are excused", read, near, excused)
}

// texture makes the texture that was read, once each.
func (m *measured) texture(known map[string]*Texture) *Texture {
	key := fmt.Sprint(m.format, m.width, m.height, m.address, m.filter, m.normalized, m.readFloat)
	if known[key] == nil {
		mode := map[string]Address{"clamp": Clamp, "border": Border, "wrap": Wrap, "mirror": Mirror}[m.address]
		known[key] = &Texture{
			Format: formats[m.format], Width: m.width, Height: m.height, Pitch: m.width * formats[m.format].Size(),
			Address:    [3]Address{mode, mode, mode},
			Filter:     map[string]Filter{"point": Point, "linear": Linear}[m.filter],
			Normalized: m.normalized, ReadFloat: m.readFloat, Border: [MaxChannels]float32{7, 6, 5, 4},
			Data: contents(m.format, m.width*max(m.height, 1)),
		}
	}
	return known[key]
}

var formats = map[string]Format{
	"f32": {Float, 4, 1}, "u8": {Unsigned, 1, 1}, "s8": {Signed, 1, 1}, "u16": {Unsigned, 2, 1}, "s16": {Signed, 2, 1},
}

// contents is the texels that texture.cu fills its textures with.
func contents(format string, n int) (data []byte) {
	bytes := formats[format].Bytes
	for i := range n {
		h := (uint32(i) + 1) * 2654435761
		v := h >> (32 - 8*bytes)
		if format == "f32" {
			v = math.Float32bits(float32(h>>8) / (1 << 24))
		}
		for b := range bytes {
			data = append(data, byte(v>>(8*b)))
		}
	}
	return data
}

func readMeasured(t *testing.T) (list []measured) {
	f, err := os.Open("../../validation/h200/texture/texture_values.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows[1:] {
		number := func(i int) uint32 {
			v, err := strconv.ParseUint(r[i], 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			return uint32(v)
		}
		list = append(list, measured{
			format: r[0], width: int(number(1)), height: int(number(2)), address: r[3], filter: r[4],
			normalized: number(5) == 1, readFloat: number(6) == 1,
			x: math.Float32frombits(number(7)), y: math.Float32frombits(number(8)), result: number(9),
		})
	}
	return list
}
