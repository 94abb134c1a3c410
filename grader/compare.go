package grader

// This file compares what a launch left in an array with what it must hold.

import (
	"fmt"
	"math"
)

// Symptom is in which way an element is wrong.
type Symptom int

// The symptoms.
const (
	NotWritten   Symptom = iota // left as it was, though it belongs to the result
	Outside                     // written, though it does not belong to the result
	InputWritten                // written, though the array is only to be read
	BadValue                    // written with another value
	Poisoned                    // written with a value that came from outside the input
)

// generalHints say what to look at first; Kernel.Hints overrules them.
var generalHints = map[Symptom]string{
	NotWritten:   "no thread is responsible for this element: compare how many threads the launch has with how many elements there are",
	Outside:      "threads beyond the data must do nothing: compare the index with the size before storing",
	InputWritten: "store into the result, not into the input",
	BadValue:     "follow the thread named above by hand: which element does it read, which does it write?",
	Poisoned:     "NaN marks what lies outside the input: some thread read an element that does not belong to it",
}

// mismatch is the first wrong element of an array.
type mismatch struct {
	array     string
	index     int
	count     int // wrong elements in all
	symptom   Symptom
	got, want string
}

// title says what is wrong with the element.
func (m *mismatch) title() string {
	return fmt.Sprintf(titles[m.symptom], m.array, m.index)
}

var titles = map[Symptom]string{
	NotWritten:   "wrong result: %s[%d] was never written",
	Outside:      "wrong result: %s[%d] was written, but is no part of the result",
	InputWritten: "wrong result: %s[%d] was written, but belongs to an input",
	BadValue:     "wrong result: %s[%d] has a wrong value",
	Poisoned:     "wrong result: %s[%d] became NaN",
}

// compare finds the first element of got that is not as it must be, or nil.
func (a *Array[T]) compare(got any, ulp int) *mismatch {
	var first *mismatch
	for i, g := range got.([]T) {
		if near(g, a.Want[i], a.tolerance(i, ulp)) {
			continue
		}
		if first == nil {
			first = a.describe(i, g)
		}
		first.count++
	}
	return first
}

// tolerance is ulp for elements of the result and 0 for those that must not change.
func (a *Array[T]) tolerance(i, ulp int) int {
	if a.guarded(i) {
		return 0
	}
	return ulp
}

// guarded reports whether element i must not change.
func (a *Array[T]) guarded(i int) bool { return near(a.Init[i], a.Want[i], 0) }

func (a *Array[T]) describe(i int, got T) *mismatch {
	m := &mismatch{
		array: a.name, index: i,
		got: fmt.Sprint(got), want: fmt.Sprint(a.Want[i]),
		symptom: BadValue,
	}
	switch {
	case a.readOnly:
		m.symptom = InputWritten
	case a.guarded(i):
		m.symptom = Outside
	case near(got, a.Init[i], 0):
		m.symptom = NotWritten
	case got != got:
		m.symptom = Poisoned
	}
	return m
}

// near reports whether got lies within ulp units in the last place of want. Two
// NaN are alike.
func near[T element](got, want T, ulp int) bool {
	if got == want || got != got && want != want {
		return true
	}
	return math.Abs(float64(got)-float64(want)) <= float64(ulp)*spacing(want)
}

// spacing returns the distance from v to the next value of its type.
func spacing[T element](v T) float64 {
	switch v := any(v).(type) {
	case float32:
		v = max(v, -v)
		return float64(math.Nextafter32(v, math.MaxFloat32) - v)
	case float64:
		v = math.Abs(v)
		return math.Nextafter(v, math.MaxFloat64) - v
	}
	return 1
}
