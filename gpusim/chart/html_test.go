package chart

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestImagesHoldTheSVG: the address of an image gives the drawing back, with single quotes
// and without line breaks.
func TestImagesHoldTheSVG(t *testing.T) {
	source := regexp.MustCompile(`src="data:image/svg\+xml,([^"]*)"`)
	for name, p := range pictures() {
		m := source.FindStringSubmatch(p.HTML())
		if m == nil {
			t.Errorf("%s: no image", name)
			continue
		}
		got, err := url.PathUnescape(html.UnescapeString(m[1]))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if want := strings.NewReplacer("\n", "", `"`, "'").Replace(strings.ReplaceAll(p.SVG(), "'", "\x00")); got != strings.ReplaceAll(want, "\x00", "'") {
			t.Errorf("%s: the image holds %.300s", name, got)
		}
	}
}

// TestPicturesAreSmall: notebooks keep all their pictures.
func TestPicturesAreSmall(t *testing.T) {
	const usual, most = 12 << 10, 48 << 10
	small, all := 0, 0
	for name, p := range pictures() {
		n := len(p.HTML())
		if n > most {
			t.Errorf("%s takes %d bytes, more than %d", name, n, most)
		}
		if all++; n <= usual {
			small++
		}
	}
	if 3*small < 2*all {
		t.Errorf("%d of %d pictures take no more than %d bytes, want two thirds", small, all, usual)
	}
}
