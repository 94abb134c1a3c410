package gpusim

// This file answers what CUDA's occupancy functions answer.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/occupancy"
)

// Occupancy returns how many blocks that ask for so much an SM holds.
func (d *Device) Occupancy(demand occupancy.BlockResources) occupancy.Occupancy {
	return occupancy.Occupy(d.spec, demand)
}

// BlockResources returns the resources that a block of a launch needs of an SM.
func (d *Device) BlockResources(kernel any, c Config) (occupancy.BlockResources, error) {
	shape, err := d.shape(kernel, &c)
	if err != nil {
		return occupancy.BlockResources{}, err
	}
	return shape.Demand(), nil
}

// shape returns the shape of a launch of a kernel that is compiled by all passes.
func (d *Device) shape(kernel any, c *Config) (launch.Shape, error) {
	k, err := Compile(kernel)
	if err != nil {
		return launch.Shape{}, err
	}
	spec, err := d.SpecWith(c.Settings)
	if err != nil {
		return launch.Shape{}, err
	}
	code, err := k.source.For(target{Spec: spec, MaxRegisters: c.MaxRegisters})
	if err != nil {
		return launch.Shape{}, err
	}
	return c.shape(spec, code.IR), nil
}

// MaxActiveBlocks returns how many blocks of a launch an SM holds at a time; the
// grid does not matter. CUDA: cudaOccupancyMaxActiveBlocksPerMultiprocessor.
func (d *Device) MaxActiveBlocks(kernel any, c Config) (int, error) {
	shape, err := d.shape(kernel, &c)
	if err != nil {
		return 0, err
	}
	return shape.Occupancy().Blocks, nil
}

// MaxPotentialBlockSize returns the number of threads per block with which an SM
// holds most threads, and the least grid that fills the device with such blocks.
// shared gives the dynamic shared memory of a block by its threads, nil means
// none. limit bounds the size, 0 means the device's limit and the kernel's
// launch bounds. CUDA: cudaOccupancyMaxPotentialBlockSizeVariableSMem.
func (d *Device) MaxPotentialBlockSize(kernel any, shared func(threads int) int, limit int) (grid, threads int, err error) {
	k, err := Compile(kernel)
	if err != nil {
		return 0, 0, err
	}
	code, err := k.source.For(target{Spec: d.spec})
	if err != nil {
		return 0, 0, err
	}
	if limit <= 0 {
		limit = d.spec.Limits.ThreadsPerBlock
	}
	if most := code.IR.MaxThreads; most > 0 {
		limit = min(limit, most)
	}
	threads, blocks := occupancy.BestBlock(d.spec, limit, func(threads int) occupancy.BlockResources {
		c := Config{Block: Dim(threads)}
		if shared != nil {
			c.Shared = shared(threads)
		}
		shape := c.shape(d.spec, code.IR)
		return shape.Demand()
	})
	return blocks * d.spec.SMs, threads, nil
}

// AvailableDynamicShared returns the bytes of dynamic shared memory that each
// block may have if an SM is to hold that many blocks at a time. c.Shared does
// not count. CUDA: cudaOccupancyAvailableDynamicSMemPerBlock.
func (d *Device) AvailableDynamicShared(kernel any, blocks int, c Config) (int, error) {
	c.Shared = 0
	shape, err := d.shape(kernel, &c)
	if err != nil {
		return 0, err
	}
	bytes, ok := occupancy.SharedLeft(shape.Spec, shape.Demand(), blocks)
	if !ok {
		return 0, diag.Called(diag.Diagnostic{
			Code: diag.TooManyBlocks,
			Message: fmt.Sprintf("%d blocks of %d threads with %d registers and %d bytes of static shared memory do not fit an SM of %s, which holds %d",
				blocks, shape.Threads(), shape.Registers, shape.Static, shape.Spec.Name, shape.Occupancy().Blocks),
			CUDA: invalidValue,
			Hint: "ask for fewer blocks, or use smaller ones",
		})
	}
	return bytes, nil
}

// OccupancyCurves varies the threads per block, the registers per thread and the
// bytes of shared memory per block, each over all values that the device allows.
func (d *Device) OccupancyCurves(r occupancy.BlockResources) occupancy.Curves {
	return occupancy.CurvesThrough(d.spec, r)
}
