package task

// This file holds the tasks of chapter 20.

var choosingTasks = []Task{}
