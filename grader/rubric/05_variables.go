package rubric

// This file is the row of exercise 05.

// variables is exercise 05: plans that set the variables of a module.
var variables = Exercise{
	Name:    "05_variables",
	Package: "variables",
	Device:  "H200",
	Plans: []Plan{
		{
			Name:    "Filtered",
			Form:    Improve,
			Devices: []string{"H200"},
			Kernels: []string{"Filter"},
			Results: []PlanResult{{"c1", "out", filtered, "offsets count bytes, a float32 has four"}},
			Goals: []PlanGoal{
				{Name: "copies to the device", Count: calls("MemcpyHtoD"), Limit: 2,
					Hint: "one MemcpyHtoD takes all values of a variable: the coefficients, and the input"},
			},
		},
		{
			Name:    "Summed",
			Form:    Improve,
			Devices: []string{"H200"},
			Kernels: []string{"Add"},
			Results: []PlanResult{{"c1", "total", summed, "each load of a module has variables of its own, which begin as zero"}},
			Goals: []PlanGoal{
				{Name: "modules loaded", Count: calls("ModuleLoad"), Limit: 1,
					Hint: "a loaded module serves any number of launches"},
			},
		},
		{
			Name:    "Pointed",
			Form:    Improve,
			Devices: []string{"H200"},
			Kernels: []string{"Double"},
			Results: []PlanResult{{"c1", "x", doubled, "two launches double x twice"}},
			Goals: []PlanGoal{
				{Name: "allocations", Count: calls("MemAlloc"), Limit: 1,
					Hint: "Data keeps pointing to x from launch to launch"},
			},
		},
		{
			Name:    "Mixed",
			Form:    Blank,
			Devices: []string{"H200"},
			Kernels: []string{"Mix"},
			Results: []PlanResult{{"c1", "x", mixed, "the second launch reads what the first one has written, and writes to x"}},
			Goals: []PlanGoal{
				{Name: "allocations", Count: calls("MemAlloc"), Limit: 2,
					Hint: "what the first launch has read is of no more use: the second one may write there"},
				{Name: "copies to the device", Count: calls("MemcpyHtoD"), Limit: 1,
					Hint: "the numbers are on the device after the first copy; only pointers have to change"},
			},
		},
	},
}

// filtered filters 8 8 0 4 with 0.25, 0.5 and 0.25.
func filtered(value func(float64) float64) [][]float64 {
	side, middle := value(0.25), value(0.5)
	a, b := value(8), value(4)
	return [][]float64{{side*a + middle*a, side*a + side*b}}
}

// summed adds up 1 2 and 3 4.
func summed(value func(float64) float64) [][]float64 {
	return [][]float64{{value(1) + value(2) + value(3) + value(4)}}
}

// doubled doubles 1 2 3 4 twice, or 2 4 6 8 once.
func doubled(value func(float64) float64) [][]float64 {
	var twice, once []float64
	for _, v := range []float64{1, 2, 3, 4} {
		twice, once = append(twice, 4*value(v)), append(once, 2*value(2*v))
	}
	return [][]float64{twice, once}
}

// mixed adds to each of 8 0 4 4 the next number, twice.
func mixed(value func(float64) float64) [][]float64 {
	numbers := []float64{value(8), value(0), value(4), value(4)}
	for range 2 {
		next := make([]float64, len(numbers))
		for i := range numbers {
			next[i] = numbers[i] + numbers[(i+1)%len(numbers)]
		}
		numbers = next
	}
	return [][]float64{numbers}
}
