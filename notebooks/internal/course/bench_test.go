package course

// This file measures how long a learner waits for a cell.

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// BenchmarkChapter starts a fresh kernel for a chapter and executes its cells. It reports the
// seconds until the first program has run, which the first cell imports packages for and the
// second starts, and the median of the cells after that:
//
//	go test ./notebooks/internal/course -run - -bench Chapter/07 -benchtime 1x
func BenchmarkChapter(b *testing.B) {
	env, err := prepare()
	if err != nil {
		b.Skipf("the course cannot be set up here: %v", err)
	}
	files, err := notebooksIn(filepath.Join(env.Root(), "notebooks"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".ipynb"), func(b *testing.B) {
			var first, later []float64
			for b.Loop() {
				err := execute(context.Background(), env, []string{file}, b.TempDir(), func(o outcome) {
					if o.Error != "" {
						b.Errorf("cell %d: %s", o.Cell, o.Error)
						return
					}
					first, later = append(first, o.CodeCells[0]+o.CodeCells[1]), append(later, o.CodeCells[2:]...)
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			if b.Failed() {
				return
			}
			b.ReportMetric(median(first), "s/first-cell")
			b.ReportMetric(median(later), "s/warm-cell")
			b.ReportMetric(slices.Max(later), "s/slowest-cell")
		})
	}
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
