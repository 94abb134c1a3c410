// Package strictjson reads JSON that people write. What encoding/json passes over in silence
// is an error here: an unknown key, a key in another case, a key that is there twice, null.
// An error names the file, the line, the place in the value and the nearest known key.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gpucourse/internal/spelling"
)

// Decode reads the text of a file into what v points to. The name of the file is for errors;
// with "" they begin with the line.
func Decode(file string, text []byte, v any) error {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // a byte order mark
	at, err := decode(text, v)
	if err == nil {
		return nil
	}
	line := 1 + bytes.Count(text[:min(int(at), len(text))], []byte("\n"))
	if file == "" {
		return fmt.Errorf("line %d: %w", line, err)
	}
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// decode also returns the offset of an error.
func decode(text []byte, v any) (at int64, err error) {
	err = json.Unmarshal(text, v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset, err
	case errors.As(err, &kind):
		return kind.Offset, fmt.Errorf("%s must be %s; the file has: %s", place(kind.Field), described(kind.Type), kind.Value)
	case err != nil:
		return 0, err
	}
	r := &reader{decoder: json.NewDecoder(bytes.NewReader(text))}
	err = r.value(reflect.TypeOf(v).Elem(), "")
	return r.decoder.InputOffset(), err
}

// described names a type in the words of JSON.
func described(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object { … }"
	case reflect.Slice, reflect.Array:
		return "a list [ … ]"
	case reflect.String:
		return `a text "…"`
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Pointer:
		return described(t.Elem())
	}
	return "a whole number"
}

// reader walks over a value beside the type that it is for.
type reader struct{ decoder *json.Decoder }

// value reads a value. It compares keys alone: the rest is left to encoding/json.
func (r *reader) value(t reflect.Type, at string) error {
	token, err := r.decoder.Token()
	if err != nil {
		return err
	}
	pointer := t != nil && t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	if t != nil && reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		t = nil // it has keys of its own
	}
	switch token {
	case json.Delim('{'):
		return r.object(t, at)
	case json.Delim('['):
		return r.list(t, at)
	case nil:
		if !pointer {
			return fmt.Errorf("%s is null: write a value, or leave the key out", place(at))
		}
	}
	return nil
}

func (r *reader) object(t reflect.Type, at string) error {
	seen := map[string]bool{}
	for r.decoder.More() {
		token, err := r.decoder.Token()
		if err != nil {
			return err
		}
		key := token.(string)
		if seen[key] {
			return fmt.Errorf("the key %q is there twice in %s", key, place(at))
		}
		seen[key] = true
		of, err := typeOf(t, key, at)
		if err != nil {
			return err
		}
		if err := r.value(of, strings.TrimPrefix(at+"."+key, ".")); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

func (r *reader) list(t reflect.Type, at string) error {
	if t != nil && t.Kind() == reflect.Slice {
		t = t.Elem()
	} else {
		t = nil
	}
	for i := 0; r.decoder.More(); i++ {
		if err := r.value(t, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

// typeOf returns the type of the value of a key; nil where any key is as good.
func typeOf(t reflect.Type, key, at string) (reflect.Type, error) {
	switch {
	case t != nil && t.Kind() == reflect.Map:
		return t.Elem(), nil
	case t == nil || t.Kind() != reflect.Struct:
		return nil, nil
	}
	var keys []string
	for f := range fields(t) {
		if f.name == key {
			return f.of, nil
		}
		keys = append(keys, f.name)
	}
	return nil, fmt.Errorf("unknown key %q in %s: %s", key, place(at), Nearest(key, keys))
}

// field is a field of a struct as JSON names it.
type field struct {
	name string
	of   reflect.Type
}

func fields(t reflect.Type) func(func(field) bool) {
	return func(yield func(field) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
				name = f.Name
			}
			if f.IsExported() && name != "-" && !yield(field{name, f.Type}) {
				return
			}
		}
	}
}

func place(at string) string {
	if at == "" {
		return "the file"
	}
	return at
}

// Nearest returns `did you mean "goals"?` for the name that is nearest to a word, or lists
// all names where none is near.
func Nearest(word string, names []string) string {
	slices.Sort(names)
	best, least := "", len(word)/2+1
	for _, name := range names {
		if d := spelling.Distance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "there are " + strings.Join(names, ", ")
}
