package main

// This file reads the list.

import (
	_ "embed"
	"path"
	"regexp"
	"strings"
)

//go:embed list.txt
var list string

// program is a row of the list.
type program struct {
	row               string
	repository        string // OWNER/NAME
	folder            string // in the repository; the program is built and run there
	files, flags, arg []string
	output            *regexp.Regexp // what the output has when the program passes
	result            string         // passes, or the reason why not: a part of what is said
}

// passes is the result of a program that passes.
const passes = "passes"

// columns are those of list.txt.
const columns = 7

// programs returns the rows of the list.
func programs() (rows []program) {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) != columns {
			panic("BUG: list.txt: a row with other columns: " + line)
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, program{
			row: line, repository: cells[0], folder: cells[1], files: strings.Fields(cells[2]), flags: strings.Fields(cells[3]), arg: strings.Fields(cells[4]),
			output: regexp.MustCompile("(?m)" + cells[5]), result: cells[6],
		})
	}
	return rows
}

// commit matches a line of the list that names the commit of a repository.
var commit = regexp.MustCompile(`(?m)^# (\S+/\S+) ([0-9a-f]{40})$`)

// commits returns the commits by repository.
func commits() map[string]string {
	of := map[string]string{}
	for _, m := range commit.FindAllStringSubmatch(list, -1) {
		of[m[1]] = m[2]
	}
	return of
}

// name is short for the program in the output.
func (p *program) name() string {
	return p.repository + "/" + path.Join(p.folder, p.files[0])
}
