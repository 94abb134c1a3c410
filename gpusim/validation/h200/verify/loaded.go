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
	file, folder func(path string) (T, error)
	known        sync.Map // of func() (T, error)
}

var (
	units   = loaded[source.Unit]{file: loadFile, folder: source.LoadFolder}
	modules = loaded[*gpusim.Module]{file: gpusim.LoadFile, folder: gpusim.LoadFolder}
)

func loadFile(path string) (source.Unit, error) { return source.LoadFile(path, source.Module) }

// load loads a file, or a folder: a path without extension.
func (l *loaded[T]) load(path string) (T, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		var none T
		return none, err
	}
	read := l.file
	if filepath.Ext(path) == "" {
		read = l.folder
	}
	once, _ := l.known.LoadOrStore(path, sync.OnceValues(func() (T, error) { return read(path) }))
	return once.(func() (T, error))()
}
