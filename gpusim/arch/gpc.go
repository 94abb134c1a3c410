package arch

// This file groups the SMs of a device: the one map that the caches, the fabric and the
// dispatch of blocks share.

// Clusters says how the SMs of a device form graphics processing clusters (GPCs). A
// cluster shares a port to L2 and the unit that coalesces its requests to L2.
type Clusters struct {
	SMs int // of a cluster, where SMs divides by it; 0: not known
	// First is how many SMs of the first cluster get a block before any other SM does. The
	// next blocks go to one SM of each cluster in turn. 0: blocks go to SMs by their number.
	First int
	// Usable is how many SMs of each GPC launches with clusters can use; nil: as the SMs divide.
	Usable []int
}

// ClusterPlaces returns the SMs on which the blocks of a cluster can meet, by GPC.
func (s *Spec) ClusterPlaces() [][]int {
	var places [][]int
	if len(s.Clusters.Usable) == 0 {
		places = make([][]int, s.GPCs())
		for sm := range s.SMs {
			g := s.GPCOf(sm)
			places[g] = append(places[g], sm)
		}
		return places
	}
	first := 0
	for _, n := range s.Clusters.Usable {
		var list []int
		for range n {
			list = append(list, first)
			first++
		}
		places = append(places, list)
	}
	return places
}

// GPCs returns how many clusters the SMs form; 1 where that is not known.
func (s *Spec) GPCs() int {
	if s.Clusters.SMs == 0 {
		return 1
	}
	return max(1, s.SMs/s.Clusters.SMs)
}

// GPCOf returns the cluster of an SM. Neighbours form clusters of Clusters.SMs; SMs that
// are left over join the last clusters in pairs (slices/places.txt: an H200 has six
// clusters of 16 SMs and two of 18).
func (s *Spec) GPCOf(sm int) int {
	if s.Clusters.SMs == 0 {
		return 0
	}
	n := s.GPCs()
	if left := sm - n*s.Clusters.SMs; left >= 0 {
		return n - 1 - left/2%n
	}
	return sm / s.Clusters.SMs
}

// L2PartitionOf returns the partition of L2 that an SM reads from. All SMs of a cluster read from
// the same one; neighbouring SMs alternate where clusters are not known.
func (s *Spec) L2PartitionOf(sm int) int {
	n := max(1, s.Caches.L2Parts)
	if s.Clusters.SMs == 0 {
		return sm % n
	}
	return s.GPCOf(sm) * n / s.GPCs()
}
