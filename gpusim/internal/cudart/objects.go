package cudart

// This file lists what programs make beside memory, streams and events.

import "gpucourse/gpusim"

// objects are things of a program, by their handles.
type objects struct {
	volumes     map[uint64]*volume // CUDA arrays
	textures    map[uint64]*gpusim.Device
	surfaces    map[uint64]*gpusim.Array
	graphs      map[uint64]*graph
	capture     capture
	windows     map[uint64]gpusim.AccessWindow // of streams, by their handles
	streamKinds map[*gpusim.Stream]uint64      // the flags that they were made with
}

func newObjects() objects {
	return objects{
		map[uint64]*volume{}, map[uint64]*gpusim.Device{}, map[uint64]*gpusim.Array{},
		map[uint64]*graph{}, capture{map[uint64]*graph{}, map[uint64]*graph{}}, map[uint64]gpusim.AccessWindow{}, map[*gpusim.Stream]uint64{},
	}
}
