// Package stubs holds the exercises as they are handed out. The grader compares a
// submission with them: the same code is an exercise that nobody has started.
package stubs

import "embed"

//go:embed */kernel.go
var files embed.FS

// Source returns the kernel file of an exercise.
func Source(exercise string) ([]byte, error) { return files.ReadFile(exercise + "/kernel.go") }
