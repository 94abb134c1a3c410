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
