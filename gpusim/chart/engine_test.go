package chart

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestServedPicturesAreTheSame: what Serve draws for another process is what this process
// draws.
func TestServedPicturesAreTheSame(t *testing.T) {
	var asked, answers bytes.Buffer
	var want []*Picture
	for _, p := range pictures() {
		if p.option == nil {
			continue
		}
		want = append(want, p)
		if err := json.NewEncoder(&asked).Encode(drawing{p.option, p.Width, p.Height}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Serve(&asked, &answers); err != nil || len(want) == 0 {
		t.Fatalf("%d pictures: %v", len(want), err)
	}
	in := json.NewDecoder(&answers)
	for _, p := range want {
		var svg string
		if err := in.Decode(&svg); err != nil || redraw(svg, p.Width, p.Height) != p.SVG() {
			t.Errorf("%s is drawn differently when it is served (error %v)", p.Title, err)
		}
	}
}

func TestServeRefusesOtherInput(t *testing.T) {
	if err := Serve(strings.NewReader("bars"), &bytes.Buffer{}); err == nil {
		t.Error("Serve took a text for a drawing")
	}
}
