// Package solutions holds the solutions of the exercises as text, and the hints that lead
// to them.
package solutions

import "embed"

//go:embed */kernel.go */hints.md
var files embed.FS

// Source returns the kernel file that solves an exercise.
func Source(exercise string) ([]byte, error) { return files.ReadFile(exercise + "/kernel.go") }

// Hints returns the Markdown file with the hints of an exercise.
func Hints(exercise string) ([]byte, error) { return files.ReadFile(exercise + "/hints.md") }
