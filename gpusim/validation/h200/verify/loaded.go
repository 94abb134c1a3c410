package main

// This file loads each file of kernels once, for all launches of its kernels.

import (
	"path/filepath"
	"sync"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/source"
)

// loaded holds what was loaded from files and folders, by absolute path. Their texts must
// not change afterwards.
type loaded[T any] struct {
	read  func(path string) (T, error)
	known sync.Map // of func() (T, error)
}

var (
	units   = loaded[source.Unit]{read: func(path string) (source.Unit, error) { return source.LoadFile(path, source.Module) }}
	modules = loaded[*gpusim.Module]{read: func(path string) (*gpusim.Module, error) { return gpusim.LoadFile(path) }}
)

// load loads a file or a folder.
func (l *loaded[T]) load(path string) (T, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		var none T
		return none, err
	}
	once, _ := l.known.LoadOrStore(path, sync.OnceValues(func() (T, error) { return l.read(path) }))
	return once.(func() (T, error))()
}

// forget lets go of what was loaded from a path.
func (l *loaded[T]) forget(path string) {
	if path, err := filepath.Abs(path); err == nil {
		l.known.Delete(path)
	}
}
