package sweep

// This file keeps results in a file: a line of JSON with what was launched and the axes, then a line per
// launch. While a sweep runs, lines stand in the order in which launches end. At its end they stand in the
// order of points.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// head is the first line.
type head struct {
	Of      string `json:"sweep"`
	Version string `json:"version"` // of the simulator
	Axes    []Axis `json:"axes"`
}

// key is the name of a point in maps.
func key(point map[string]string) string { return string(line(point)) }

// line is a value as a line of JSON.
func line(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("BUG: sweep: " + err.Error())
	}
	return b.Bytes()
}

// read returns the first line of a file and its rows by point. A last line that is not whole is left out: its
// sweep was killed. A file that does not exist, or has no whole line, has no head.
func read(path string) (h *head, rows map[string]Row, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	rows = map[string]Row{}
	n := 0
	for l := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		n++
		var row Row
		if h == nil {
			h = &head{}
			err = json.Unmarshal(l, h)
		} else if err = json.Unmarshal(l, &row); err == nil {
			rows[key(row.Point)] = row
		}
		if err != nil || len(h.Axes) == 0 || n > 1 && len(row.Point) == 0 {
			return nil, nil, fmt.Errorf("%s:%d: this is no line of results of gpusim sweep", path, n)
		}
	}
	return h, rows, nil
}

// ReadFile returns the results in a file.
func ReadFile(path string) (*Results, error) { return Merge(path) }

// Merge joins the results in files: those of the shards of a sweep.
func Merge(paths ...string) (*Results, error) {
	var first *head
	all := map[string]Row{}
	for _, path := range paths {
		h, rows, err := read(path)
		switch {
		case err != nil:
			return nil, err
		case h == nil:
			return nil, fmt.Errorf("%s holds no results", path)
		case first == nil:
			first = h
		case !h.equal(*first):
			return nil, fmt.Errorf("%s and %s hold results of different sweeps:\n  %s\n  %s", paths[0], path, first, h)
		}
		for k, row := range rows {
			if other, ok := all[k]; ok && string(line(other)) != string(line(row)) {
				return nil, fmt.Errorf("%s has another result than the files before it for %s: they come from different versions of the simulator", path, k)
			}
			all[k] = row
		}
	}
	list, err := points(first.Axes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", paths[0], err)
	}
	return first.results(list, all), nil
}

func (h head) equal(other head) bool { return string(line(h)) == string(line(other)) }

// String says what was swept.
func (h head) String() string {
	text := h.Of
	for _, a := range h.Axes {
		text += fmt.Sprintf(" over %d values of %s", len(a.Values), a.Name)
	}
	return text + " (version " + h.Version + ")"
}

// results puts rows into the order of points.
func (h head) results(list []Point, rows map[string]Row) *Results {
	r := &Results{Of: h.Of, Version: h.Version, Axes: h.Axes}
	for _, p := range list {
		if row, ok := rows[p.key()]; ok {
			r.Rows = append(r.Rows, row)
		} else {
			r.Missing = append(r.Missing, p)
		}
	}
	return r
}

// key is the name of the point in maps.
func (p Point) key() string { return key(p.byAxis()) }

// WriteFile writes the results to a file, whole or not at all.
func (r *Results) WriteFile(path string) error {
	text := line(head{r.Of, r.Version, r.Axes})
	for _, row := range r.Rows {
		text = append(text, line(row)...)
	}
	written := path + ".new"
	if err := os.WriteFile(written, text, 0o666); err != nil {
		return err
	}
	return os.Rename(written, path)
}

// kept is the file of a sweep that runs.
type kept struct {
	path string // "" for none
	rows map[string]Row
	file *os.File
}

// keep opens the file of a sweep to go on with. It refuses results of another sweep, and rows of points that
// the sweep does not have; a sweep may have more points than the file.
func keep(path string, h head, list []Point) (*kept, error) {
	k := &kept{path: path, rows: map[string]Row{}}
	if path == "" {
		return k, nil
	}
	old, rows, err := read(path)
	if err != nil {
		return nil, err
	}
	if old != nil {
		if err := fits(path, *old, h, rows, list); err != nil {
			return nil, err
		}
		k.rows = rows
	}
	if err := h.results(list, k.rows).WriteFile(path); err != nil {
		return nil, err
	}
	k.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	return k, err
}

// fits returns an error where a file does not belong to a sweep.
func fits(path string, old, h head, rows map[string]Row, list []Point) error {
	if old.Of != h.Of || old.Version != h.Version {
		return fmt.Errorf("%s holds results of another sweep: name another file, or remove it\n  it holds: %s\n  this is:  %s", path, old, h)
	}
	known := map[string]bool{}
	for _, p := range list {
		known[p.key()] = true
	}
	for k := range rows {
		if !known[k] {
			return fmt.Errorf("%s holds results of points that this sweep does not have: name another file, or remove it\n  it holds: %s\n  this is:  %s", path, old, h)
		}
	}
	return nil
}

// add appends a row.
func (k *kept) add(row Row) error {
	k.rows[key(row.Point)] = row
	if k.file == nil {
		return nil
	}
	_, err := k.file.Write(line(row))
	return err
}

// finish closes the file, and puts its lines into the order of points.
func (k *kept) finish(r *Results) error {
	if k.file == nil {
		return nil
	}
	if err := k.file.Close(); err != nil {
		return err
	}
	return r.WriteFile(k.path)
}
