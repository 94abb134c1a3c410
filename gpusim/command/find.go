package command

// This file finds the files and folders that arguments name.

import (
	"os"
	"path/filepath"

	"gpucourse/gpusim/diag"
)

// find returns where the file or folder path is. A relative path that does not exist
// in the working directory is looked for in the folders above, up to the repository's
// root: the course names its files from there, and its terminal opens in notebooks/.
func find(path string) (string, error) {
	_, err := os.Stat(path)
	if err == nil || filepath.IsAbs(path) {
		return path, err
	}
	root, failed := diag.Root()
	if failed != nil {
		return path, err
	}
	for up := "."; !same(up, root); {
		up = filepath.Join(up, "..")
		if _, failed := os.Stat(filepath.Join(up, path)); failed == nil {
			return filepath.Join(up, path), nil
		}
	}
	return path, err
}

// same reports whether two paths name the same folder.
func same(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err != nil || err2 != nil || os.SameFile(x, y)
}
