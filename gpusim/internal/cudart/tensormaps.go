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
	m.Dims, m.Strides = s.words64(w[4], rank), s.words64(w[5], rank-1)
	m.Box, m.Steps = s.words32(w[6], rank), s.words32(w[7], rank)
	if err := m.Check(); err != nil {
		s.reason = err.Error()
		return invalidValue
	}
	s.write(w[0], m.Encode())
	return success
}

// words64 reads numbers of the program's memory.
func (s *session) words64(address uint64, n int) (list []uint64) {
	data := s.read(address, 8*n)
	for i := range n {
		list = append(list, binary.LittleEndian.Uint64(data[8*i:]))
	}
	return list
}

func (s *session) words32(address uint64, n int) (list []uint32) {
	data := s.read(address, 4*n)
	for i := range n {
		list = append(list, binary.LittleEndian.Uint32(data[4*i:]))
	}
	return list
}
