package verdict

import (
	"strings"
	"testing"
)

// TestFeedbackIsPrintable: a submission that quotes itself cannot flood or control the
// terminal.
func TestFeedbackIsPrintable(t *testing.T) {
	f := Feedback{
		Title: "\x1b[2Jforged\x07" + strings.Repeat("long ", 10_000),
		Notes: []Note{{"got", strings.Repeat("line\n", 10_000)}, {"want", "a\ttab, and é"}},
	}
	text := f.String()
	if len(text) > 4<<10 || strings.ContainsAny(text, "\x1b\x07") {
		t.Errorf("got %d bytes: %.300q", len(text), text)
	}
	for _, part := range []string{"␛[2Jforged␇long", "lines more", "a\ttab, and é"} {
		if !strings.Contains(text, part) {
			t.Errorf("got %.300q, want it to hold %q", text, part)
		}
	}
}
