package cache

// This file keeps the memory of caches for later launches: each begins with cold caches, and
// an L2 has a million lines.

import "sync"

// pool holds unused slices by their length.
type pool[T any] struct{ byLength sync.Map }

var (
	linePool    pool[cacheLine]
	bytePool    pool[uint32]
	pendingPool pool[pendingRead]
)

// take returns a slice of n elements with any content.
func (p *pool[T]) take(n int) []T {
	if unused, ok := p.byLength.Load(n); ok {
		if s, ok := unused.(*sync.Pool).Get().(*[]T); ok {
			return *s
		}
	}
	return make([]T, n)
}

// put gives a slice back. Its owner must not use it any more.
func (p *pool[T]) put(s []T) {
	if s == nil {
		return
	}
	unused, _ := p.byLength.LoadOrStore(len(s), new(sync.Pool))
	unused.(*sync.Pool).Put(&s)
}
