package command

// This file finds the files and folders that arguments name.

import (
	"os"
	"path/filepath"
)

// find returns where the file or folder path is. A relative path that does not exist
// in the working directory is looked for in the folders above, up to the one with
// go.mod: the course names its files from there, and its terminal opens in notebooks/.
func find(path string) (string, os.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil || filepath.IsAbs(path) {
		return path, info, err
	}
	for up := "."; !exists(filepath.Join(up, "go.mod")); {
		up = filepath.Join(up, "..")
		if here, failed := filepath.Abs(up); failed != nil || here == filepath.Dir(here) {
			break
		}
		if found, failed := os.Stat(filepath.Join(up, path)); failed == nil {
			return filepath.Join(up, path), found, nil
		}
	}
	return path, nil, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
