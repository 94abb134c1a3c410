package texture

import (
	"math"
	"math/rand/v2"
	"testing"
)

// filled returns a texture of floats with random texels, whose rows follow each other.
func filled(r *rand.Rand, shape Shape, w, h, d int) (t *Texture, texels []float32) {
	t = &Texture{Shape: shape, Format: Format{Float, 4, 1}, Width: w, Height: h, Depth: d, Pitch: 4 * w}
	for range w * max(h, 1) * max(d, 1) {
		v := r.Float32()
		texels = append(texels, v)
		bits := math.Float32bits(v)
		t.Data = append(t.Data, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	}
	return t, texels
}

// at reads a float.
func (t *Texture) at(p Place) float32 {
	var buf [MaxTexels]Texel
	return math.Float32frombits(t.Value(t.TexelsAt(p, &buf))[0])
}

// TestVolume compares filtered reads with float64 arithmetic, as TestLinearIsTheGuidesFormula does: the
// eight weights are rounded to 256ths.
func TestVolume(t *testing.T) {
	const w, h, d = 5, 4, 3
	r := rand.New(rand.NewPCG(1, 2))
	tx, texels := filled(r, Volume, w, h, d)
	tx.Filter = Linear
	for range 20_000 {
		p := Place{X: r.Float32()*(w+2) - 1, Y: r.Float32()*(h+2) - 1, Z: r.Float32()*(d+2) - 1}
		i, a := formula(float64(p.X))
		j, b := formula(float64(p.Y))
		k, c := formula(float64(p.Z))
		want := 0.0
		for n := range 8 {
			x, y, z := min(max(i+n&1, 0), w-1), min(max(j+n>>1&1, 0), h-1), min(max(k+n>>2, 0), d-1)
			weight := [2]float64{1 - a, a}[n&1] * [2]float64{1 - b, b}[n>>1&1] * [2]float64{1 - c, c}[n>>2]
			want += weight * float64(texels[(z*h+y)*w+x])
		}
		if got := tx.at(p); math.Abs(float64(got)-want) > 8*0.5/256 {
			t.Fatalf("at %v: got %v, want %v", p, got, want)
		}
	}
}

// TestVolumeWeights: they add up to One for all fractions.
func TestVolumeWeights(t *testing.T) {
	tx := &Texture{Shape: Volume, Format: Format{Float, 4, 1}, Width: 8, Height: 8, Depth: 8, Pitch: 32, Filter: Linear}
	for i := range 1 << 18 {
		var buf [MaxTexels]Texel
		sum := uint32(0)
		p := Place{X: 3 + float32(i&63)/64, Y: 3 + float32(i>>6&63)/64, Z: 3 + float32(i>>12)/64}
		for _, texel := range tx.TexelsAt(p, &buf) {
			if sum += texel.Weight; texel.Weight > One {
				t.Fatalf("at %v: a weight of %d", p, int32(texel.Weight))
			}
		}
		if sum != One {
			t.Fatalf("at %v: the weights add up to %d, want %d", p, sum, One)
		}
	}
}

// TestLayers reads texels of each layer. A layer outside is the last one.
func TestLayers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rows, ofRows := filled(r, Rows, 7, 0, 3)
	planes, ofPlanes := filled(r, Planes, 7, 5, 3)
	for layer := range 5 {
		z := min(layer, 2)
		for x := range 7 {
			if got, want := rows.at(Place{X: float32(x) + 0.5, Layer: uint32(layer)}), ofRows[z*7+x]; got != want {
				t.Errorf("texel %d of layer %d: got %v, want %v", x, layer, got, want)
			}
			for y := range 5 {
				if got, want := planes.at(Place{X: float32(x) + 0.5, Y: float32(y) + 0.5, Layer: uint32(layer)}), ofPlanes[(z*5+y)*7+x]; got != want {
					t.Errorf("texel (%d, %d) of layer %d: got %v, want %v", x, y, layer, got, want)
				}
			}
		}
	}
}

// TestCube reads the texels of each face at their directions: the middle of a face is an axis, and its
// rows and columns run as the programming guide's table says.
func TestCube(t *testing.T) {
	const n = 3
	r := rand.New(rand.NewPCG(5, 6))
	cubes, texels := filled(r, Cubes, n, n, 12)
	// The direction of each face, and of its columns and rows.
	axes := [6][3][3]float32{
		{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
		{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
		{{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
	}
	for i := range texels {
		x, y, face, cube := i%n, i/n%n, i/n/n%6, i/n/n/6
		s, u := 2*(float32(x)+0.5)/n-1, 2*(float32(y)+0.5)/n-1
		var d [3]float32
		for k := range d {
			d[k] = 10 * (axes[face][0][k] + s*axes[face][1][k] + u*axes[face][2][k])
		}
		if got := cubes.at(Place{d[0], d[1], d[2], uint32(cube)}); got != texels[i] {
			t.Errorf("texel (%d, %d) of face %d of cube %d: got %v, want %v", x, y, face, cube, got, texels[i])
		}
	}
}

// TestAxesHaveModes: each axis has an address mode of its own.
func TestAxesHaveModes(t *testing.T) {
	tx, texels := filled(rand.New(rand.NewPCG(7, 8)), Volume, 2, 2, 2)
	tx.Address = [3]Address{Clamp, Border, Mirror}
	for _, c := range []struct {
		p    Place
		want float32
	}{{Place{X: 5, Y: 0.5, Z: 0.5}, texels[1]}, {Place{X: 0.5, Y: 5, Z: 0.5}, 0}, {Place{X: 0.5, Y: 0.5, Z: 2.5}, texels[4]}} {
		if got := tx.at(c.p); got != c.want {
			t.Errorf("at %v: got %v, want %v", c.p, got, c.want)
		}
	}
}

// TestHalves reads texels of 16 bits.
func TestHalves(t *testing.T) {
	tx := &Texture{Format: Format{Float, 2, 2}, Width: 1, Pitch: 4, Data: []byte{0x00, 0x3e, 0x00, 0xc0}} // 1.5 and -2
	var buf [MaxTexels]Texel
	r := tx.Value(tx.Texels(0, 0, &buf))
	if x, y := math.Float32frombits(r[0]), math.Float32frombits(r[1]); x != 1.5 || y != -2 {
		t.Errorf("got %v and %v, want 1.5 and -2", x, y)
	}
}
