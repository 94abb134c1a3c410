// Package task holds the tasks of the notebooks: small questions that a learner answers in
// a cell, right after the idea that they practise. A task is one row in the file of its
// chapter, such as 07_coalescing.go.
//
// # How to write a task
//
// Add a row to the file of the chapter, and where the task wants a kernel a folder of Go
// files. Then run
//
//	go test ./grader/task -run Notebooks -update
//
// which writes the two cells of the task into the notebook, behind the cell that After
// names: the text, and the stub with its line lesson.Try. To change a task, change the row
// and run it again; the notebook's cells are never edited by hand.
//
// Every row has an ID (chapter, point, place in the chapter's ladder), a Title of a few
// words, a Form, the Text in Markdown, and Hints in four steps. Text says what is given,
// what is wanted, and the goal with its number. It needs no word that the notebook has not
// used before the task. Hints go from a Question that the learner can answer alone, over a
// place to Look (a picture or a command), to code with a Hole that is written ___, to the
// Solution.
//
// Ask is one of five:
//
//	Kernel   the learner writes a function. The forms Complete, Write, Mend, Match and
//	         Optimise are kernels. The row embeds a rubric.Kernel, as an exercise has it:
//	         name, signature, sizes, a Case that computes the expected results in plain
//	         Go, and goals on counters. rubric.Exactly, AtMost and AtLeast make goals.
//	         The folder _code/07.3 holds stub.go, solution.go and at least two files
//	         wrong_NAME.go, all of package main with only the declarations of the cell.
//	         Wrong says for each of them a part of the message that it must get. The
//	         Solution of the hints is solution.go; leave the field empty. The kernel's
//	         name must be new in its notebook: cells share their functions. The stub of
//	         Mend, Match and Optimise is a kernel that runs: untouched, the cell shows
//	         what it does as it stands. An open optimisation has par as the limit of its
//	         first goal, and as Best what best.go measures; that file may use what later
//	         chapters teach.
//	Program  the learner writes a function of the host, which calls the API of packages
//	         gpusim and driver (form Host), or mends one (form Repair). The row embeds a
//	         rubric.Program: Begin makes devices and arguments, and Checks look at values,
//	         at the order of work, and at what is left. Goals are on counts of calls and on
//	         the time. The files are those of a Kernel. With Judge the function is a kernel,
//	         which is judged by the outcomes that the memory model allows (form Order).
//	Number   the learner predicts a count (form Predict). Answer computes it: Counted
//	         launches a kernel and returns a counter, Computed takes a Go expression.
//	         No answer is typed in. Each of Misread is a number that a likely mistake
//	         gives, computed the same way, and a sentence about that mistake. Nudge
//	         answers any other number and must not hold the answer. Because is shown
//	         beside the right number.
//	Configuration
//	         the learner chooses grid, block and shared memory for a kernel that is given
//	         (form Configure), _code/07.5/kernel.go. The row embeds a rubric.Kernel;
//	         the Grid and Block of its Case are replaced by the learner's. Stub is the
//	         configuration in the cell, Solution a good one, and each of Wrong has a part
//	         of its message.
//	Choice   the learner explains a report by choosing (form Explain). Report makes the
//	         launch, Counters are shown. Each option has Holds, which asks a report whether
//	         the option is true. A wrong option has a Report of its own, of a launch of
//	         which it is true, and Says, what its reader should think of next. The shown
//	         counters of the two reports differ, and the card of a wrong answer has both.
//	         The rows' order is never shown: see Orders.
//
// A task whose numbers may be others is a function of them: varied(threadsWithoutWork, …). Each list
// of numbers makes a variant. The first is that of the notebook; a lecturer gives the others to
// learners. The tests run on every variant.
//
// The tests of this package run every row: the solution must get full marks, the stub must
// be "not started", every wrong attempt and every misread number must get its message, and
// no message may give an answer away. They also count tasks and forms.
//
// A good wrong attempt is what a learner would write who has understood half. A good
// message says what that half is.
package task

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
)

// Tasks lists the tasks in the order of the course.
var Tasks = slices.Concat(
	startTasks,
	cpuTasks,
	memoryTasks,
	contextTasks,
	divergenceTasks,
	variableTasks,
	transferTasks,
	coalescingTasks,
	allocationTasks,
	constantTasks,
	registerTasks,
	localTasks,
	occupancyTasks,
	sharedTasks,
	bankTasks,
	synchronizationTasks,
	reductionTasks,
	transposeTasks,
	readOnlyTasks,
	shuffleTasks,
	choosingTasks,
	copyTasks,
	bulkTasks,
	clusterTasks,
	tensorTasks,
)

// Task is one row.
type Task struct {
	ID    string // "07.3"
	Title string
	Form  Form
	After string // ID of the notebook's cell that the task follows
	Time  int    // minutes that it takes, where the rule of Minutes is far off; 0 elsewhere
	Text  string // Markdown
	Ask   Question
	Hints Hints

	Variant int     // 0 is the task of the notebook and the book
	others  []*Task // the same task with other numbers
}

// Form says what a task asks for.
type Form string

// The forms, from the easiest.
const (
	Predict   Form = "predict a count"
	Complete  Form = "complete a line"
	Explain   Form = "explain a report"
	Configure Form = "choose a launch"
	Mend      Form = "find and mend a bug"
	Write     Form = "write a kernel"
	Match     Form = "match a counter exactly"
	Optimise  Form = "optimise to par"
	Host      Form = "write a host program"
	Repair    Form = "mend a host program"
	Order     Form = "forbid an outcome"
)

// GivesKernel reports whether the stub of a form is a kernel or a program that runs, and is to be changed.
func (f Form) GivesKernel() bool {
	return f == Mend || f == Match || f == Optimise || f == Repair || f == Order
}

// Hints help in four steps, in Markdown but for Hole.
type Hints struct {
	Question string
	Look     string // a picture or a command
	Hole     string // Go code, in which ___ stands for what is left out
	Solution string // "" of a kernel: it is solution.go
}

// Question is what a task asks: Kernel, Program, Number, Configuration or Choice.
type Question interface{ question() }

// Program asks for a function of the host.
type Program struct {
	rubric.Program
	Wrong []Wrong
}

// Kernel asks for a function.
type Kernel struct {
	rubric.Kernel
	Device string // "" is Device
	// Best is the best known value of the first goal, whose limit is par: that of best.go.
	// 0 where the task is no open optimisation.
	Best  float64
	Wrong []Wrong
}

// Device runs the kernels of tasks that name no other.
const Device = "H200"

// Wrong is an attempt at a kernel that is not right.
type Wrong struct {
	File string // "shifted": wrong_shifted.go
	Says string // a part of its verdict
}

// Number asks for a count.
type Number struct {
	Unit    string // "sectors"
	Answer  func() float64
	Because string // the reason, shown beside the right number
	Misread []Misread
	Nudge   string // what any other number is told
}

// Misread is the number that a likely mistake gives.
type Misread struct {
	Number func() float64
	Says   string // follows the number and a colon: "you counted lanes"
}

// Configuration asks for the configuration of a kernel that is given.
type Configuration struct {
	rubric.Kernel
	Device         string // "" is Device
	Stub, Solution gpusim.Config
	Wrong          []WrongConfiguration
}

// WrongConfiguration is a configuration that is not right.
type WrongConfiguration struct {
	Config gpusim.Config
	Says   string // a part of its verdict
}

// Choice asks which sentence explains a report.
type Choice struct {
	Report   func() *gpusim.Report
	Counters []string // that are shown of the report
	Because  string   // the reason, shown beside the right option
	Options  []Option
	Turn     int // moves the right sentence down, where the right letters of the course would not be spread evenly
}

// Option is a sentence about a report.
type Option struct {
	Text   string
	Holds  func(r *gpusim.Report) bool // is it so?
	Report func() *gpusim.Report       // of a launch of which a wrong option is true; nil for the right one
	Says   string                      // to who chooses a wrong option
}

func (Kernel) question()        {}
func (Program) question()       {}
func (Number) question()        {}
func (Configuration) question() {}
func (Choice) question()        {}

// Find returns the task with an ID, or an error that names those of the chapter.
func Find(id string) (*Task, error) {
	for i := range Tasks {
		if Tasks[i].ID == id {
			return &Tasks[i], nil
		}
	}
	chapter, _, _ := strings.Cut(id, ".")
	var ids []string
	for _, t := range Tasks {
		if of := Of(chapter); len(of) == 0 || t.Chapter() == chapter {
			ids = append(ids, t.ID)
		}
	}
	return nil, fmt.Errorf("there is no task %q; there are %s", id, strings.Join(ids, ", "))
}

// Of returns the tasks of a chapter, such as "07".
func Of(chapter string) (list []*Task) {
	for i := range Tasks {
		if Tasks[i].Chapter() == chapter {
			list = append(list, &Tasks[i])
		}
	}
	return list
}

// Chapter returns "07" for the task "07.3".
func (t *Task) Chapter() string {
	chapter, _, _ := strings.Cut(t.ID, ".")
	return chapter
}

// Steps returns the four hints. The last of a kernel is its solution, and that of a choice
// repeats the right sentence.
func (t *Task) Steps() []string {
	h := t.Hints
	switch ask := t.Ask.(type) {
	case Kernel, Program:
		h.Solution = fence(t.Cell("solution.go"))
	case Choice:
		h.Solution += " So: " + ask.Options[ask.Right()].Text
	}
	return []string{h.Question, h.Look, fence(h.Hole), h.Solution}
}

// fence makes Go source a block of Markdown.
func fence(source string) string { return "```go\n" + strings.TrimSpace(source) + "\n```" }

// codeFolder is the folder of the Go files of tasks, in the folder of this package. The go
// command passes over it: its files are programs of their own.
const codeFolder = "_code"

// Code returns a Go file of the task, such as stub.go.
func (t *Task) Code(file string) []byte {
	src, err := code.ReadFile(path.Join(codeFolder, t.ID, file))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return src
}

// CodePath returns the path of a Go file of the task from the root of the repository.
func (t *Task) CodePath(file string) string { return path.Join("grader/task", codeFolder, t.ID, file) }

// head is what a Go file has above the declarations of a cell.
var head = regexp.MustCompile(`(?s)^package main\n+(import "[^"]*"\n+|import \(\n.*?\n\)\n+)?`)

// Cell returns the declarations of a Go file, as a notebook's cell has them.
func (t *Task) Cell(file string) string { return string(head.ReplaceAll(t.Code(file), nil)) }

// Right returns the index of the option that holds of the report.
func (c *Choice) Right() int {
	return slices.IndexFunc(c.Options, func(o Option) bool { return o.Report == nil })
}
