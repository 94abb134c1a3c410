package memsys

// This file keeps the memory of caches for the next ones: every launch begins with cold
// caches, and an L2 is large.

import "sync"

// spares is lists that nobody uses any more, by their length.
type spares[T any] struct{ pools sync.Map }

var (
	spareLines   spares[cacheLine]
	spareBytes   spares[uint32]
	spareEntries spares[joinEntry]
)

// take returns a list in which anything may stand.
func (s *spares[T]) take(n int) []T {
	if pool, ok := s.pools.Load(n); ok {
		if list, ok := pool.(*sync.Pool).Get().(*[]T); ok {
			return *list
		}
	}
	return make([]T, n)
}

// leave takes a list that its owner must not use any more.
func (s *spares[T]) leave(list []T) {
	if list == nil {
		return
	}
	pool, _ := s.pools.LoadOrStore(len(list), new(sync.Pool))
	pool.(*sync.Pool).Put(&list)
}
