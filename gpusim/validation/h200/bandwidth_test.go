package h200

import "testing"

func TestBandwidthsAreWhole(t *testing.T) {
	for kernel, want := range map[string]int{"copy_offset": 33, "load_stride": 12, "store_stride": 12} {
		for _, word := range []int{1, 2, 4, 8, 16} {
			rows := Bandwidths(kernel, word)
			if len(rows) != want {
				t.Errorf("%s of %d bytes: got %d rows, want %d", kernel, word, len(rows), want)
			}
			for _, r := range rows {
				if r.Requested < 10 || r.Requested > 4800 {
					t.Errorf("%s of %d bytes at %d: %v GB/s is not possible on an H200", kernel, word, r.Elements, r.Requested)
				}
			}
		}
	}
}
