package rubric

// This file compares an array after a launch with its expected values.

import (
	"fmt"
	"math"
)

// Symptom says how an element is wrong.
type Symptom int

// The symptoms.
const (
	NotWritten   Symptom = iota // unchanged, though it belongs to the result
	Outside                     // changed, though it does not belong to the result
	InputWritten                // changed, though the array is an input
	BadValue                    // changed to another value than expected
	Poisoned                    // became NaN: a value that nobody has set entered it
)

// Mismatch is the first wrong element of an array.
type Mismatch struct {
	Array     string
	Index     int
	Count     int // wrong elements in all
	Symptom   Symptom
	Got, Want string
	Kept      bool // the element has to stay as it was before the launch
}

// Rewritten says that a thread has written the value that was there before.
func (m *Mismatch) Rewritten() {
	m.Symptom = BadValue
	if m.Got == "NaN" {
		m.Symptom = Poisoned
	}
}

// Compare implements Checked.
func (a *Array[T]) Compare(got any, ulp int) *Mismatch {
	var first *Mismatch
	for i, g := range got.([]T) {
		if a.right(i, g, ulp) {
			continue
		}
		if first == nil {
			first = a.mismatch(i, g)
		}
		first.Count++
	}
	return first
}

// StoredAgain describes an element that must be left alone, and was stored as it was.
func StoredAgain(c Checked, index int) *Mismatch {
	m := &Mismatch{Array: c.Name(), Index: index, Count: 1, Symptom: Outside, Want: c.initial(index), Kept: true}
	if c.ReadOnly() {
		m.Symptom = InputWritten
	}
	m.Got = m.Want + ", stored again"
	return m
}

// Element is an element after a launch.
type Element struct {
	Index     int
	Got, Want string
	Written   bool // its value is not that from before the launch
	Wrong     bool
	Fixed     bool // it is no part of the result: it must not change
}

// Near implements Checked.
func (a *Array[T]) Near(got any, first, count, ulp int) (list []Element) {
	values := got.([]T)
	for i := first; i < min(first+count, len(values)); i++ {
		list = append(list, Element{
			Index: i, Got: fmt.Sprint(values[i]), Want: fmt.Sprint(a.Want[i]),
			Written: !same(values[i], a.Init[i]), Wrong: !a.right(i, values[i], ulp),
			Fixed: a.fixed(i),
		})
	}
	return list
}

// right reports whether element i may have a value. Elements that belong to nobody, and those
// of inputs, must keep their bits. An expected −0 is a copy or one operation, since sums begin
// with 0: it must keep its sign.
func (a *Array[T]) right(i int, got T, ulp int) bool {
	if a.readOnly || a.isPadding(i) {
		return same(got, a.Init[i])
	}
	if got != got && a.isUnset(i) && same(got, a.Init[i]) {
		return false // a NaN that nobody computed
	}
	if ulp == 0 && got == 0 && negative(a.Want[i]) {
		return negative(got)
	}
	return got == a.Want[i] || near(got, a.Want[i], ulp) || a.nearSum(i, got, ulp)
}

// nearSum reports whether a value lies within ulp units in the last place of the sum of
// magnitudes that the element is made of.
func (a *Array[T]) nearSum(i int, got T, ulp int) bool {
	if i >= len(a.Magnitude) {
		return false
	}
	return math.Abs(float64(got)-float64(a.Want[i])) <= float64(ulp)*spacing(T(a.Magnitude[i]))
}

// isPadding reports whether element i belongs to nobody.
func (a *Array[T]) isPadding(i int) bool {
	return i >= a.n || a.padding != nil && a.padding[i] || a.fixed(i) && a.isUnset(i)
}

// fixed reports whether element i must not change.
func (a *Array[T]) fixed(i int) bool { return same(a.Init[i], a.Want[i]) }

func (a *Array[T]) mismatch(i int, got T) *Mismatch {
	seen := fmt.Sprint(got)
	if want := a.Want[i]; got != got && want != want {
		seen = "NaN with other bits"
	}
	return &Mismatch{
		Array: a.name, Index: i, Symptom: a.symptom(i, got),
		Got: seen, Want: fmt.Sprint(a.Want[i]), Kept: a.fixed(i),
	}
}

func (a *Array[T]) symptom(i int, got T) Symptom {
	switch {
	case a.readOnly:
		return InputWritten
	case a.isPadding(i):
		return Outside
	case same(got, a.Init[i]):
		return NotWritten
	case got != got:
		return Poisoned
	}
	return BadValue
}

// negative reports whether a value has a sign, as −0 does.
func negative[T element](v T) bool { return math.Signbit(float64(v)) }

// same reports whether two values have the same bits.
func same[T element](a, b T) bool {
	switch a := any(a).(type) {
	case float32:
		return math.Float32bits(a) == math.Float32bits(any(b).(float32))
	case float64:
		return math.Float64bits(a) == math.Float64bits(any(b).(float64))
	}
	return a == b
}

// near reports whether got lies within ulp units in the last place of want. NaN is near
// NaN.
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
