package tensormap_test

import (
	"reflect"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/tensormap"
)

func example() tensormap.Map {
	return tensormap.Map{Element: 7, Swizzle: tensormap.Swizzle128, Address: 1 << 40, Dims: []uint64{100, 10, 3}, Strides: []uint64{400, 4000},
		Box: []uint32{8, 4, 2}, Steps: []uint32{1, 1, 1}}
}

func TestEncoding(t *testing.T) {
	m := example()
	got, ok := tensormap.Decode(m.Encode())
	if !ok || !reflect.DeepEqual(got, m) {
		t.Errorf("got %+v %v, want %+v", got, ok, m)
	}
	if len(m.Encode()) != tensormap.Bytes {
		t.Errorf("%d bytes", len(m.Encode()))
	}
	if _, ok := tensormap.Decode(make([]byte, tensormap.Bytes)); ok {
		t.Error("zeros are a map")
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*tensormap.Map){
		"":                       func(*tensormap.Map) {},
		"1 to 5 dimensions":      func(m *tensormap.Map) { m.Dims = nil },
		"multiple of 16 bytes":   func(m *tensormap.Map) { m.Address += 8 },
		"stride of dimension 1":  func(m *tensormap.Map) { m.Strides[0] = 404 },
		"box has 257 elements":   func(m *tensormap.Map) { m.Box[1] = 257 },
		"more than the 128 of":   func(m *tensormap.Map) { m.Box[0] = 64 },
		"row of the box has 4":   func(m *tensormap.Map) { m.Box[0] = 1 },
		"step in dimension 2":    func(m *tensormap.Map) { m.Steps[2] = 9 },
		"elements of type 13":    func(m *tensormap.Map) { m.Element = 13 },
		"dimension 0 has 0 elem": func(m *tensormap.Map) { m.Dims[0] = 0 },
	} {
		m := example()
		change(&m)
		err := m.Check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestRows compares the rows of boxes with the definition: element by element.
func TestRows(t *testing.T) {
	m := example()
	for _, at := range [][]int32{{0, 0, 0}, {96, 8, 2}, {-3, -1, -1}, {200, 0, 0}, {92, 3, 1}} {
		got := map[int]uint64{}
		m.Rows(at, false, func(r tensormap.Row) {
			for i := range r.Inside {
				got[r.Box/4+r.First+i] = r.Memory + uint64(4*i)
			}
		})
		want := map[int]uint64{}
		for z := range 2 {
			for y := range 4 {
				for x := range 8 {
					p := [3]int{int(at[0]) + x, int(at[1]) + y, int(at[2]) + z}
					if p[0] >= 0 && p[0] < 100 && p[1] >= 0 && p[1] < 10 && p[2] >= 0 && p[2] < 3 {
						want[(z*4+y)*8+x] = 1<<40 + uint64(4*p[0]+400*p[1]+4000*p[2])
					}
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("at %v: got %v, want %v", at, got, want)
		}
	}
}

// TestSwizzle compares swizzles with the table of CUDA's programming guide: piece XOR row.
func TestSwizzle(t *testing.T) {
	for s, mask := range map[tensormap.Swizzle]uint32{tensormap.NoSwizzle: 0, tensormap.Swizzle32: 1, tensormap.Swizzle64: 3, tensormap.Swizzle128: 7} {
		seen := map[uint32]bool{}
		for at := range uint32(2048) {
			row, piece := at/128, at%128/16
			want := at&^0x70 | (piece^row&mask)<<4
			if got := s.Place(at); got != want {
				t.Fatalf("swizzle %d of %d: got %d, want %d", s, at, got, want)
			}
			seen[s.Place(at)] = true
		}
		if len(seen) != 2048 {
			t.Errorf("swizzle %d is no permutation", s)
		}
	}
}
