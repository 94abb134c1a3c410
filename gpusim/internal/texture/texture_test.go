package texture

// Reads against the formulas of the CUDA guide, and the layout of arrays.

import (
	"math"
	"math/rand/v2"
	"testing"
)

// formula is what the guide's appendix says of x, in exact arithmetic but for
// the 8 bits of the fraction: the index below and the weight of the next texel.
func formula(x float64) (i int, alpha float64) {
	b := x - 0.5
	return int(math.Floor(b)), math.Round((b-math.Floor(b))*256) / 256
}

// TestLinearIsTheGuidesFormula compares filtered reads with float64 arithmetic.
// The mean may differ by the rounding of the four weights, half a 256th of the
// largest difference between texels, and by that of a float32.
func TestLinearIsTheGuidesFormula(t *testing.T) {
	const w, h = 7, 5
	r := rand.New(rand.NewPCG(1, 2))
	tx := &Texture{Format: Format{Float, 4, 1}, Width: w, Height: h, Pitch: 4 * w, Filter: Linear, Data: contents("f32", w*h)}
	texel := func(i, j int) float64 {
		at := min(max(j, 0), h-1)*w + min(max(i, 0), w-1)
		return float64(float32(uint32(at+1)*2654435761>>8) / (1 << 24))
	}
	for range 20_000 {
		x, y := float32(r.Float64()*(w+4)-2), float32(r.Float64()*(h+4)-2)
		i, a := formula(float64(x))
		j, b := formula(float64(y))
		want := (1-a)*(1-b)*texel(i, j) + a*(1-b)*texel(i+1, j) + (1-a)*b*texel(i, j+1) + a*b*texel(i+1, j+1)
		var buf [MaxTexels]Texel
		got := math.Float32frombits(tx.Value(tx.Texels(x, y, &buf))[0])
		if math.Abs(float64(got)-want) > 2*0.5/256 {
			t.Fatalf("at (%v, %v): got %v, want %v", x, y, got, want)
		}
	}
}

func TestWeightsAddUp(t *testing.T) {
	tx := &Texture{Format: Format{Float, 4, 1}, Width: 8, Height: 8, Pitch: 32, Filter: Linear, Address: [3]Address{Wrap, Wrap, Wrap}}
	for i := range 1 << 16 {
		var buf [MaxTexels]Texel
		sum := uint32(0)
		for _, texel := range tx.Texels(3+float32(i>>8)/256, 3+float32(i&255)/256, &buf) {
			if sum += texel.Weight; texel.Weight > One {
				t.Fatalf("fractions %d and %d: a weight of %d", i>>8, i&255, int32(texel.Weight))
			}
		}
		if sum != One {
			t.Fatalf("fractions %d and %d: the weights add up to %d, want %d", i>>8, i&255, sum, One)
		}
	}
}

func TestAddressModes(t *testing.T) {
	for mode, want := range map[Address][]int{
		Clamp:  {0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2},
		Border: {-1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1},
		Wrap:   {2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0},
		Mirror: {2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0},
	} {
		for k, w := range want {
			if got := addressModes[mode](k-4, 3); got != w {
				t.Errorf("mode %d: texel %d of 3: got %d, want %d", mode, k-4, got, w)
			}
		}
	}
}

// TestCoordinatesOfAnySize reads where no image is: nothing may overflow.
func TestCoordinatesOfAnySize(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, x := range []float32{inf, -inf, float32(math.NaN()), math.MaxFloat32, -math.MaxFloat32, 1e10, math.SmallestNonzeroFloat32} {
		for mode := range addressModes {
			for _, normalized := range []bool{false, true} {
				for _, f := range []Filter{Point, Linear} {
					tx := &Texture{Format: formats["u8"], Width: 3, Height: 3, Pitch: 3, Data: make([]byte, 9), Address: [3]Address{Address(mode), Address(mode), Address(mode)}, Filter: f, Normalized: normalized, ReadFloat: true}
					var buf [MaxTexels]Texel
					for _, texel := range tx.Texels(x, -x, &buf) {
						if texel.Offset < noTexel || texel.Offset >= len(tx.Data) {
							t.Errorf("at %v, mode %d: a texel at %d of %d bytes", x, mode, texel.Offset, len(tx.Data))
						}
					}
					tx.Value(buf[:1])
				}
			}
		}
	}
}

func TestFetch(t *testing.T) {
	tx := &Texture{Format: Format{Signed, 2, 2}, Width: 2, Pitch: 8, Data: []byte{0xff, 0xff, 2, 0, 3, 0, 0, 0x80}}
	for i, want := range map[int32]Result{-1: {}, 0: {0xffffffff, 2}, 1: {3, 0xffff8000}, 2: {}} {
		var buf [MaxTexels]Texel
		if got := tx.Value(tx.Fetch(i, &buf)); got != want {
			t.Errorf("texel %d: got %#x, want %#x", i, got, want)
		}
	}
}

// TestTile: an array holds every byte once, and its sectors are pieces of 16
// bytes by two rows, as an H200 counts them (texture_counts.csv, shape_array_*).
func TestTile(t *testing.T) {
	const width, height = 200, 21
	pitch, bytes := BlockLinearSize(width, height)
	if pitch != 256 || bytes != 256*24 {
		t.Errorf("an array of %d × %d bytes: got %d bytes in rows of %d, want 6144 in rows of 256", width, height, bytes, pitch)
	}
	seen := map[int]bool{}
	for y := range height {
		for x := range width {
			at := BlockLinearOffset(x, y, pitch)
			if at < 0 || at >= bytes || seen[at] {
				t.Fatalf("byte (%d, %d) lies at %d, outside or where another lies", x, y, at)
			}
			seen[at] = true
			if piece := BlockLinearOffset(x&^15, y&^1, pitch); at&^31 != piece {
				t.Fatalf("byte (%d, %d) is in the sector at %d, want that of its piece, %d", x, y, at&^31, piece)
			}
		}
	}
}

func TestPut(t *testing.T) {
	var v struct{ X, Y int16 }
	Put(&v, Result{0xfffffffe, 7}, 2)
	if v.X != -2 || v.Y != 7 {
		t.Errorf("got %+v, want {-2 7}", v)
	}
	var f float32
	Put(&f, Result{math.Float32bits(1.5)}, 1)
	if f != 1.5 {
		t.Errorf("got %v, want 1.5", f)
	}
}
