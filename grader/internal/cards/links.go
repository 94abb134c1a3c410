//go:build !js

package cards

// This file says where the links of cards lead in JupyterLab: to files in its editor, to
// chapters, and to the cells of tasks. Elsewhere there are none.

import (
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/display"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// fileLink returns the address of a line; "" where it cannot be opened.
func fileLink(at verdict.Position) string {
	return display.LinkTo(diag.Pos{File: at.File, Line: at.Line})
}

// chapterLink returns the address of the notebook of a chapter; "" for a project.
func chapterLink(chapter string) string {
	for i := range rubric.Exercises {
		if name := rubric.Exercises[i].Name; strings.HasPrefix(name, chapter+"_") && !rubric.Exercises[i].Project {
			return display.LinkTo(diag.Pos{File: name + ".ipynb"})
		}
	}
	return ""
}

// taskLink returns the address of the cell of a task.
func taskLink(chapter, id string) string {
	notebook := chapterLink(chapter)
	if notebook == "" {
		return ""
	}
	return notebook + "#cell-id=task-" + strings.ReplaceAll(id, ".", "-")
}
