package chart

import (
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	_ "gpucourse/internal/collect"
	"gpucourse/internal/golden"
)

func TestPicturesAreAsBefore(t *testing.T) {
	for name, p := range pictures() {
		golden.Check(t, filepath.Join("testdata", name+".svg"), p.SVG())
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

// TestSameInputSameBytes: charts come out of an interpreter with counters of
// its own, which must not show.
func TestSameInputSameBytes(t *testing.T) {
	again := drawAll()
	for name, p := range pictures() {
		if again[name].HTML() != p.HTML() {
			t.Errorf("%s: two drawings differ", name)
		}
	}
}

func TestEveryPictureIsToldInWords(t *testing.T) {
	for name, p := range pictures() {
		if p.Title == "" || len(p.Alt) < 20 || p.Width == 0 || p.Height == 0 {
			t.Errorf("%s: title %q, alt %q, size %d×%d", name, p.Title, p.Alt, p.Width, p.Height)
		}
		if !strings.Contains(p.HTML(), `alt="`+html.EscapeString(p.Title)) {
			t.Errorf("%s: the image has no alternative text", name)
		}
	}
}

// TestLogAxesLeaveOutZero: a logarithmic axis has no zero.
func TestLogAxesLeaveOutZero(t *testing.T) {
	p := Plot{X: Axis{Name: "x", Log: 2}, Y: Axis{Name: "y", Log: 10}}
	points := p.points(Series{Points: []Point{{0, 1}, {1, 0}, {1, math.NaN()}, {math.Inf(1), 1}, {2, 3}}})
	if len(points) != 1 {
		t.Errorf("got %d points, want the one that both axes can show", len(points))
	}
}

func TestTrafficByRule(t *testing.T) {
	for name, want := range map[string]Traffic{
		"lanes_unit":    {1, 4, 128, 128},
		"lanes_1000":    {1, 32, 1024, 128},
		"lanes_offset":  {1, 5, 160, 128},
		"lanes_vector":  {1, 16, 512, 512},
		"lanes_same":    {1, 1, 32, 4},
		"lanes_idle":    {1, 8, 256, 64},
		"lanes_fermi":   {1, 3, 384, 128},
		"lanes_kepler":  {1, 12, 384, 128},
		"lanes_segment": {2, 3, 224, 128},
		"lanes_strict":  {2, 32, 1024, 128},
		"lanes_toy":     {1, 4, 32, 16},
	} {
		a := lanesCorpus()[name]
		if got := TrafficOf(a.launch(), a.name); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if got := TrafficOf(lanesCorpus()["lanes_unit"].launch(), "y"); got != (Traffic{}) {
		t.Errorf("no such variable: got %+v, want nothing", got)
	}
}

// TestFourDigits: counts stay whole, and no figure has a tail of digits.
func TestFourDigits(t *testing.T) {
	for v, want := range map[float64]string{262144: "262144", 0: "0", 22.0 / 6: "3.667", 0.000123456: "0.0001235", 1234.5678: "1235", -2.4216: "-2.422"} {
		if got := fmt.Sprint(fourDigits(v)); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}

// TestBytesHaveUnits: an axis of bytes names the unit at each figure.
func TestBytesHaveUnits(t *testing.T) {
	svg := pictures()["curve_bytes"].SVG()
	for _, label := range []string{">1 KB<", ">1 MB<", ">800<"} {
		if !strings.Contains(svg, label) {
			t.Errorf("the axes lack %s", label)
		}
	}
}
