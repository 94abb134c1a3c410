package rubric

import "testing"

// TestMinutes: each exercise has an estimate of half an hour to a week.
func TestMinutes(t *testing.T) {
	for i := range Exercises {
		if e := &Exercises[i]; e.Minutes() < 30 || e.Minutes() > minutesOfProject || e.Project != (e.Minutes() == minutesOfProject) {
			t.Errorf("%s: got %d minutes", e.Name, e.Minutes())
		}
	}
}

// TestFormsHaveMinutes: no kernel of an exercise is thought to take no time.
func TestFormsHaveMinutes(t *testing.T) {
	for i := range Exercises {
		for k := range Exercises[i].Kernels {
			if row := &Exercises[i].Kernels[k]; minutes[row.Form] == 0 {
				t.Errorf("%s %s: the form %q has no minutes", Exercises[i].Name, row.Name, row.Form)
			}
		}
	}
}
