package rubric

// This file is the row of exercise 05.

import (
	"encoding/binary"
	"fmt"
	"math"

	"gpucourse/gpusim/plan"
)

// variables is exercise 05: plans that set the variables of a module.
var variables = Exercise{
	Name:    "05_variables",
	Package: "variables",
	Device:  "H200",
	Plans: []Plan{
		{
			Name:    "Filtered",
			Devices: []string{"H200"},
			Kernels: []string{"Filter"},
			Checks:  []PlanCheck{floats("out", "offsets count bytes, a float32 has four", 6, 3)},
			Goals: []PlanGoal{
				{Name: "copies to the device", Count: calls("MemcpyHtoD"), Limit: 2,
					Hint: "one MemcpyHtoD takes all values of a variable: the coefficients, and the input"},
			},
		},
		{
			Name:    "Summed",
			Devices: []string{"H200"},
			Kernels: []string{"Add"},
			Checks:  []PlanCheck{floats("total", "each load of a module has variables of its own, which begin as zero", 10)},
			Goals: []PlanGoal{
				{Name: "modules loaded", Count: calls("ModuleLoad"), Limit: 1,
					Hint: "a loaded module serves any number of launches"},
			},
		},
		{
			Name:    "Pointed",
			Devices: []string{"H200"},
			Kernels: []string{"Double"},
			Checks:  []PlanCheck{floats("x", "two launches double x twice", 4, 8, 12, 16)},
			Goals: []PlanGoal{
				{Name: "allocations", Count: calls("MemAlloc"), Limit: 1,
					Hint: "Data keeps pointing to x from launch to launch"},
			},
		},
	},
}

// floats checks float32 values at a pointer of context c1.
func floats(pointer, hint string, want ...float32) PlanCheck {
	return PlanCheck{
		Hint: hint,
		Wrong: func(o *plan.Outcome) string {
			bytes, err := o.Bytes("c1", pointer, floatBytes*len(want))
			if err != nil {
				return fmt.Sprintf("memory %s of context c1 cannot be read at the end: %v", pointer, err)
			}
			for i, w := range want {
				if got := math.Float32frombits(binary.LittleEndian.Uint32(bytes[floatBytes*i:])); got != w {
					return fmt.Sprintf("float32 %d of %s in context c1 is %v at the end, want %v", i, pointer, got, w)
				}
			}
			return ""
		},
	}
}
