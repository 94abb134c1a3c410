package cudart

// This file is the driver's functions for tensor maps.

import (
	"encoding/binary"

	"gpucourse/gpusim/internal/tensormap"
)

func (s *session) encodeTensorMap(c *call) status {
	w := c.words
	m := tensormap.Map{Element: tensormap.Element(w[1]), Address: w[3], Swizzle: tensormap.Swizzle(w[9]), NaN: w[11] != 0}
	rank := int(uint32(w[2]))
	if rank == 0 || rank > tensormap.MaxRank || w[8] != 0 {
		s.reason = "a tensor map has 1 to 5 dimensions and is not interleaved here"
		return invalidValue
	}
	m.Dims, m.Strides = numbersAt[uint64](s, w[4], rank), numbersAt[uint64](s, w[5], rank-1)
	m.Box, m.Steps = numbersAt[uint32](s, w[6], rank), numbersAt[uint32](s, w[7], rank)
	if err := m.Check(); err != nil {
		s.reason = err.Error()
		return invalidValue
	}
	s.write(w[0], m.Encode())
	return success
}

// numbersAt reads numbers of the program's memory.
func numbersAt[T uint32 | uint64](s *session, address uint64, n int) []T {
	list := make([]T, n)
	data := s.read(address, binary.Size(list))
	if _, err := binary.Decode(data, binary.LittleEndian, list); err != nil {
		panic("BUG: " + err.Error())
	}
	return list
}
