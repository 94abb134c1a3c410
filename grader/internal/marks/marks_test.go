package marks

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/internal/scores"
	"gpucourse/grader/verdict"
)

// known are the keys of the results below.
var known = []string{"07_coalescing Saxpy", "07_coalescing", "07", "exercises", "all", "07.2", "07 tasks", "tasks"}

// result returns a result with an exercise of 12 marks and a task of 4.
func result(name string, marks, ofTask int) scores.Result {
	item := func(kind, exercise string, marks, most int) scores.Item {
		state := verdict.Wasteful
		if marks == 0 {
			state = verdict.NotStarted
		}
		return scores.Item{Kind: kind, Exercise: exercise, Kernel: "Saxpy", State: state.String(), Marks: marks, MaxMarks: most}
	}
	return scores.Result{Submission: name, Marks: marks + ofTask, MaxMarks: 16, Items: []scores.Item{
		item(scores.Exercise, "07_coalescing", marks, 12), item(scores.Task, "07.2", ofTask, 4),
	}}
}

func put(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// points returns "a1 10/16" of each result.
func points(results []scores.Result) (list []string) {
	for i := range results {
		total := results[i].Total()
		list = append(list, fmt.Sprintf("%s %v/%v", results[i].Submission, total.Got, total.Of))
	}
	return list
}

// TestWeights: the narrowest key counts.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		weights map[string]float64
		want    string
	}{
		{nil, "a1 10/16"},
		{map[string]float64{"all": 2}, "a1 20/32"},
		{map[string]float64{"all": 2, "tasks": 0.1}, "a1 12.4/24.4"},
		{map[string]float64{"07": 3, "tasks": 0.1}, "a1 30/48"},
		{map[string]float64{"07": 3, "07.2": 0}, "a1 18/36"},
		{map[string]float64{"exercises": 9, "07_coalescing": 3, "07_coalescing Saxpy": 0.5}, "a1 7/10"},
		{map[string]float64{"7": 0.3}, "a1 3/4.8"},
	} {
		weights, err := CheckWeights(c.weights, known)
		if err != nil {
			t.Fatal(err)
		}
		out, warnings := (&Rules{Weights: weights}).Apply([]scores.Result{result("a1", 6, 4)})
		if got := points(out)[0]; got != c.want || len(warnings) > 0 {
			t.Errorf("%v: got %s, %v, want %s", c.weights, got, warnings, c.want)
		}
	}
	for text, weights := range map[string]map[string]float64{
		`did you mean tasks?`: {"task": 1}, "has two": {"7": 1, "07": 1}, "it may be 0": {"07": -1}, "07 is NaN": {"07": math.NaN()}, "nothing is called": {"99": 1},
	} {
		if _, err := CheckWeights(weights, known); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: got %v, want an error that says %q", weights, err, text)
		}
	}
}

// TestDeadlines: days that have begun count from the deadline, after the grace.
func TestDeadlines(t *testing.T) {
	deadlines, err := ReadDeadlines(put(t, "exercise,date,grace,penalty\n07_coalescing,2026-10-01 23:59 +02:00,30m,25%\ntasks,2026-10-01T21:59:00Z,,\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	for submitted, want := range map[string]struct {
		points string
		days   int
	}{
		"2026-10-01 21:59 UTC":       {"a1 12/16", 0},
		"2026-10-02 00:29 +02:00":    {"a1 12/16", 0}, // the grace; the task is late and costs nothing
		"2026-10-02 00:30 +02:00":    {"a1 10/16", 1},
		"2026-10-02T21:59:00Z":       {"a1 10/16", 1},
		"2026-10-02 22:00 +0000":     {"a1 8/16", 2},
		"2026-10-05 20:00:00 +02:00": {"a1 4/16", 4},
		"2027-10-05 20:00 +02:00":    {"a1 4/16", 369},
	} {
		times, err := ReadTimes(put(t, "id,submitted\nA1,"+submitted+"\n"), known)
		if err != nil {
			t.Fatal(err)
		}
		r := &Rules{Deadlines: deadlines, Times: times}
		out, warnings := r.Apply([]scores.Result{result("a1", 8, 4)})
		if got := points(out)[0]; got != want.points || len(warnings) > 0 || out[0].Items[0].Points.LateDays != want.days {
			t.Errorf("%s: got %s, %d days, %v, want %+v", submitted, got, out[0].Items[0].Points.LateDays, warnings, want)
		}
	}
}

// TestTimesOfExercises: a time may be that of an exercise, the latest row counts, and what is not
// known is said.
func TestTimesOfExercises(t *testing.T) {
	deadlines, err := ReadDeadlines(put(t, "exercise;date;penalty\nall;2026-10-01 12:00 UTC;50\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	times, err := ReadTimes(put(t, "id,exercise,submitted\na1,,2026-10-01 11:00 UTC\na1,7,2026-10-01 13:00 UTC\na1,7,2026-10-01 10:00 UTC\na1,07.2,2026-10-01 10:00 UTC\nb3,,2026-10-01 10:00 UTC\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	out, warnings := (&Rules{Deadlines: deadlines, Times: times}).Apply([]scores.Result{result("a1", 8, 4), result("b2", 8, 4), result("c0", 0, 0)})
	if got, want := points(out), []string{"a1 8/16", "b2 12/16", "c0 0/16"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	want := []string{"no time is known, so these count as in time: b2", "there are times of 1 ID that nobody has: b3"}
	if diff := cmp.Diff(want, warnings); diff != "" {
		t.Error(diff)
	}
}

// TestRoster: submissions find their learners by ID, name, email, or a word that is the ID.
func TestRoster(t *testing.T) {
	roster, err := ReadRoster(put(t, "\uFEFFID, Name ,Groups,Email,Section\r\na1,Learner One,x,a1@example.org,Mon\r\na-2,\"Two, Learner\",x,,Tue\r\n3,Learner Three,x,,\r\nb9,Nobody,,,\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	results := []scores.Result{
		result("A1", 6, 4), result("a1-late", 12, 4), result("Two, Learner_77_assignsubmission_a-2", 6, 0), result("Learner Three", 0, 4), result("b99", 6, 0), result("x3", 6, 0),
	}
	out, warnings := (&Rules{Roster: roster}).Apply(results)
	ids := map[string]string{}
	for i := range out {
		if out[i].Learner != nil {
			ids[out[i].Submission] = out[i].Learner.ID
		}
	}
	if diff := cmp.Diff(map[string]string{"A1": "a1", "Two, Learner_77_assignsubmission_a-2": "a-2", "Learner Three": "3", "b9": "b9"}, ids); diff != "" {
		t.Error(diff)
	}
	last := out[slices.IndexFunc(out, func(r scores.Result) bool { return r.Submission == "b9" })]
	if got := points([]scores.Result{last})[0]; got != "b9 0/16" || !last.Missing || len(last.Items) != 2 {
		t.Errorf("got %s, %+v, want no points of 16", got, last)
	}
	want := []string{"A1 and a1-late are both of a1: the second has a row of its own and no learner", "2 submissions of nobody on the roster: b99, x3"}
	if diff := cmp.Diff(want, warnings); diff != "" {
		t.Error(diff)
	}
	var order []string
	for i := range out {
		order = append(order, out[i].Submission)
	}
	if got, want := strings.Join(order, "|"), "A1|Two, Learner_77_assignsubmission_a-2|Learner Three|b9|a1-late|b99|x3"; got != want {
		t.Errorf("got the order %s, want %s", got, want)
	}
	rows, err := csv.NewReader(bytes.NewReader(scores.FindFormat("gradebook").Write(out))).ReadAll()
	if err != nil || len(rows) != 8 {
		t.Fatalf("got %d rows, %v", len(rows), err)
	}
	if got, want := strings.Join(rows[1], "|"), "a1|Learner One|a1@example.org|Mon|A1|0|10|16|6|4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := strings.Join(rows[0], "|"), "id|name|email|section|submission|late_days|points|max_points|07_coalescing|07 tasks"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestApplyChangesNothing: results stay as they are, and the order of a roster changes only theirs.
func TestApplyChangesNothing(t *testing.T) {
	results := []scores.Result{result("a1", 6, 4), result("b2", 12, 0)}
	r := &Rules{Weights: map[string]float64{"all": 2}, Roster: []scores.Learner{{ID: "a1"}, {ID: "b2"}, {ID: "c3"}}}
	first, _ := r.Apply(results)
	r.Roster = slices.Clone(r.Roster)
	slices.Reverse(r.Roster)
	second, _ := r.Apply(results)
	slices.Reverse(second)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	byName, _ := (&Rules{}).Apply([]scores.Result{result("b2", 1, 1), result("a1", 1, 1)})
	if got := points(byName); !slices.Equal(got, []string{"a1 2/16", "b2 2/16"}) {
		t.Errorf("got %v, want the results by name", got)
	}
	if results[0].Points != nil || results[0].Items[0].Points != nil || results[0].Learner != nil {
		t.Errorf("the results became %+v", results[0])
	}
}

// TestMistakesInFiles: a mistake is an error with its line.
func TestMistakesInFiles(t *testing.T) {
	roster := func(file string) error { _, err := ReadRoster(file); return err }
	deadlines := func(file string) error { _, err := ReadDeadlines(file, known); return err }
	times := func(file string) error { _, err := ReadTimes(file, known); return err }
	for _, c := range []struct {
		read       func(string) error
		text, want string
	}{
		{roster, "", " is empty: its first line names the columns: id,name"},
		{roster, "id,email\na1,x\n", `:1: the column "name" is missing`},
		{roster, "id,name,id\na1,x,y\n", `:1: the column "id" is there twice`},
		{roster, "id,name\na1,x\nA1,y\n", `:3: the id "A1" is in line 2 too`},
		{roster, "id,name\na1,\"x\ny\"\n,z\n", ":4: there is no id"},
		{roster, "id,name\na1\n", ":2: wrong number of fields"},
		{roster, "id,name\na1,\"x\n", ":2: extraneous or missing"},
		{roster, "id,name\na1,\xff\n", "is not UTF-8"},
		{deadlines, "exercise,date,penality\n", `:1: there is no column "penality": did you mean penalty?`},
		{deadlines, "exercise,date\n07,2026-10-01\n", `:2: date: "2026-10-01" is no date with time and zone`},
		{deadlines, "exercise,date\n07,2026-10-01 23:59\n", "write it as 2026-10-01 23:59 +02:00"},
		{deadlines, "exercise,date\n07_coalesing,2026-10-01 23:59 UTC\n", `:2: exercise: nothing is called "07_coalesing": did you mean 07_coalescing?`},
		{deadlines, "exercise,date\n7,2026-10-01 23:59 UTC\n07,2026-10-01 23:59 UTC\n", ":3: 07 has a deadline in line 2 too"},
		{deadlines, "exercise,date,grace\n7,2026-10-01 23:59 UTC,1 day\n", `:2: grace is "1 day": write a time such as 30m`},
		{deadlines, "exercise,date,penalty\n7,2026-10-01 23:59 UTC,101%\n", `:2: penalty is "101%"`},
		{deadlines, "exercise,date,penalty\n7,2026-10-01 23:59 UTC,NaN\n", `:2: penalty is "NaN"`},
		{times, "id,submitted\na1,yesterday\n", `:2: submitted: "yesterday" is no date`},
		{times, "id,submitted\n,2026-10-01 23:59 UTC\n", ":2: there is no id"},
		{times, "id,submitted,exercise\na1,2026-10-01 23:59 UTC,8\n", `:2: exercise: nothing is called "08"`},
	} {
		if err := c.read(put(t, c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want an error that says %q", c.text, err, c.want)
		}
	}
}

// TestZones: one moment is one moment in every zone, whatever the zone of this machine.
func TestZones(t *testing.T) {
	want := time.Date(2026, 10, 1, 21, 59, 0, 0, time.UTC)
	for _, text := range []string{"2026-10-01T23:59:00+02:00", "2026-10-01 23:59 +02:00", "2026-10-01 23:59+02:00", "2026-10-01 21:59 UTC", "2026-10-01 21:59:00 UTC", "2026-10-01 17:59 -0400", "2026-10-01T21:59Z"} {
		if got, err := parseTime(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
	}
}
