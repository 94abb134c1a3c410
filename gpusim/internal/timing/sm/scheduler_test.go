package sm

import (
	"testing"

	"gpucourse/gpusim/arch"
)

// TestStoresOfAWarpStayTogether: of two warps that wait for the LSU queue, the one that issued
// last comes first if it stores, and the one that waited longer if it loads.
func TestStoresOfAWarpStayTogether(t *testing.T) {
	for _, test := range []struct {
		port issuePort
		want int
	}{{storeQueue, 1}, {lsuQueue, 0}} {
		s := &scheduler{policy: &policies[arch.GreedyThenLongestWaiting], access: arch.UnitLSU, last: 1, free: 5}
		for warp, ready := range []int64{2, 4} {
			s.grow()
			s.update(warp, 0, ready, test.port)
		}
		if at := s.next(20); at != 20 || s.chosen != test.want {
			t.Errorf("port %d: warp %d in cycle %d, want warp %d in cycle 20", test.port, s.chosen, at, test.want)
		}
	}
}
