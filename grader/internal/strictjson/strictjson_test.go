package strictjson

import (
	"strings"
	"testing"
	"time"
)

type row struct {
	Name  string           `json:"name"`
	Goals []goal           `json:"goals,omitempty"`
	Items map[string]*goal `json:"items"`
	Time  time.Time        `json:"time"`
	Span  struct{ From, To int }
	own   int
}

type goal struct {
	Limit float64 `json:"limit"`
	Bound string  `json:"bound"`
}

// TestDecode: what is not part of the type is an error that says where it is.
func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "a", "goals": [{"limit": 1.5}], "items": {"x": {"bound": "b"}, "y": null}, "Span": {"From": 1}}`: "",
		"\xef\xbb\xbf{}":                           "",
		"{}\n":                                     "",
		`{"time": "2026-01-02T03:04:05Z"}`:         "",
		"{\n\"name\": \"a\",\n\"gaols\": []}":      `f.json:3: unknown key "gaols" in the file: did you mean "goals"?`,
		`{"Goals": []}`:                            `unknown key "Goals" in the file: did you mean "goals"?`,
		`{"goals": [{"limit": 1}, {"limits": 1}]}`: `unknown key "limits" in goals[1]: did you mean "limit"?`,
		`{"items": {"x": {"zzzzzzzz": 1}}}`:        `unknown key "zzzzzzzz" in items.x: there are bound, limit`,
		`{"own": 1}`:                               `unknown key "own"`,
		`{"Span": {"from": 1}}`:                    `unknown key "from" in Span: did you mean "From"?`,
		`{"goals": [{"limit": 1}], "goals": []}`:   `the key "goals" is there twice in the file`,
		`{"goals": null}`:                          "goals is null",
		`{"goals": {"limit": 1}}`:                  "goals must be a list [ … ]; the file has: object",
		`{"goals": [{"limit": "1"}]}`:              "goals.limit must be a number; the file has: string",
		`{"Span": {"From": 1.5}}`:                  "Span.From must be a whole number; the file has: number 1.5",
		`{"name": "a"} {"name": "b"}`:              "after top-level value",
		`{"name": "a",}`:                           "invalid character",
		`{"name": "a"`:                             "unexpected end",
		"":                                         "unexpected end",
		`[]`:                                       "the file must be an object { … }; the file has: array",
		strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000): "exceeded max depth",
	} {
		var into row
		err := Decode("f.json", []byte(text), &into)
		if into.own != 0 {
			t.Errorf("%.80s: sets a field that is not exported", text)
		}
		if got := ""; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			if err != nil {
				got = err.Error()
			}
			t.Errorf("%.80s: got %q, want %q", text, got, want)
		}
	}
}
