package compile

// This file makes PTX of a kernel, as nvcc's front end does.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/ptx/write"
	"gpucourse/gpusim/internal/source"
)

// PTX returns a module of PTX with one kernel of a unit, which is not PTX itself, after the passes of nvcc's front end without
// those of a set. The error is a diag.List.
func PTX(u source.Unit, name string, s *arch.Spec, without pass.Set) (string, error) {
	k, err := Lower(u, name, false)
	if err != nil {
		return "", err
	}
	if k.Origin != nil {
		return "", fmt.Errorf("kernel %s is PTX already: the simulator's own front end writes PTX of Go and CUDA C (for CUDA C: -compiler own)", name)
	}
	pass.Run(k, without.From(pass.Written), pass.Device{Spec: s}, nil)
	return write.Module(k, s), nil
}
