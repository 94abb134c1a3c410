package chart

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// pictures draws the whole corpus.
func pictures() map[string]*Picture {
	all := map[string]*Picture{
		"bars": Bars("Sectors a request, by layout", "sectors a request",
			Bar{"12-byte structs", 12}, Bar{"16-byte structs, aligned", 16}, Bar{"structure of arrays", 4}),
	}
	for name, w := range warps() {
		all[name] = Lanes(w)
	}
	for name, p := range plots() {
		all[name] = Curve(p)
	}
	all["readme"] = Stack("One store of one warp, in two kernels", all["lanes_unit"], all["lanes_1000"])
	return all
}

func TestPicturesAreAsBefore(t *testing.T) {
	for name, p := range pictures() {
		golden(t, name+".svg", p.SVG())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s is not as before (error %v); look at the new one: go test ./gpusim/chart -update, then git diff", file, err)
	}
}

func TestPicturesAreXML(t *testing.T) {
	for name, p := range pictures() {
		d := xml.NewDecoder(strings.NewReader(p.SVG()))
		for {
			_, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}
