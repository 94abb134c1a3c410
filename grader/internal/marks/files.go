package marks

// This file reads the CSV files of a lecturer.

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gpucourse/grader/internal/scores"
	"gpucourse/internal/spelling"
)

// table is a CSV file with named columns.
type table struct {
	file    string
	columns map[string]int
	rows    []row
}

// row is a line of a table.
type row struct {
	table  *table
	line   int
	fields []string
}

// get returns a field without the space around it; "" where the column is missing.
func (r *row) get(column string) string {
	i, found := r.table.columns[column]
	if !found {
		return ""
	}
	return strings.TrimSpace(r.fields[i])
}

// wrong returns an error about a row.
func (r *row) wrong(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", r.table.file, r.line, fmt.Errorf(format, args...))
}

// columns of a file: those that it must have, and those that it may have.
type columns struct {
	must, may []string
	others    bool // further columns are passed over
}

// readTable reads a file whose first line names the columns, in any order and case. Semicolons may
// separate them, as spreadsheets of some countries do.
func readTable(file string, want columns) (*table, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("%s is not UTF-8: save it as \"CSV UTF-8\"", file)
	}
	in := csv.NewReader(bytes.NewReader(text))
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.Contains(first, []byte(";")) && !bytes.Contains(first, []byte(",")) {
		in.Comma = ';'
	}
	t := &table{file: file}
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var at *csv.ParseError
		if errors.As(err, &at) {
			return nil, fmt.Errorf("%s:%d: %w", file, at.Line, at.Err)
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		if t.columns == nil {
			if err := t.head(line, fields, want); err != nil {
				return nil, err
			}
			continue
		}
		t.rows = append(t.rows, row{t, line, fields})
	}
	if t.columns == nil {
		return nil, fmt.Errorf("%s is empty: its first line names the columns: %s", file, strings.Join(want.must, ","))
	}
	return t, nil
}

// head reads the names of the columns.
func (t *table) head(line int, fields []string, want columns) error {
	t.columns = map[string]int{}
	known := slices.Concat(want.must, want.may)
	at := row{table: t, line: line}
	for i, name := range fields {
		name = strings.ToLower(strings.TrimSpace(name))
		_, twice := t.columns[name]
		switch {
		case !slices.Contains(known, name) && want.others:
		case !slices.Contains(known, name):
			return at.wrong("there is no column %q%s; the columns are %s", name, meant(name, known), strings.Join(known, ", "))
		case twice:
			return at.wrong("the column %q is there twice", name)
		default:
			t.columns[name] = i
		}
	}
	for _, name := range want.must {
		if _, found := t.columns[name]; !found {
			return at.wrong("the column %q is missing; the first line must name %s", name, strings.Join(want.must, ", "))
		}
	}
	return nil
}

// meant returns what a misspelt word means, as the rest of a message.
func meant(word string, known []string) string {
	if suggestion := spelling.Suggest(word, known); suggestion != "" {
		return ": " + suggestion
	}
	return ""
}

// ReadRoster reads learners: columns id and name, email and section if they are there. Others are
// passed over.
func ReadRoster(file string) ([]scores.Learner, error) {
	t, err := readTable(file, columns{must: []string{"id", "name"}, may: []string{"email", "section"}, others: true})
	if err != nil {
		return nil, err
	}
	list, lines := []scores.Learner{}, map[string]int{}
	for _, r := range t.rows {
		l := scores.Learner{ID: r.get("id"), Name: r.get("name"), Email: r.get("email"), Section: r.get("section")}
		key := strings.ToLower(l.ID)
		switch {
		case l.ID == "":
			return nil, r.wrong("there is no id")
		case lines[key] > 0:
			return nil, r.wrong("the id %q is in line %d too", l.ID, lines[key])
		}
		lines[key] = r.line
		list = append(list, l)
	}
	return list, nil
}

// ReadDeadlines reads deadlines: columns exercise and date, grace and penalty if they are there.
// known are the keys of items.
func ReadDeadlines(file string, known []string) (map[string]Deadline, error) {
	t, err := readTable(file, columns{must: []string{"exercise", "date"}, may: []string{"grace", "penalty"}})
	if err != nil {
		return nil, err
	}
	list, lines := map[string]Deadline{}, map[string]int{}
	for _, r := range t.rows {
		key, err := keyOf(r.get("exercise"), known)
		if err != nil {
			return nil, r.wrong("exercise: %w", err)
		}
		if lines[key] > 0 {
			return nil, r.wrong("%s has a deadline in line %d too", key, lines[key])
		}
		d, err := deadline(&r)
		if err != nil {
			return nil, err
		}
		list[key], lines[key] = d, r.line
	}
	return list, nil
}

func deadline(r *row) (d Deadline, err error) {
	if d.At, err = parseTime(r.get("date")); err != nil {
		return d, r.wrong("date: %w", err)
	}
	if text := r.get("grace"); text != "" {
		if d.Grace, err = time.ParseDuration(text); err != nil || d.Grace < 0 {
			return d, r.wrong("grace is %q: write a time such as 30m or 48h", text)
		}
	}
	if text := r.get("penalty"); text != "" {
		percent, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
		if err != nil || !(percent >= 0 && percent <= 100) {
			return d, r.wrong("penalty is %q: write the per cent that each day takes, 0 to 100", text)
		}
		d.Penalty = percent / 100
	}
	return d, nil
}

// ReadTimes reads when submissions came in: columns id and submitted, and exercise if it is there.
// Of several rows for the same, the latest counts. known are the keys of items.
func ReadTimes(file string, known []string) (Times, error) {
	t, err := readTable(file, columns{must: []string{"id", "submitted"}, may: []string{"exercise"}})
	if err != nil {
		return nil, err
	}
	times := Times{}
	for _, r := range t.rows {
		id, key := strings.ToLower(r.get("id")), "all"
		if id == "" {
			return nil, r.wrong("there is no id")
		}
		if word := r.get("exercise"); word != "" {
			if key, err = keyOf(word, known); err != nil {
				return nil, r.wrong("exercise: %w", err)
			}
		}
		at, err := parseTime(r.get("submitted"))
		if err != nil {
			return nil, r.wrong("submitted: %w", err)
		}
		if times[id] == nil {
			times[id] = map[string]time.Time{}
		}
		if at.After(times[id][key]) {
			times[id][key] = at
		}
	}
	return times, nil
}

// layouts are ways to write a time. Each has a zone: a deadline without one would depend on the
// machine that reads it.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04 Z07:00", "2006-01-02 15:04:05 Z07:00", "2006-01-02 15:04 -0700", "2006-01-02 15:04:05 -0700",
}

func parseTime(text string) (time.Time, error) {
	plain := text
	if before, found := strings.CutSuffix(text, "UTC"); found {
		plain = strings.TrimSpace(before) + "Z"
	}
	for _, layout := range layouts {
		if at, err := time.Parse(layout, plain); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date with time and zone: write it as 2026-10-01 23:59 +02:00", text)
}

// keyOf returns the key of items that a word is; a chapter may lack its zero.
func keyOf(word string, known []string) (string, error) {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 {
		word = fmt.Sprintf("%02d", n)
	}
	if !slices.Contains(known, word) {
		return "", fmt.Errorf("nothing is called %q%s; write a chapter (07), an exercise, a kernel (07_coalescing Saxpy), a task (07.2), \"exercises\", \"tasks\" or \"all\"", word, meant(word, known))
	}
	return word, nil
}

// CheckWeights returns weights with whole keys.
func CheckWeights(weights map[string]float64, known []string) (map[string]float64, error) {
	const most = 1e6
	out := map[string]float64{}
	for _, word := range slices.Sorted(maps.Keys(weights)) {
		weight := weights[word]
		key, err := keyOf(word, known)
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("weights: %s has two", key)
		}
		if !(weight >= 0 && weight <= most) {
			return nil, fmt.Errorf("weights: %s is %v: it may be 0 to %d", key, weight, int(most))
		}
		out[key] = weight
	}
	return out, nil
}
