package task

// This file holds the tasks of chapter 06.

var transferTasks = []Task{}
