package cards

// This file says where the links of cards lead in the page of the tasks.

import "gpucourse/grader/verdict"

func fileLink(verdict.Position) string { return "" }

func chapterLink(chapter string) string { return "#" + chapter }

func taskLink(_, id string) string { return "#" + id }
