// Package launch holds the shape of a launch: the device, the extents of the grid and of a
// block, and what a block takes of a streaming multiprocessor (SM). Every part of the simulator
// that describes a launch embeds a Shape.
//
// Units: blocks, threads, warps, 32-bit registers per thread, bytes of shared memory per block.
package launch

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/occupancy"
)

// Shape is the shape of a launch.
type Shape struct {
	Spec            *arch.Spec
	Grid, Block     arch.Dim3
	Cluster         arch.Dim3 // extents of a cluster in blocks; the zero value: each block is one
	Static, Dynamic int       // shared memory: what the kernel declares, and what the launch adds
	Registers       int       // that the compiler allocated; 0 before it did
}

// Of returns the shape with what a compiled kernel takes.
func (s Shape) Of(k *ir.Kernel) Shape {
	s.Static = k.SharedBytes
	if k.Usage != nil {
		s.Registers = k.Usage.Registers
	}
	return s
}

// Blocks returns the blocks of the grid.
func (s *Shape) Blocks() int { return s.Grid.Count() }

// ClusterBlocks returns the blocks of a cluster.
func (s *Shape) ClusterBlocks() int { return max(s.Cluster.Count(), 1) }

// Peer returns the linear index in the grid of the block with a rank in the cluster of a block.
func (s *Shape) Peer(block, rank int) int {
	c := s.Cluster
	if c.Count() == 0 {
		c = arch.Dim3{X: 1, Y: 1, Z: 1}
	}
	x, y, z := block%s.Grid.X, block/s.Grid.X%s.Grid.Y, block/(s.Grid.X*s.Grid.Y)
	x += rank%c.X - x%c.X
	y += rank/c.X%c.Y - y%c.Y
	z += rank/(c.X*c.Y) - z%c.Z
	return x + s.Grid.X*(y+s.Grid.Y*z)
}

// InCluster returns the linear index in the grid of a block that is numbered cluster by cluster.
func (s *Shape) InCluster(i int) int {
	rank, c := i%s.ClusterBlocks(), i/s.ClusterBlocks()
	across := arch.Dim3{X: s.Grid.X / s.Cluster.X, Y: s.Grid.Y / s.Cluster.Y, Z: s.Grid.Z / s.Cluster.Z}
	x := c%across.X*s.Cluster.X + rank%s.Cluster.X
	y := c/across.X%across.Y*s.Cluster.Y + rank/s.Cluster.X%s.Cluster.Y
	z := c/(across.X*across.Y)*s.Cluster.Z + rank/(s.Cluster.X*s.Cluster.Y)
	return (z*s.Grid.Y+y)*s.Grid.X + x
}

// Threads returns the threads of a block.
func (s *Shape) Threads() int { return s.Block.Count() }

// GridThreads returns the threads of all blocks.
func (s *Shape) GridThreads() int { return s.Blocks() * s.Threads() }

// Warps returns the warps of a block. The last one may be partial.
func (s *Shape) Warps() int { return padding.Units(s.Threads(), s.Spec.WarpSize) }

// Special returns the value of a special register that all threads of the launch share; ok is
// false for others.
func (s *Shape) Special(m ir.Mod) (value int, ok bool) {
	switch m {
	case ir.NtidX, ir.NtidY, ir.NtidZ:
		return Axis(s.Block, m-ir.NtidX), true
	case ir.NctaidX, ir.NctaidY, ir.NctaidZ:
		return Axis(s.Grid, m-ir.NctaidX), true
	case ir.ClusterX, ir.ClusterY, ir.ClusterZ:
		return max(Axis(s.Cluster, m-ir.ClusterX), 1), true
	case ir.WarpSize:
		return s.Spec.WarpSize, true
	case ir.DynSharedBytes:
		return s.Dynamic, true
	}
	return 0, false
}

// Axis returns an extent in direction x, y or z: 0, 1 or 2.
func Axis(d arch.Dim3, i ir.Mod) int { return [...]int{d.X, d.Y, d.Z}[i] }

// Demand returns what a block takes of an SM. The driver allocates some registers per thread
// (arch.RegisterFile.LaunchMin) even where the kernel needs fewer.
func (s *Shape) Demand() occupancy.BlockResources {
	return occupancy.BlockResources{Threads: s.Threads(), Registers: max(s.Registers, s.Spec.Regs.LaunchMin), Shared: s.Static + s.Dynamic}
}

// Occupancy returns what an SM holds of the launch at a time.
func (s *Shape) Occupancy() occupancy.Occupancy { return occupancy.Occupy(s.Spec, s.Demand()) }

// SharedConfig returns how many bytes of an SM's memory are shared memory during the launch.
func (s *Shape) SharedConfig() int { return occupancy.SharedConfig(s.Spec, s.Demand()) }
