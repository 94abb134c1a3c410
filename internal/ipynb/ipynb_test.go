package ipynb

import (
	"encoding/json"
	"testing"
)

// TestLinesOfFiles: a text is read from both of its forms, and written as lines.
func TestLinesOfFiles(t *testing.T) {
	for text, want := range map[string]string{`"a\nb"`: `["a\n","b"]`, `["a\n","b\n"]`: `["a\n","b\n"]`, `""`: `[]`, `[]`: `[]`} {
		var l Text
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(l); string(got) != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}
