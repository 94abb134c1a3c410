package task

// This file holds the tasks of chapter 08.

var allocationTasks = []Task{}
