// Package lesson judges a learner's work in a notebook, at once and in place.
//
//	lesson.Try("07.2", Double)                    a kernel of this notebook
//	lesson.Try("07.1", 8)                         a predicted number
//	lesson.Try("07.3", "b")                       a chosen sentence
//	lesson.Try("07.5", gpusim.Config{Grid: …})    a launch
//	lesson.Check("07")                            the exercise of chapter 07
//	lesson.Progress()                             the whole course
//
// Try and Check show a card: what was found, each goal with what was measured, a picture of
// what is wrong, and hints that open one after the other. In a terminal they print text.
// They grade with the code of `go test ./grader`, in a process of its own, and record every
// attempt in the learner's file of progress.
//
// The process that grades is the program of the cell again; package cards recognises it
// before anything of the cell runs.
package lesson

import (
	"gpucourse/grader/internal/cards"
	"gpucourse/notebooks/notebook"
)

// Try judges an answer to a task: a kernel, a number, a letter or a gpusim.Config, as the
// task asks for. It shows a card.
func Try(id string, answer any) { show(cards.Try(id, answer)) }

// Check grades the exercise of a chapter, such as "07", as it stands in its file, and shows
// a card with its kernels and with the tasks of the chapter.
func Check(chapter string) { show(cards.Check(chapter)) }

// Progress shows how far the learner has come in each chapter.
func Progress() { show(cards.Overview()) }

func show(p cards.Page) { notebook.Show(notebook.NewPage(p.HTML, p.Text)) }
