package validation

import (
	"fmt"
	"testing"

	"gpucourse/gpusim/validation/kernels"
)

func TestZZ(t *testing.T) {
	for _, c := range kernels.Variants() {
		func() {
			defer func() {
				if e := recover(); e != nil {
					fmt.Println("PANIC", c.Name, e)
				}
			}()
			t.Run(c.Name, func(t *testing.T) {
				for _, x := range compare(t, c) {
					if x.measured != x.simulated {
						fmt.Printf("%s %s got %v want %v\n", x.name, x.counter, x.simulated, x.measured)
					}
				}
			})
		}()
	}
}
