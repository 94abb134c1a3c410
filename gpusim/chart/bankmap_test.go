package chart

import (
	"strings"
	"testing"
)

// bankMaps is columns of tiles, without padding and with it.
func bankMaps() map[string]*Picture {
	column := func(lane int) (int, int) { return lane, 0 }
	toy, h200 := banksCorpus()["banks_toy"].launch().Spec, banksCorpus()["banks_row"].launch().Spec
	return map[string]*Picture{
		"bankmap_toy":        BankMap(toy, Tile{Name: "a[tx][0]", Rows: 5, Columns: 4, Bytes: 4, At: column}),
		"bankmap_toy_padded": BankMap(toy, Tile{Name: "a[tx][0]", Rows: 5, Columns: 4, Pad: 1, Bytes: 4, At: column}),
		"bankmap_padded":     BankMap(h200, Tile{Name: "tile[tx][0]", Rows: 32, Columns: 32, Pad: 1, Bytes: 4, At: column}),
		"bankmap_shared":     BankMap(h200, Tile{Name: "s[tx/2]", Rows: 1, Columns: 32, Bytes: 8, At: func(lane int) (int, int) { return 0, lane / 2 }}),
	}
}

// TestBankMapsCount: what is written above the elements is what the hardware
// counts.
func TestBankMapsCount(t *testing.T) {
	want := map[string]string{
		"bankmap_toy": "takes 4 wavefronts, 1 without", "bankmap_toy_padded": "takes 1 wavefront, 1 without",
		"bankmap_padded": "takes 1 wavefront, 1 without", "bankmap_shared": "takes 1 wavefront, 1 without",
	}
	for name, p := range bankMaps() {
		if !strings.Contains(p.Alt, want[name]) {
			t.Errorf("%s: got %q, want it to say %q", name, p.Alt, want[name])
		}
	}
}
