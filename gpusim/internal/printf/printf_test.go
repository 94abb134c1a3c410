package printf

import (
	"fmt"
	"testing"
)

// TestFormat reads verbs of C, and writes those of Go.
func TestFormat(t *testing.T) {
	for _, c := range []struct{ text, format, verbs string }{
		{"%d %5u %-3lld%%\n", "%d %5d %-3d%%\n", "[{100 4 false true} {117 4 false false} {100 8 false true}]"},
		{"%p %x %8.3f %hhd", "%x %x %8.3f %d", "[{112 8 false false} {120 4 false false} {102 8 true false} {100 4 false true}]"},
		{"%s|%c", "%s|%c", "[{115 8 false false} {99 4 false false}]"},
		{"100%", "100%", "[]"},
	} {
		format, verbs, bad := Format(c.text)
		if format != c.format || fmt.Sprint(verbs) != c.verbs || bad != 0 {
			t.Errorf("%s: got %q %v %c, want %q %s", c.text, format, verbs, bad, c.format, c.verbs)
		}
	}
	for text, want := range map[string]byte{"%n": 'n', "%*d": '*', "%q": 'q'} {
		if _, _, bad := Format(text); bad != want {
			t.Errorf("%s: got %c, want %c", text, bad, want)
		}
	}
}

// TestTexts: texts stand in the place of %s, with their width; a percent sign in one is no verb.
func TestTexts(t *testing.T) {
	got := Texts("%d %s %5s %s %%", func(i int) (string, bool) { return []string{"", "5%", "ab", ""}[i], i < 3 })
	if want := "%d 5%%    ab %s %%"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
